import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { type Archive, nearHistorical } from "../../../build/catalogue/tally/archive.ts";
import type { ReportedEvent } from "../../../build/store/records.ts";
import { AS_OF, smallInput, usgs } from "../../answers/small-catalogue.ts";
import { archiveOf as anyArchive } from "../make-archive.ts";
import { historicalRecord, liveEvent } from "../make-records.ts";

const DAY = 86_400_000;
const COMPLETE = { from: Date.UTC(2008, 0, 1), to: AS_OF, magnitude: 4.5 };

function archiveOf(events: readonly ReportedEvent[], complete: Archive["complete"] = COMPLETE): Archive {
  return anyArchive(events, complete);
}

/** Country and plate as the small input places them. */
function placeOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }) {
  return { country: (latitude ?? 0) >= 0 ? "NO" : "SO", plate: (longitude ?? 0) >= 0 ? "EA" : "WE" };
}

const anyOld = fc
  .record({
    days: fc.double({ min: 0, max: 4_000, noNaN: true }),
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -179, max: 179, noNaN: true }),
    magnitude: fc.option(fc.integer({ min: 20, max: 80 }).map((tenths) => tenths / 10)),
    type: fc.constantFrom("earthquake", "earthquake", "explosion"),
    significance: fc.option(fc.integer({ min: 0, max: 1_000 })),
  })
  .map(({ days, ...event }) => ({ ...event, time: Math.floor(AS_OF - 30 * DAY - days * DAY) }));

function lawOf(archive?: Archive) {
  return assembleCatalogue(smallInput({ archive })).countries[0]?.completeness?.law;
}

function isSignificant({ magnitude, significance }: ReportedEvent): boolean {
  return (magnitude ?? 0) >= 6 || (significance ?? 0) >= 600;
}

