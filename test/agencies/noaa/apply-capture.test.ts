import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEvents, matchEvents, type NoaaHoldings } from "../../../build/agencies/noaa/apply-capture.ts";
import type { NoaaEvent, NoaaForm, NoaaTsunami } from "../../../build/agencies/noaa/event.ts";
import { checkChanges, checkGone, checkRows, checkTsunamis, withoutFuture } from "../../../build/agencies/noaa/plausibility.ts";

const DAY = 86_400_000;
const LISBON_TIME = { year: 1755, month: 11, day: 1, hour: 9, minute: 50, second: null };
const NOTHING: NoaaHoldings = { events: [], withdrawn: [] };

function event({ id, ...given }: Partial<NoaaEvent> & { id: string }): NoaaEvent {
  return {
    id,
    aliases: [],
    time: LISBON_TIME,
    latitude: 37,
    longitude: -10,
    place: "PORTUGAL: LISBON",
    country: "PORTUGAL",
    area: null,
    regionCode: 130,
    depthKm: null,
    magnitude: 8.5,
    magnitudes: { unk: 8.5 },
    intensity: 11,
    losses: {},
    totalLosses: {},
    tsunamiFlag: true,
    tsunamiEventId: 564,
    volcanoEventId: null,
    ...given,
  };
}

function table(rows: NoaaEvent[], given: { form?: NoaaForm; complete?: boolean; lost?: string[]; anonymous?: boolean } = {}) {
  const { form = "hazel-api", complete = true, lost = [], anonymous = false } = given;
  const unreadable = lost.map((what) => ({ what, code: "date-impossible", reason: "" }));
  return { rows, form, complete, anonymous, unreadable, listed: rows.length + lost.length };
}

/** What the export of HazEL shows of a row. */
function exported(row: NoaaEvent, id: string): NoaaEvent {
  return { ...row, id, country: null, area: null, regionCode: null, magnitudes: {} };
}

