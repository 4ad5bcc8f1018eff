import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import type { ReportedEvent, Withdrawal } from "../../build/store/records.ts";
import { AS_OF, smallInput, usgs } from "../answers/small-catalogue.ts";
import { archiveOf } from "./make-archive.ts";
import { historicalRecord, liveEvent } from "./make-records.ts";

const catalogue = assembleCatalogue(smallInput());
const byId = new Map(catalogue.events.map((event) => [event.id, event]));

describe("the catalogue", () => {
  it("serves recent earthquakes with their numbers known, and every historical one, newest first", () => {
    expect(catalogue.events.map(({ id }) => id)).toEqual(["us1", "us2", "us3", "us8", "qt2", "qt1"]);
    expect(catalogue.events.filter(({ recent }) => recent).map(({ id }) => id)).toEqual(["us1", "us2", "us3", "us8"]);
  });

  it("counts what it leaves out, by reason, beside what the reader left out", () => {
    expect(catalogue.leftOut).toEqual({
      usgs: {
        "position-out-of-range": 1,
        "not-an-earthquake: quarry blast": 1,
        "magnitude-unknown": 1,
        "older-than-30-days": 1,
        "after-as-of": 1,
      },
    });
  });

  it("calls significant what is strong, what the agency says, and what the historical catalogue holds", () => {
    const significant = catalogue.events.filter((event) => event.significant).map(({ id }) => id);
    expect(significant).toEqual(["us1", "us2", "qt2", "qt1"]);
    expect(catalogue.events.filter(({ major }) => major).map(({ id }) => id)).toEqual(["us2"]);
  });

  it("never fills in what is unknown", () => {
    expect(byId.get("qt2")).toMatchObject({ magnitude: null, depthKm: null, latitude: null, longitude: null });
    expect(byId.get("qt2")).toMatchObject({ plate: null, status: null, updated: null });
    expect(byId.get("qt2")?.country).toEqual({ iso2: "SO", relation: "inside", distanceKm: null });
  });

  it("follows the only country that historical sources name within 20 km of the epicentre, and no further", () => {
    const border = (latitude: number, _: number, of?: string) => {
      const iso2 = of ?? (latitude > 24.2 ? "TW" : "PH");
      const beyond = (iso2 === "TW" ? 24.2 - latitude : latitude - 24.2) * 111.2;
      return { iso2, relation: "inside" as const, distanceKm: Math.max(0, beyond) };
    };
    const { locate } = smallInput();
    const country = (given: Parameters<typeof historicalRecord>[0]) => {
      const input = smallInput({ live: usgs([]), historical: [historicalRecord(given)], locate: { ...locate, country: border } });
      return assembleCatalogue(input).events[0]?.country;
    };
    expect(country({ id: "qt1", latitude: 24.05 })).toEqual({ iso2: "TW", relation: "inside", distanceKm: null });
    expect(country({ id: "qt1", latitude: 24 })).toEqual({ iso2: "PH", relation: "inside", distanceKm: 0 });
    expect(country({ id: "qt1", latitude: 24.05, country: "PH" })?.iso2).toBe("PH");
    const own = historicalRecord({ id: "qt1", country: "PH" });
    expect(country({ id: "noaa1", latitude: 24.05, own })?.iso2).toBe("PH");
    expect(country({ id: "noaa1", latitude: 23, own: { ...own, country: "TW", latitude: 24.3 } })?.iso2).toBe("TW");
  });

  it("counts each country's events, and those of plates", () => {
    expect(
      catalogue.countries.map(({ iso2, totalEarthquakes, totalSignificant, largestMagnitude, recent30d }) => [
        iso2,
        totalEarthquakes,
        totalSignificant,
        largestMagnitude,
        recent30d,
      ]),
    ).toEqual([
      ["NO", 3, 1, 6.4, 3],
      ["SO", 3, 3, 7, 1],
    ]);
    expect(catalogue.plates.map(({ code, earthquakeCount }) => [code, earthquakeCount])).toEqual([
      ["EA", 4],
      ["WE", 1],
    ]);
  });

  it.each([
    { observed: true, flag: true },
    { observed: false, flag: false },
    { observed: null, flag: null },
  ])("a historical earthquake with a tsunami of $observed has the flag $flag", ({ observed, flag }) => {
    const historical = [historicalRecord({ id: "qt1", tsunami: observed })];
    const { events } = assembleCatalogue(smallInput({ live: usgs([]), historical }));
    expect(events.find(({ id }) => id === "qt1")?.tsunamiFlag).toBe(flag);
  });

  it.each([
    { depthKm: 70, plate: "EA" },
    { depthKm: 70.1, plate: null },
  ])("an earthquake at $depthKm km is in the plate $plate", ({ depthKm, plate }) => {
    const live = usgs([liveEvent({ id: "us1", depthKm, latitude: 24.17, longitude: 121.65 })]);
    const { events, plates } = assembleCatalogue(smallInput({ live, historical: [] }));
    expect(events.find(({ id }) => id === "us1")?.plate?.code ?? null).toBe(plate);
    expect(plates.find(({ code }) => code === "EA")?.earthquakeCount).toBe(plate === null ? 0 : 1);
  });

  it("makes one event of two reports, with every id, the live numbers and the historical losses", () => {
    const both = assembleCatalogue(
      smallInput({
        live: usgs([liveEvent({ id: "us1", ids: ["at1", "us1"] })]),
        historical: [historicalRecord({ id: "qt1", name: "Hualien", tsunami: true })],
      }),
    ).events;
    expect(both).toHaveLength(1);
    expect(both[0]).toMatchObject({
      id: "us1",
      aliases: ["at1", "qt1"],
      name: "Hualien",
      depthKm: 10.6,
      recent: true,
      historical: true,
      // The agency sets no flag, but the catalogue has the tsunami.
      tsunamiFlag: true,
      tsunami: { observed: true, noaaEventId: null, maxWaterHeightM: null },
      precision: "second",
      sources: [
        { agency: "usgs", id: "us1" },
        { agency: "notable", id: "qt1" },
      ],
    });
    expect(both[0]?.losses.deaths).toEqual({ value: 17, class: null });
  });

  it("forgets a withdrawal of an id that is in use again", () => {
    const again = smallInput({ live: usgs([liveEvent({ id: "us9", time: AS_OF })]) });
    expect(catalogue.withdrawn).toEqual([{ id: "us9", withdrawnAt: AS_OF - 3_600_000 }]);
    expect(assembleCatalogue(again).withdrawn).toEqual([]);
  });

  it("refuses two events with one id", () => {
    const twice = smallInput({
      live: usgs([liveEvent({ id: "us1", time: AS_OF }), liveEvent({ id: "us2", ids: ["us1", "us2"], time: AS_OF })]),
    });
    expect(() => assembleCatalogue(twice)).toThrow("the id us1 belongs to two events");
  });

  it.each([
    [{ iso2: "SO", relation: "inside", distanceKm: 0 }, "South"],
    [{ iso2: "SO", relation: "offshore", distanceKm: 83.6 }, "84 km off the coast of South"],
    [{ iso2: "XX", relation: "inside", distanceKm: 0 }, "3.50° S, 12.25° E"],
    [null, "3.50° S, 12.25° E"],
  ] as const)("says where an event without a place is, as well as it is known: %j", (country, place) => {
    const input = smallInput({
      live: usgs([liveEvent({ id: "us1", time: AS_OF, place: null, latitude: -3.5, longitude: 12.25 })]),
      historical: [],
    });
    const located = { ...input, locate: { ...input.locate, country: () => country } };
    expect(assembleCatalogue(located).events[0]?.place).toBe(place);
  });
});

