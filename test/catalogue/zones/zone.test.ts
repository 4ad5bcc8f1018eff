import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ZONE_RULE, type ZoneFigures, zoneOf, zonePoints } from "../../../build/catalogue/zones/zone.ts";
import type { StrongRate } from "../../../build/catalogue/zones/zone-counts.ts";
import { SEISMIC_ZONES } from "../../../build/contract/texts/vocabulary.ts";
import { isAtAnEnd, type ZoneResult, zoneResults, zoneTable } from "../../../scripts/measure/zones/agreement.ts";
import { corpusCatalogues, embeddedCatalogue } from "../../../scripts/measure/zones/catalogues.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { AGREED_ZONES } from "../agreed-zones.ts";

const NOTHING: ZoneFigures = {
  rate: null,
  largestMagnitude: null,
  deaths: 0,
  boundaryDistanceKm: 1000,
  boundarySpeed: null,
};

function rate(low: number, high: number): StrongRate {
  return { events: 9, firstYear: 1973, lastYear: 2025, areaKm2: 100_000, perYear: (low + high) / 2, low, high };
}

function zone(figures: ZoneFigures) {
  return zoneOf(zonePoints(figures), figures.boundaryDistanceKm);
}

function off(results: readonly ZoneResult[], isOff: (result: ZoneResult) => boolean): string {
  return zoneTable(results.filter(isOff)).split("\n").slice(1).join("\n");
}

describe("sixty countries whose zone seismologists agree on", () => {
  it("are sixty, each once, with both ends among them", () => {
    expect(new Set(AGREED_ZONES.map(({ iso2 }) => iso2)).size).toBe(60);
    const ends = AGREED_ZONES.filter(isAtAnEnd).map(({ allowed }) => allowed[0]);
    expect(ends.filter((end) => end === "very_high").length).toBeGreaterThanOrEqual(10);
    expect(ends.filter((end) => end === "minimal").length).toBeGreaterThanOrEqual(6);
  });

  it("are at most one class off by the embedded data alone, and none of those at the ends", async () => {
    const { countries } = await embeddedCatalogue();
    const results = zoneResults(countries, AGREED_ZONES);
    expect(off(results, (result) => result.off > 1 || (result.off > 0 && isAtAnEnd(result)))).toBe("");
    expect(results.filter((result) => result.off > 0).length).toBeLessThanOrEqual(8);
    expect(countries.every(({ zoneBasis }) => zoneBasis.basis === "history" && zoneBasis.rate === null)).toBe(true);
  });

  it.skipIf(!corpusPresent)(
    "are so too by NOAA's table and Bird's plates, without an archive and with one of four years",
    async () => {
      const { without, archived } = await corpusCatalogues(corpus(""));
      const basis = { without: "history", archived: "archive" };
      for (const [name, { countries }] of Object.entries({ without, archived })) {
        const results = zoneResults(countries, AGREED_ZONES);
        expect(off(results, (result) => result.off > 1 || (result.off > 0 && isAtAnEnd(result)))).toBe("");
        expect(results.filter((result) => result.off > 0).length).toBeLessThanOrEqual(name === "archived" ? 9 : 12);
        expect(new Set(countries.map(({ zoneBasis }) => zoneBasis.basis))).toEqual(
          new Set([basis[name as keyof typeof basis]]),
        );
      }
      const [japan] = archived.countries.filter(({ iso2 }) => iso2 === "JP");
      expect(japan?.zoneBasis.rate).toMatchObject({ firstYear: 2013, lastYear: 2016 });
    },
    120_000,
  );
});