describe("applying a table of NOAA's", () => {
  const lisbon = event({ id: "noaa1192" });
  const held = { events: [lisbon], withdrawn: [] };

  it("changes nothing the second time", () => {
    const { holdings } = applyEvents(NOTHING, table([lisbon]), 1);
    expect(applyEvents(holdings, table([lisbon]), 2)).toEqual({ holdings, changes: [] });
  });

  it("reports which fields of an event were revised", () => {
    const revised = event({ id: "noaa1192", magnitude: 8.6, losses: { deaths: { value: 5, class: 1 } } });
    const { holdings, changes } = applyEvents(held, table([revised]), 2);
    expect(changes).toEqual([{ kind: "revised", id: "noaa1192", fields: ["magnitude", "losses"] }]);
    expect(holdings.events).toEqual([revised]);
  });

  it("keeps an event that a part of the table lacks, that is unreadable, or that may be", () => {
    for (const given of [{ complete: false }, { lost: ["noaa1192"] }, { lost: ["line 7"], anonymous: true }]) {
      expect(applyEvents(held, table([], given), 2)).toEqual({ holdings: held, changes: [] });
    }
    const { holdings, changes } = applyEvents(held, table([], { lost: ["noaa7"] }), 2);
    expect(changes).toMatchObject([{ kind: "withdrawn", id: "noaa1192" }]);
    expect(holdings).toEqual({ events: [], withdrawn: [{ ids: ["noaa1192"], withdrawnAt: 2 }] });
  });

  it("gives an event NOAA's number once that is known, and its former id again after a withdrawal", () => {
    const nameless = { events: [exported(lisbon, "noaad1755110109")], withdrawn: [] };
    const { holdings, changes } = applyEvents(nameless, table([lisbon]), 2);
    expect(changes).toMatchObject([{ kind: "revised", id: "noaa1192", fields: ["ids", "country", "regionCode", "magnitudes"] }]);
    expect(holdings.events).toEqual([{ ...lisbon, aliases: ["noaad1755110109"] }]);
    const gone = applyEvents(holdings, table([]), 3).holdings;
    expect(gone.withdrawn).toEqual([{ ids: ["noaa1192", "noaad1755110109"], withdrawnAt: 3 }]);
    expect(applyEvents(gone, table([lisbon]), 4).holdings).toEqual(holdings);
  });

  it("keeps values that a form does not have", () => {
    const row = exported(event({ id: "", intensity: 12 }), "noaad1755110109");
    const after = applyEvents(held, table([row], { form: "hazel-tsv" }), 2);
    expect(after.holdings.events).toEqual([event({ id: "noaa1192", intensity: 12 })]);
    const flagged = event({ id: "noaa1192", tsunamiEventId: null });
    expect(applyEvents(held, table([flagged], { form: "classic-tsv" }), 2).changes).toEqual([]);
    const without = event({ id: "noaa1192", tsunamiEventId: null, tsunamiFlag: false });
    const { changes } = applyEvents(held, table([without], { form: "classic-tsv" }), 2);
    expect(changes).toEqual([{ kind: "revised", id: "noaa1192", fields: ["tsunamiFlag", "tsunamiEventId"] }]);
  });

  it("forgets the types of magnitudes with the magnitude that they were of", () => {
    const row = { ...exported(lisbon, "noaad1755110109"), magnitude: 8.7 };
    expect(applyEvents(held, table([row], { form: "hazel-tsv" }), 2).holdings.events[0]?.magnitudes).toEqual({});
  });

  it("knows an event whose magnitude is just as far from ours as the bound", () => {
    const [ours, row] = [7.3, 8.3].map((magnitude) => event({ id: `noaad${magnitude}`, magnitude, place: `${magnitude}` }));
    if (!ours || !row) throw new Error("two events are needed");
    expect(matchEvents([row], [ours]).get(row)).toBe(ours);
  });

  it("never makes two numbers of NOAA's one event, however much alike", () => {
    const twin = event({ id: "noaa9999" });
    const { holdings, changes } = applyEvents(held, table([lisbon, twin]), 2);
    expect(changes).toEqual([{ kind: "added", id: "noaa9999" }]);
    expect(holdings.events).toHaveLength(2);
  });

  it("distinguishes an event without a number from one that has its derived id", () => {
    const far = { ...exported(lisbon, "noaad1755110109"), latitude: -30, tsunamiEventId: null, place: "CHILE" };
    const known = { events: [{ ...lisbon, aliases: ["noaad1755110109"] }], withdrawn: [] };
    const { holdings } = applyEvents(known, table([far], { complete: false, form: "hazel-tsv" }), 2);
    expect(holdings.events.map(({ id }) => id)).toEqual(["noaa1192", "noaad1755110109n2"]);
  });

  it("contains the last table after any series of whole tables, and all withdrawals", () => {
    const row = fc.record({ number: fc.integer({ min: 1, max: 12 }), magnitude: fc.integer({ min: 5, max: 8 }) });
    const tables = fc.array(fc.uniqueArray(row, { selector: ({ number }) => number, maxLength: 12 }), { maxLength: 6 });
    fc.assert(
      fc.property(tables, (series) => {
        let holdings = NOTHING;
        const seen = new Set<string>();
        for (const [at, rows] of series.entries()) {
          const listed = rows.map(({ number, magnitude }) => event({ id: `noaa${number}`, magnitude }));
          const before = new Map(holdings.events.map(({ id, magnitude }) => [id, magnitude]));
          const taken = applyEvents(holdings, table(listed), at);
          holdings = taken.holdings;
          const now = new Map(listed.map(({ id, magnitude }) => [id, magnitude]));
          for (const id of now.keys()) seen.add(id);
          expect(new Map(holdings.events.map(({ id, magnitude }) => [id, magnitude]))).toEqual(now);
          const gone = [...seen].filter((id) => !now.has(id)).toSorted();
          expect(holdings.withdrawn.flatMap(({ ids }) => ids)).toEqual(gone);
          const of = (kind: string) => taken.changes.filter((change) => change.kind === kind).map(({ id }) => id);
          expect(of("added").toSorted()).toEqual([...now.keys()].filter((id) => !before.has(id)).toSorted());
          expect(of("withdrawn").toSorted()).toEqual([...before.keys()].filter((id) => !now.has(id)).toSorted());
          const revised = [...now].filter(([id, magnitude]) => before.has(id) && before.get(id) !== magnitude);
          expect(of("revised").toSorted()).toEqual(revised.map(([id]) => id).toSorted());
        }
      }),
    );
  });
});

