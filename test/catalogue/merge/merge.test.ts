import { describe, expect, it } from "vitest";
import { type LiveAgency, mergeLive, mergeSources, reportsUnderTakenIds } from "../../../build/catalogue/merge/merge.ts";
import { instantOf } from "../../../build/store/civil-time.ts";
import type { HistoricalRecord, ReportedEvent, Withdrawal } from "../../../build/store/records.ts";
import { historicalRecord, liveEvent } from "../make-records.ts";

const live = liveEvent({ id: "us1" });
const LATER = { year: 2018, month: 2, day: 6, hour: 15, minute: 51, second: 55 };

/** Ids of each merged event, `live+historical`. */
function pairing(events: readonly ReportedEvent[], records: readonly HistoricalRecord[]): string[] {
  return mergeSources(mergeLive([{ agency: "usgs", events, withdrawn: [] }]), records)
    .map(({ live, historical }) => [live[0]?.id, historical?.id].filter(Boolean).join("+"))
    .toSorted();
}

describe("two agencies with one id for two earthquakes", () => {
  const agency = (name: string, ...events: ReportedEvent[]): LiveAgency => ({ agency: name, events, withdrawn: [] });

  it("are told, since the second is left out; within seconds it is the same earthquake", () => {
    const [same, other] = [16_000, 16_001].map((ms) => liveEvent({ id: "us1", time: live.time + ms }));
    if (!same || !other) throw new Error("two events are needed");
    expect(reportsUnderTakenIds([agency("usgs", live), agency("ox", same)])).toEqual([]);
    expect(reportsUnderTakenIds([agency("usgs", live), agency("ox", other)])).toEqual([other]);
    expect(mergeLive([agency("usgs", live), agency("ox", other)]).map((group) => group.live)).toEqual([[live]]);
  });
});

describe("merging a live source with the historical catalogue", () => {
  it("pairs by the UTC day if the catalogue knows only the day", () => {
    const day = { year: 2018, month: 2, day: 6, hour: null, minute: null, second: null };
    expect(pairing([live], [historicalRecord({ id: "h1", time: day })])).toEqual(["us1+h1"]);
    expect(pairing([live], [historicalRecord({ id: "h1", time: { ...day, day: 7 } })])).toEqual(["h1", "us1"]);
  });

  it.each([
    ["more than two minutes apart", { time: { year: 2018, month: 2, day: 6, hour: 15, minute: 54, second: null } }],
    ["more than 200 km apart", { latitude: 26.5 }],
    ["more than a magnitude and a half apart", { magnitude: 4.8 }],
    ["a minute and more, 130 km and a magnitude apart", { time: LATER, latitude: 25.3, magnitude: 5.4 }],
    ["dated only to the month", { time: { year: 2018, month: 2, day: null, hour: null, minute: null, second: null } }],
    ["without a position", { latitude: null, longitude: null }],
  ])("keeps apart what is %s", (_, given) => {
    expect(pairing([live], [historicalRecord({ id: "h1", ...given })])).toEqual(["h1", "us1"]);
  });

  it("makes one of magnitudes of different kinds, if time and place agree", () => {
    expect(pairing([live], [historicalRecord({ id: "h1", magnitude: 5 })])).toEqual(["us1+h1"]);
  });

  it("makes one of magnitudes that are just as far apart as the bound, by whatever a binary difference misses it", () => {
    const { latitude, longitude } = live;
    const record = historicalRecord({ id: "h1", magnitude: 3.4, latitude, longitude });
    expect(pairing([liveEvent({ id: "us1", magnitude: 4.9 })], [record])).toEqual(["us1+h1"]);
  });

  it("counts an unknown magnitude as half of its bound, and takes a sum of just the bound", () => {
    const record = historicalRecord({ id: "h1", magnitude: null });
    const { latitude, longitude } = record;
    const event = (ms: number, north = 0) =>
      liveEvent({ id: "us1", time: instantOf(record.time) + ms, latitude: (latitude ?? 0) + north, longitude });
    for (const ms of [-120_000, 120_000]) expect(pairing([event(ms)], [record])).toEqual(["us1+h1"]);
    for (const other of [event(120_001), event(-120_001), event(120_000, 0.01)]) expect(pairing([other], [record])).toEqual(["h1", "us1"]);
    const day = { ...record, time: { ...record.time, hour: null, minute: null, second: null } };
    const midnight = instantOf(day.time) - instantOf(record.time) + 86_400_000;
    expect([pairing([event(midnight - 1)], [day]), pairing([event(midnight)], [day])]).toEqual([["us1+h1"], ["h1", "us1"]]);
  });

  it("finds the same earthquake on the other side of the antimeridian", () => {
    const east = liveEvent({ id: "us1", latitude: -20, longitude: 179.8 });
    expect(pairing([east], [historicalRecord({ id: "h1", latitude: -20, longitude: -179.7 })])).toEqual(["us1+h1"]);
  });

  it("gives a record to the closest of several events, and each event to one record", () => {
    const foreshock = liveEvent({ id: "us0", time: live.time - 60_000, magnitude: 5.6 });
    expect(pairing([foreshock, live], [historicalRecord({ id: "h1" })])).toEqual(["us0", "us1+h1"]);
  });
});