/** The catalogue of what the USGS and the EMSC report, and the USGS has withdrawn. */
function catalogueOf(fromUsgs: ReportedEvent[], fromEmsc: ReportedEvent[], withdrawn: Withdrawal[] = []): Catalogue {
  const live = [
    { agency: "usgs", events: fromUsgs, withdrawn },
    { agency: "emsc", events: fromEmsc, withdrawn: [] },
  ];
  return assembleCatalogue(smallInput({ live, historical: [] }));
}

describe("the catalogue of several agencies", () => {
  const us = liveEvent({ id: "us1", ids: ["at1", "us1"], time: AS_OF - 60_000, feltReports: 12, magnitude: 5 });
  const em = liveEvent({
    id: "20180207_0000001",
    ids: ["20180207_0000001", "emsc1"],
    agency: "emsc",
    time: AS_OF - 58_000,
    updated: us.updated + 1000,
    magnitude: 5.2,
    depthKm: 12,
    place: "TAIWAN",
    status: "",
  });
  it("serves the solution of the first agency with the ids and sources of all", () => {
    const { events } = catalogueOf([us], [em]);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      id: "us1",
      aliases: ["20180207_0000001", "at1", "emsc1"],
      time: us.time,
      magnitude: 5,
      depthKm: 10.6,
      place: us.place,
      status: "reviewed",
      updated: em.updated,
      feltReports: 12,
      sources: [
        { agency: "usgs", id: "us1", url: us.url },
        { agency: "emsc", id: "20180207_0000001", url: em.url },
      ],
    });
  });

  it("takes another's solution whole if the first lacks a number, and keeps the first one's id", () => {
    const [event] = catalogueOf([{ ...us, depthKm: null }], [em]).events;
    expect(event).toMatchObject({ id: "us1", time: em.time, magnitude: 5.2, depthKm: 12, recent: true });
    expect(event).toMatchObject({ place: us.place, feltReports: 12 });
  });

  it("serves what only a second agency reports, under its id", () => {
    const { events, leftOut } = catalogueOf([], [em, { ...em, id: "e2", ids: ["e2"], time: AS_OF - 9e6, magnitude: null }]);
    expect(events.map(({ id, recent }) => [id, recent])).toEqual([["20180207_0000001", true]]);
    expect(leftOut["emsc"]).toEqual({ "magnitude-unknown": 1 });
  });

  it("keeps every former id of an event when the first agency reports it later", () => {
    const before = catalogueOf([], [em]).events[0];
    const after = catalogueOf([us], [em]).events[0];
    expect([before?.id, ...(before?.aliases ?? [])].every((id) => after?.aliases.includes(id ?? ""))).toBe(true);
  });

  it("believes the first agency that says what kind of event it was", () => {
    const blast = catalogueOf([{ ...us, type: "quarry blast" }], [em]);
    expect(blast.events).toEqual([]);
    expect(blast.leftOut).toMatchObject({
      usgs: { "not-an-earthquake: quarry blast": 1 },
      emsc: { "not-an-earthquake: quarry blast": 1 },
    });
    expect(catalogueOf([us], [{ ...em, type: "not reported" }]).events[0]?.sources).toHaveLength(2);
    const unsaid = catalogueOf([], [{ ...em, type: "not reported" }]);
    expect([unsaid.events, unsaid.leftOut["emsc"]]).toEqual([[], { "not-an-earthquake: not reported": 1 }]);
  });

  it("keeps an event that one agency withdraws and another stands by, under every id", () => {
    const { time, latitude, longitude, magnitude } = us;
    const was = { time, latitude, longitude, magnitude };
    const { events, withdrawn } = catalogueOf([], [em], [{ ids: ["at1", "us1"], withdrawnAt: AS_OF, was }]);
    expect(events[0]).toMatchObject({ id: em.id, aliases: ["at1", "emsc1", "us1"] });
    expect(withdrawn).toEqual([]);
    expect(catalogueOf([], [], [{ ids: ["us1"], withdrawnAt: AS_OF, was }]).withdrawn).toHaveLength(1);
  });

  it("joins what others reported long ago with the archive of the first agency, if the historical catalogue has it", () => {
    const long = Date.UTC(2016, 1, 6, 15, 50, 42);
    const [first, second] = [
      { ...us, time: long, magnitude: 6.4 },
      { ...em, time: long + 1000, magnitude: 6.4 },
    ];
    const time = { year: 2016, month: 2, day: 6, hour: 15, minute: 50, second: 43 };
    const { events } = assembleCatalogue(
      smallInput({
        live: [
          { agency: "usgs", events: [], withdrawn: [] },
          { agency: "emsc", events: [second], withdrawn: [] },
        ],
        archive: archiveOf([first, { ...first, id: "us2", ids: ["us2"], time: long + 60_000 }], null),
        historical: [historicalRecord({ id: "h1", time })],
      }),
    );
    expect(events.map(({ id, aliases }) => [id, ...aliases])).toEqual([["us1", em.id, "at1", "emsc1", "h1"]]);
  });

  it("has neither update time nor status if no agency states them", () => {
    expect(catalogueOf([], [{ ...em, updated: null, status: null }]).events[0]).toMatchObject({ updated: null, status: null });
  });
});