describe("matching rows of NOAA's to events", () => {
  const lisbon = event({ id: "noaa1192", tsunamiEventId: null });
  const matches = (given: Partial<NoaaEvent>) => matchEvents([event({ ...lisbon, ...given, id: "row" })], [lisbon]).size === 1;
  const on = (time: Partial<NoaaEvent["time"]>) => ({ time: { ...lisbon.time, ...time } });

  it.each([
    ["the same row", {}],
    ["a day later", on({ day: 2 })],
    ["only the month known", on({ day: null, hour: null, minute: null })],
    ["only the year known", on({ month: null, day: null, hour: null, minute: null })],
    ["another hour", on({ hour: 21 })],
    ["200 km away", { latitude: 38.7 }],
    ["no position, in the same words", { latitude: null, longitude: null }],
    ["half a magnitude more", { magnitude: 9 }],
    ["an unknown magnitude", { magnitude: null }],
    ["a magnitude revised by much", { magnitude: 5.9 }],
    ["a date of the other calendar", on({ day: 11 })],
  ])("takes %s for the same", (_, given) => {
    expect(matches(given)).toBe(true);
  });

  it.each([
    ["another year", on({ year: 1756 })],
    ["another month", on({ month: 10 })],
    ["a week later", on({ day: 8 })],
    ["400 km away, elsewhere", { latitude: 41, place: "SPAIN" }],
    ["no position, in other words", { latitude: null, longitude: null, place: "SPAIN" }],
    ["two magnitudes less, in other words", { magnitude: 6.5, place: "SPAIN" }],
    ["two magnitudes less, at another hour", { magnitude: 6.5, time: { ...lisbon.time, hour: 3 } }],
  ])("takes %s for another", (_, given) => {
    expect(matches(given)).toBe(false);
  });

  it("joins each of two similar rows with its most similar event, one to one", () => {
    const [first, second] = [lisbon, event({ ...lisbon, id: "noaa1193", time: { ...lisbon.time, hour: 12 } })];
    const rows = [event({ ...second, id: "b" }), event({ ...first, id: "a" })];
    const pairs = [...matchEvents(rows, [first, second])].map(([row, other]) => `${row.id} ${other.id}`);
    expect(pairs.toSorted()).toEqual(["a noaa1192", "b noaa1193"]);
  });
});