const gone = { time: live.time, latitude: live.latitude, longitude: live.longitude, magnitude: live.magnitude };

function agency(name: string, events: readonly ReportedEvent[], withdrawn: readonly Withdrawal[] = []): LiveAgency {
  return { agency: name, events, withdrawn };
}

/** Ids of each event, those that were withdrawn last. */
function ids(agencies: readonly LiveAgency[]): string[] {
  return mergeLive(agencies).map((one) => [...one.live.map(({ id }) => id), ...one.withdrawnIds].join("+"));
}

describe("merging several agencies that report live", () => {
  const emsc = liveEvent({ id: "e1", agency: "emsc", time: live.time + 1500, magnitude: 6.2 });
  it("makes one event of reports of one earthquake, in the order of the agencies", () => {
    expect(ids([agency("usgs", [live]), agency("emsc", [emsc])])).toEqual(["us1+e1"]);
    expect(ids([agency("emsc", [emsc]), agency("usgs", [live])])).toEqual(["e1+us1"]);
  });

  it("takes what has the id of another agency's event for that event, passed on", () => {
    const passedOn = liveEvent({ id: "us1", agency: "zz", ids: ["us1", "zz1"], time: live.time + 1e9 });
    const alias = liveEvent({ id: "zz2", agency: "zz", ids: ["us1", "zz2"], time: live.time + 1e9 });
    const merged = mergeLive([agency("usgs", [live]), agency("zz", [passedOn, alias])]);
    expect(merged.map((one) => one.live.map((event) => event.ids))).toEqual([[["us1"]], [["zz2"]]]);
  });

  it("gives a historical record to the event, by the report of the first agency", () => {
    const merged = mergeLive([agency("usgs", [live]), agency("emsc", [emsc])]);
    const [event, ...others] = mergeSources(merged, [historicalRecord({ id: "h1" })]);
    expect([event?.live.map(({ id }) => id), event?.historical?.id, others]).toEqual([["us1", "e1"], "h1", []]);
  });

  it("a withdrawn id leads to the event that another agency still reports", () => {
    const withdrawn = [{ ids: ["us1", "us9"], withdrawnAt: live.time + 1, was: gone }];
    expect(ids([agency("usgs", [], withdrawn), agency("emsc", [emsc])])).toEqual(["e1+us1+us9"]);
    const [event] = mergeSources(mergeLive([agency("usgs", [], withdrawn), agency("emsc", [emsc])]), [historicalRecord({ id: "h1" })]);
    expect([event?.historical?.id, event?.withdrawnIds]).toEqual(["h1", ["us1", "us9"]]);
  });

  it.each([
    ["of which we know nothing but the id", { ids: ["us1"], withdrawnAt: 1 }, [], [emsc]],
    ["that no other agency reports", { ids: ["us1"], withdrawnAt: 1, was: gone }, [], []],
    ["beside which the agency has another report", { ids: ["us0"], withdrawnAt: 1, was: gone }, [live], [emsc]],
    ["of another hour", { ids: ["us1"], withdrawnAt: 1, was: { ...gone, time: 0 } }, [], [emsc]],
  ])("does not lead on from a withdrawal %s", (_, withdrawal, events, others) => {
    const merged = mergeLive([agency("usgs", events, [withdrawal]), agency("emsc", others)]);
    expect(merged.flatMap(({ withdrawnIds }) => withdrawnIds)).toEqual([]);
  });

  it("makes one event of what the EMSC lists twice, and the id of a dropped row leads to the row that stays", () => {
    const again = liveEvent({ id: "e2", agency: "emsc", time: emsc.time + 800, magnitude: 6.3 });
    expect(ids([agency("usgs", [live]), agency("emsc", [again, emsc])])).toEqual(["us1+e1"]);
    const merged = mergeLive([agency("emsc", [again, emsc])]);
    expect(merged.map(({ live }) => live.map((event) => event.ids))).toEqual([[["e1", "e2"]]]);
    const dropped = { ids: ["e2"], withdrawnAt: 1, was: { ...gone, time: again.time } };
    expect(ids([agency("emsc", [emsc], [dropped])])).toEqual(["e1+e2"]);
    expect(ids([agency("usgs", [live]), agency("emsc", [emsc], [dropped])])).toEqual(["us1+e1+e2"]);
  });

  it("the withdrawals of one agency may lead to different events", () => {
    const aftershock = liveEvent({ id: "e2", agency: "emsc", time: live.time + 9000, magnitude: 5.8 });
    const later = { ...gone, time: live.time + 8000, magnitude: 5.8 };
    const withdrawn = [
      { ids: ["us1"], withdrawnAt: 1, was: gone },
      { ids: ["us2"], withdrawnAt: 1, was: later },
    ];
    const found = ids([agency("usgs", [], withdrawn), agency("emsc", [aftershock, emsc])]);
    expect(found.toSorted()).toEqual(["e1+us1", "e2+us2"]);
  });
});