describe("the seismic zone", () => {
  it("never falls when a figure rises or a boundary is nearer", () => {
    const ends = fc.tuple(fc.double({ min: 0, max: 2, noNaN: true }), fc.double({ min: 0, max: 2, noNaN: true }));
    const figures = fc.record({
      rate: fc.option(ends.map(([low, more]) => rate(low, low + more))),
      largestMagnitude: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
      deaths: fc.nat(5000),
      boundaryDistanceKm: fc.double({ min: 0, max: 5000, noNaN: true }),
      boundarySpeed: fc.option(fc.double({ min: 0, max: 300, noNaN: true })),
    });
    fc.assert(
      fc.property(figures, figures, (one, two) => {
        const stronger = {
          rate:
            one.rate && two.rate
              ? rate(Math.max(one.rate.low, two.rate.low), Math.max(one.rate.high, two.rate.high))
              : one.rate,
          largestMagnitude: Math.max(one.largestMagnitude ?? -9, two.largestMagnitude ?? -9),
          deaths: Math.max(one.deaths, two.deaths),
          boundaryDistanceKm: Math.min(one.boundaryDistanceKm, two.boundaryDistanceKm),
          boundarySpeed: Math.max(one.boundarySpeed ?? 0, two.boundarySpeed ?? 0),
        };
        expect(SEISMIC_ZONES.indexOf(zone(stronger))).toBeLessThanOrEqual(SEISMIC_ZONES.indexOf(zone(one)));
      }),
    );
  });

  it.each([
    [0, 100.1, null],
    [1, 100, null],
    [1, 0, 4.9],
    [2, 200, 5],
    [3, 0, 15],
    [3, 0, 49.9],
    [4, 0, 50],
  ])("guesses %i points for how often from a boundary at %s km that moves at %s mm a year", (points, km, speed) => {
    expect(zonePoints({ ...NOTHING, boundaryDistanceKm: km, boundarySpeed: speed }).rate).toBe(points);
  });

  it.each([
    ["keeps the guess where few years allow anything", 60, 0, 5, 4],
    ["lowers it to what is possible", 60, 0, 0.009, 1],
    ["lowers it to nothing where nothing happens", 60, 0, 0.0029, 0],
    ["raises it to what is certain", null, 0.03, 0.2, 3],
    ["goes by the counts alone where they are many", 20, 0.11, 0.12, 4],
  ])("%s", (_, boundarySpeed, low, high, points) => {
    expect(zonePoints({ ...NOTHING, boundarySpeed, rate: rate(low, high) }).rate).toBe(points);
  });

  it.each([
    [null, 0, 0],
    [4.9, 0, 0],
    [5, 1, 0],
    [6.9, 2, 0],
    [7, 3, 0],
    [9.5, 4, 0],
    [null, 0, 1],
    [null, 0, 999],
    [null, 0, 1000],
  ])(
    "of magnitude %s has %i points, and of deaths as many as bounds are reached",
    (largestMagnitude, points, deaths) => {
      const expected = deaths >= 1000 ? 2 : deaths >= 1 ? 1 : 0;
      expect(zonePoints({ ...NOTHING, largestMagnitude, deaths })).toEqual({
        rate: 0,
        largestMagnitude: points,
        deaths: expected,
      });
    },
  );

  it.each([
    [4, 4, 0, "very_high"],
    [4, 3, 0, "high"],
    [2, 2, 2, "high"],
    [1, 2, 2, "moderate"],
    [0, 3, 0, "low"],
    [0, 1, 1, "low"],
    [0, 1, 0, "minimal"],
  ] as const)("of %i and %i and %i points is %s", (often, large, suffered, expected) => {
    expect(zoneOf({ rate: often, largestMagnitude: large, deaths: suffered }, 1000)).toBe(expected);
  });

  it("is never minimal at a plate boundary, whatever is on record", () => {
    expect(zone({ ...NOTHING, boundaryDistanceKm: 100 })).toBe("low");
    expect(zone({ ...NOTHING, boundaryDistanceKm: 100, rate: rate(0, 0.001) })).toBe("low");
    expect(zone({ ...NOTHING, boundaryDistanceKm: 100.1 })).toBe("minimal");
  });

  it("is told in words with all its numbers", () => {
    expect(ZONE_RULE).toBe(
      "Points are added up. How often: earthquakes of magnitude 5 and more each year on 10,000 km², one point " +
        "for each bound reached of 0.003, 0.01, 0.03, 0.1; they are guessed from the plate boundaries, then raised" +
        " to those of the lower end of its 95 % interval, or lowered to those of the upper end, where an archive " +
        "is complete. The guess: 1 for a plate boundary at most 100 km from the territory; 2, 3, 4 for one less " +
        "than 250 km away whose plates close or slide past each other by 5, 15, 50 mm a year or more. How large: " +
        "one point for each bound reached of 5, 6, 7, 8 by the largest magnitude. Both of events in the country or" +
        " at most 100 km off its coast, and not deeper than 300 km. What was suffered: one point from 1, 1,000 " +
        "deaths by historical events of the country. Zone: 8 points and more very_high, 6 high, 4 moderate, 2 low," +
        " fewer minimal, but low where a plate boundary is at most 100 km from the territory.",
    );
  });
});