describe("a table of NOAA's is rejected", () => {
  it.each([
    [100, 10, 11],
    [500, 10, 11],
    [6000, 120, 121],
  ])("if of %i rows more than %i are gone: %i", (held, most, more) => {
    expect(checkGone("earthquakes", held, most)).toBeNull();
    expect(checkGone("earthquakes", held, more)).toMatchObject({ code: "capture-shrunk" });
  });

  it("if too large a share of the rows is unreadable, or there are no rows", () => {
    expect(checkRows("earthquakes", 100, 2, 0.02)).toBeNull();
    expect(checkRows("earthquakes", 100, 3, 0.02)).toMatchObject({ code: "capture-malformed" });
    expect(checkRows("earthquakes", 0, 0, 0.02)).toMatchObject({ code: "capture-empty" });
  });

  it.each([
    [100, 90, null],
    [100, 89, "capture-thinned"],
    [99, 0, null],
  ])("if of %i known values of a field fewer than nine in ten are left: %i", (known, left, code) => {
    const rows = (count: number) => Array.from({ length: 150 }, (_, at) => event({ id: `noaa${at}`, intensity: at < count ? 5 : null }));
    const error = checkChanges("earthquakes", rows(known), rows(left), []);
    expect(error?.code ?? null).toBe(code);
  });

  const many = Array.from({ length: 600 }, (_, at) => event({ id: `noaa${at}` }));

  /** Rows of which the first `count` have other values. */
  const withChanged = <Row extends NoaaEvent | NoaaTsunami>(rows: readonly Row[], count: number, parts: Partial<Row>) =>
    rows.map((row, at) => (at < count ? { ...row, ...parts } : row));

  const costly = (value: number) => ({ losses: { deaths: { value: 100, class: 1 }, damage_million_usd: { value, class: 1 } } });
  const deadly = (value: number | null) => ({ losses: { deaths: { value, class: 1 } } });

  it.each<[string, number, string, Partial<NoaaEvent>, Partial<NoaaEvent>]>([
    ["magnitude", 12, "by far", { magnitude: 7.5 }, { magnitude: 7.4 }],
    ["place", 12, "by far", { latitude: 38.79 }, { latitude: 38.81 }],
    ["day", 12, "by far", { time: { year: 1755, month: 11, day: 1, hour: 0, minute: 0, second: 0 } }, { time: { ...LISBON_TIME, day: 2 } }],
    ["year", 12, "by far", {}, { time: { ...LISBON_TIME, year: 1754 } }],
    ["deaths", 12, "by far", deadly(1000), deadly(1001)],
    ["deaths", 12, "by far", deadly(10), deadly(9)],
    ["damage", 12, "by far", costly(1), costly(10.1)],
    ["magnitude", 48, "by much", { magnitude: 8.0 }, { magnitude: 7.9 }],
    ["place", 48, "by much", { latitude: 37.4 }, { latitude: 37.5 }],
    ["deaths", 48, "by much", deadly(200), deadly(201)],
    ["deaths", 48, "by much", deadly(50), deadly(0)],
    ["deaths", 48, "by much", deadly(50), deadly(null)],
    ["country", 12, "by far", { country: null }, { country: "SPAIN" }],
  ])("if the %s of more than %i of 600 events changes %s, and not for less", (_, most, how, less, more) => {
    const before = many.map((row): NoaaEvent => ({ ...row, ...costly(1), country: "PORTUGAL" }));
    const faultOf = (count: number, parts: Partial<NoaaEvent>) =>
      checkChanges("earthquakes", before, withChanged(before, count, parts), [])?.message;
    for (const [count, parts] of [
      [48, less],
      [most, more],
    ] as const)
      expect(faultOf(count, parts)).toBeUndefined();
    expect(faultOf(most + 1, more)).toMatch(`changes ${most + 1} known events ${how} (noaa0, noaa1, noaa2, …)`);
  });

  const tsunamis = Array.from({ length: 600 }, (_, id): NoaaTsunami => {
    const values = { validity: 4, cause: 1, maxWaterHeightM: 10, earthquakeEventId: null };
    return { id, ...values, time: LISBON_TIME, latitude: 37, longitude: -10 };
  });
  const next = { ...LISBON_TIME, day: 2 };

  it.each<[string, number, string, Partial<NoaaEvent>, Partial<NoaaEvent>]>([
    ["magnitude", 120, "by something", { magnitude: 8.6 }, { magnitude: 8.61 }],
    ["place", 120, "by something", { latitude: 37.08 }, { latitude: 37.1 }],
    ["depth", 120, "by something", { depthKm: 40 }, { depthKm: 41 }],
    ["hour", 120, "by something", { time: { ...LISBON_TIME, minute: 0 } }, { time: { ...LISBON_TIME, hour: 10 } }],
    ["deaths", 120, "by something", deadly(110), deadly(111)],
    ["intensity", 120, "by something", { intensity: 10 }, { intensity: 9 }],
    ["flag", 120, "by something", {}, { tsunamiFlag: false }],
  ])("if the %s of more than %i of 600 events changes %s, and not for as much", (_, most, how, as, more) => {
    const before = many.map((row): NoaaEvent => ({ ...row, ...deadly(100), depthKm: 30 }));
    const faultOf = (count: number, parts: Partial<NoaaEvent>) =>
      checkChanges("earthquakes", before, withChanged(before, count, parts), [])?.message;
    expect([faultOf(600, as), faultOf(most, more)]).toEqual([undefined, undefined]);
    expect(faultOf(most + 1, more)).toMatch(`changes ${most + 1} known events ${how} (noaa0, noaa1, noaa2, …)`);
  });

  it.each<[string, number, string, Partial<NoaaTsunami>, Partial<NoaaTsunami>]>([
    ["day", 12, "by far", {}, { time: next }],
    ["place", 12, "by far", { latitude: 37.01 }, { latitude: 38.81 }],
    ["height", 12, "by far", { maxWaterHeightM: 10.9 }, { maxWaterHeightM: 101 }],
    ["place", 48, "by much", { latitude: 37.01 }, { latitude: 37.5 }],
    ["height", 48, "by much", { maxWaterHeightM: 9.1 }, { maxWaterHeightM: 4.9 }],
    ["height", 48, "by much", {}, { maxWaterHeightM: null }],
    ["height", 48, "by much", {}, { maxWaterHeightM: 0 }],
    ["place", 120, "by something", { latitude: 37.08 }, { latitude: 37.1 }],
    ["height", 120, "by something", { maxWaterHeightM: 11 }, { maxWaterHeightM: 11.1 }],
    ["hour", 120, "by something", { time: { ...LISBON_TIME, minute: 0 } }, { time: { ...LISBON_TIME, hour: 10 } }],
    ["validity", 120, "by something", {}, { validity: 0 }],
    ["cause", 120, "by something", {}, { cause: 6 }],
  ])("if the %s of more than %i of 600 tsunamis changes %s", (_, most, how, as, more) => {
    const faultOf = (count: number, parts: Partial<NoaaTsunami>) =>
      checkTsunamis("tsunamis", tsunamis, withChanged(tsunamis, count, parts))?.message;
    expect([faultOf(600, as), faultOf(most, more)]).toEqual([undefined, undefined]);
    expect(faultOf(most + 1, more)).toMatch(`changes ${most + 1} known events ${how} (0, 1, 2, …)`);
  });

  it("if it moves more than three events from one era to the other", () => {
    const faultOf = (count: number) =>
      checkTsunamis("tsunamis", tsunamis, withChanged(tsunamis, count, { time: { ...LISBON_TIME, year: -1755 } }));
    expect(faultOf(3)).toBeNull();
    expect(faultOf(4)).toMatchObject({ code: "capture-implausible" });
  });

  it("if a known table has more than eight new events of magnitude 8", () => {
    const fresh = (count: number, magnitude: number) =>
      Array.from({ length: count }, (_, at) => event({ id: `new${at}`, magnitude, time: { ...LISBON_TIME, year: 1800 + at } }));
    expect(checkChanges("earthquakes", many, [...many, ...fresh(8, 8)], [])).toBeNull();
    expect(checkChanges("earthquakes", many, [...many, ...fresh(9, 7.9)], [])).toBeNull();
    expect(checkChanges("earthquakes", many, [...many, ...fresh(9, 8)], [])).toMatchObject({ code: "capture-implausible" });
    expect(checkChanges("earthquakes", many.slice(0, 99), [...many.slice(0, 99), ...fresh(9, 8)], [])).toBeNull();
  });

  it("if more than three rows are dated a day after it; up to three are left out", () => {
    const retrieved = Date.UTC(2031, 0, 1);
    const later = (ms: number, count: number) => {
      const at = new Date(retrieved + DAY + ms);
      const time = { year: at.getUTCFullYear(), month: 1, day: at.getUTCDate(), hour: 0, minute: 0, second: at.getUTCSeconds() };
      return Array.from({ length: count }, (_, n) => event({ id: `late${n}`, time }));
    };
    const rows = many.slice(0, 3);
    expect(withoutFuture("earthquakes", [...rows, ...later(0, 9)], retrieved).ahead).toEqual([]);
    const ahead = later(1000, 3);
    expect(withoutFuture("earthquakes", [...rows, ...ahead], retrieved)).toEqual({ rows, ahead });
    expect(() => withoutFuture("earthquakes", [...rows, ...later(1000, 4)], retrieved)).toThrow(/has 4 rows from the future/);
  });
});