describe("the archive", () => {
  it("is counted where it happened, each event once, beside what is listed", () => {
    const without = assembleCatalogue(smallInput({ archive: archiveOf([]) }));
    // At hand but not listed: one that has grown too old, and one of unknown magnitude.
    expect(without.countries.map(({ totalEarthquakes }) => totalEarthquakes)).toEqual([5, 3]);
    expect(assembleCatalogue(smallInput()).countries.map(({ totalEarthquakes }) => totalEarthquakes)).toEqual([3, 3]);
    fc.assert(
      fc.property(fc.array(anyOld, { maxLength: 60 }), (given) => {
        const old = given.map((event, at) => liveEvent({ id: `old${at}`, ...event }));
        const archive = archiveOf(old);
        const catalogue = assembleCatalogue(smallInput({ archive }));
        expect(catalogue.events).toEqual(without.events);
        const earthquakes = old.filter(({ type }) => type === "earthquake");
        for (const [at, country] of catalogue.countries.entries()) {
          const own = earthquakes.filter((event) => placeOf(event).country === country.iso2);
          const before = without.countries[at];
          const largest = Math.max(before?.largestMagnitude ?? 0, ...own.map(({ magnitude }) => magnitude ?? 0));
          expect(country.totalEarthquakes).toBe((before?.totalEarthquakes ?? 0) + own.length);
          expect(country.totalSignificant).toBe((before?.totalSignificant ?? 0) + own.filter(isSignificant).length);
          expect(country.largestMagnitude).toBe(largest);
        }
        for (const [at, { code, earthquakeCount, years }] of catalogue.plates.entries()) {
          const own = earthquakes.filter((event) => placeOf(event).plate === code);
          expect(earthquakeCount).toBe((without.plates[at]?.earthquakeCount ?? 0) + own.length);
          expect(years.reduce((sum, { total }) => sum + total, 0)).toBe(earthquakeCount);
          expect(years.map(({ year }) => year)).toEqual(years.map(({ year }) => year).toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gives a historical earthquake the ids and numbers that the agency has for it", () => {
    const time = Date.UTC(2015, 4, 30, 11, 23, 2, 100);
    const where = { latitude: 27.8, longitude: 140.5, magnitude: 7.8 };
    const event = liveEvent({ id: "us20002ki3", ids: ["pt15150051", "us20002ki3"], time, ...where });
    const other = liveEvent({ id: "us2", time: time + 3 * DAY, ...where });
    const record = historicalRecord({
      id: "noaa10106",
      latitude: 27.83,
      longitude: 140.49,
      magnitude: 7.8,
      time: { year: 2015, month: 5, day: 30, hour: 11, minute: 23, second: null },
    });
    const archive = archiveOf([event, other]);
    const { events, countries } = assembleCatalogue(smallInput({ live: usgs([]), archive, historical: [record] }));
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ id: "us20002ki3", aliases: ["noaa10106", "pt15150051"], time });
    expect(events[0]?.sources.map(({ agency }) => agency)).toEqual(["usgs", "notable"]);
    expect(countries.map(({ totalEarthquakes }) => totalEarthquakes)).toEqual([2, 0]);
  });

  it("has for a day with a known hour the candidates of the whole day", () => {
    const day = { year: 2015, month: 5, day: 30, hour: null, minute: null, second: null };
    const records = [historicalRecord({ id: "day", time: day }), historicalRecord({ id: "hour", time: { ...day, hour: 11, minute: 23 } })];
    const [first, last] = [Date.UTC(2015, 4, 30), Date.UTC(2015, 4, 31) - 1];
    const times = [first - 1, first, first + 20 * 3_600_000, last, last + 1];
    const archive = archiveOf(times.map((time, at) => liveEvent({ id: `us${at}`, time })));
    expect(nearHistorical(archive, records).map(({ id }) => id)).toEqual(["us1", "us2", "us3"]);
  });

  it("counts strong earthquakes near a country for its zone: in whole years, once, and no deep ones", () => {
    const first = 2009;
    const depths = fc.option(fc.constantFrom(10, 300, 300.1, 600));
    fc.assert(
      fc.property(fc.array(fc.tuple(anyOld, depths), { maxLength: 60 }), (given) => {
        const old = given.map(([event, depthKm], at) => liveEvent({ id: `old${at}`, ...event, depthKm }));
        const { countries } = assembleCatalogue(smallInput({ archive: archiveOf(old) }));
        for (const { iso2, zoneBasis } of countries) {
          const strong = old.filter(
            (event) =>
              placeOf(event).country === iso2 &&
              event.type === "earthquake" &&
              (event.magnitude ?? 0) >= 5 &&
              (event.depthKm ?? 0) <= 300 &&
              new Date(event.time).getUTCFullYear() >= first &&
              new Date(event.time).getUTCFullYear() <= 2017,
          );
          expect(zoneBasis).toMatchObject({ basis: "archive" });
          expect(zoneBasis.rate).toMatchObject({ events: strong.length, firstYear: first - 1, lastYear: 2017 });
        }
      }),
      { numRuns: 40 },
    );
    const { countries } = assembleCatalogue(smallInput({ archive: archiveOf([], null) }));
    expect(countries.every(({ zoneBasis }) => zoneBasis.basis === "history" && zoneBasis.rate === null)).toBe(true);
  });

  it("counts a historical earthquake that the agency has too but once for the zone", () => {
    const time = Date.UTC(2015, 4, 30, 11, 23, 2, 100);
    const where = { latitude: 27.8, longitude: 140.5, magnitude: 7.8 };
    const record = historicalRecord({
      id: "noaa10106",
      ...where,
      time: { year: 2015, month: 5, day: 30, hour: 11, minute: 23, second: null },
    });
    const archive = archiveOf([liveEvent({ id: "us20002ki3", time, ...where })]);
    const { countries } = assembleCatalogue(smallInput({ live: usgs([]), archive, historical: [record] }));
    expect(countries[0]?.zoneBasis.rate?.events).toBe(1);
  });

  it("says how often earthquakes of each size happen where it is complete, and nothing where it is not", () => {
    const events = Array.from({ length: 400 }, (_, at) =>
      liveEvent({
        id: `old${at}`,
        time: COMPLETE.from + at * 8 * DAY,
        latitude: 10,
        longitude: 10,
        // A tenth as many for each unit more.
        magnitude: 4.5 + Math.floor(-Math.log10(1 - (at + 0.5) / 400) * 10) / 10,
      }),
    );
    expect(lawOf(archiveOf(events))).toMatchObject({ completenessMagnitude: 4.7 });
    expect(lawOf(archiveOf(events))?.b).toBeCloseTo(1, 0);
    expect(lawOf(archiveOf(events, null))).toBeUndefined();
    expect(lawOf()).toBeUndefined();
  });
});
