import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { ShakingLevel } from "../../../build/catalogue/zones/deformation.ts";
import { ZONE_RULE, type ZoneFigures, zoneOf, zonePoints } from "../../../build/catalogue/zones/zone.ts";
import type { StrongRate } from "../../../build/catalogue/zones/zone-counts.ts";
import { SEISMIC_ZONES } from "../../../build/contract/texts/vocabulary.ts";
import { shakingLevel } from "../../../scripts/maintain/prepare-deformation.ts";
import { type ZoneResult, zoneResults, zoneTable } from "../../../scripts/measure/zones/agreement.ts";
import { corpusCatalogues, embeddedCatalogue } from "../../../scripts/measure/zones/catalogues.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { EXPECTED_ZONES, HELD_OUT_COUNTRIES } from "../expected-zones.ts";

const NOTHING: ZoneFigures = {
  deformation: { level: 0, belt: null },
  rate: null,
  largestMagnitude: null,
  secondMagnitude: null,
  deaths: 0,
  secondDeaths: 0,
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

function checkAgreement(name: string, results: readonly ZoneResult[]): void {
  const heldOut = results.filter(({ iso2 }) => HELD_OUT_COUNTRIES.has(iso2));
  expect(
    off(results, (result) => result.off > 1),
    name,
  ).toBe("");
  for (const part of [results, heldOut])
    expect(part.filter((result) => result.off === 0).length, `${name}\n${off(part, (one) => one.off > 0)}`).toBeGreaterThanOrEqual(
      0.9 * part.length,
    );
}

describe("120 countries whose zone is published hazard, 40 of them held out", () => {
  it("are 120, each once, of every class", () => {
    expect(new Set(EXPECTED_ZONES.map(({ iso2 }) => iso2)).size).toBe(120);
    expect(HELD_OUT_COUNTRIES.size).toBe(40);
    for (const zone of SEISMIC_ZONES) expect(EXPECTED_ZONES.filter((row) => row.zone === zone).length).toBeGreaterThan(6);
  });

  it("are right by the embedded data alone in nine of ten, and never more than one class off", async () => {
    const { countries } = await embeddedCatalogue();
    checkAgreement("embedded", zoneResults(countries, EXPECTED_ZONES));
    expect(countries.every(({ zoneBasis }) => zoneBasis.basis === "history" && zoneBasis.rate === null)).toBe(true);
  });

  it.skipIf(!corpusPresent)(
    "are so too by NOAA's table and Bird's plates, without an archive and with one of four years",
    async () => {
      const { without, archived } = await corpusCatalogues(corpus(""));
      const basis = { without: "history", archived: "archive" };
      for (const [name, { countries }] of Object.entries({ without, archived })) {
        checkAgreement(name, zoneResults(countries, EXPECTED_ZONES));
        expect(new Set(countries.map(({ zoneBasis }) => zoneBasis.basis))).toEqual(new Set([basis[name as keyof typeof basis]]));
      }
      const [japan] = archived.countries.filter(({ iso2 }) => iso2 === "JP");
      expect(japan?.zoneBasis.rate).toMatchObject({ firstYear: 2013, lastYear: 2016 });
    },
    120_000,
  );
});

describe("the seismic zone", () => {
  it("never falls when a figure rises or a boundary is nearer", () => {
    const figures = fc.record({
      level: fc.integer({ min: 0, max: 4 }),
      low: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
      boundaryDistanceKm: fc.double({ min: 0, max: 5000, noNaN: true }),
    });
    const of = ({ level, low, boundaryDistanceKm }: { level: number; low: number | null; boundaryDistanceKm: number }) =>
      zone({
        ...NOTHING,
        deformation: { level: level as ShakingLevel, belt: null },
        rate: low === null ? null : rate(low, low + 1),
        boundaryDistanceKm,
      });
    fc.assert(
      fc.property(figures, figures, (one, two) => {
        const stronger = {
          level: Math.max(one.level, two.level),
          low: one.low === null ? two.low : Math.max(one.low, two.low ?? 0),
          boundaryDistanceKm: Math.min(one.boundaryDistanceKm, two.boundaryDistanceKm),
        };
        expect(SEISMIC_ZONES.indexOf(of(stronger))).toBeLessThanOrEqual(SEISMIC_ZONES.indexOf(of(one)));
      }),
    );
  });

  it.each([
    [4, 50, 4],
    [4, 50.1, 3],
    [4, 120.1, 2],
    [4, 300, 2],
    [4, 300.1, 0],
    [1, 60, 0],
  ] as const)("of a belt of level %i at %s km is of level %i", (level, km, expected) => {
    expect(shakingLevel(level, km)).toBe(expected);
  });

  it.each([
    ["keeps the level where nothing is counted", 2, 0, 4],
    ["keeps it where less is counted", 3, 0.004, 6],
    ["raises it by one where more is certain", 1, 0.2, 4],
    ["raises nothing above the highest", 4, 2, 8],
  ] as const)("%s", (_, level, low, points) => {
    const figures = { ...NOTHING, deformation: { level, belt: null }, rate: rate(low, low + 1) };
    expect(zonePoints(figures).belts).toBe(points);
  });

  it("is not moved by any single entry, however large or deadly: it is the second that counts", () => {
    for (const level of [0, 1, 2, 3] as const) {
      const figures = { ...NOTHING, deformation: { level, belt: null } };
      const alone = { ...figures, largestMagnitude: 9, deaths: 100_000 };
      expect(zone(alone)).toBe(zone(figures));
      const one = { ...alone, secondMagnitude: 8.5, secondDeaths: 999 };
      expect(zone(one)).toBe(zone(figures));
    }
    const both = { ...NOTHING, deformation: { level: 1, belt: null }, secondMagnitude: 7, secondDeaths: 1000 } as const;
    expect(zone(both)).toBe("moderate");
    for (const level of [2, 3] as const) expect(zone({ ...both, deformation: { level, belt: null } })).toBe("high");
  });

  it("rests on the second-largest magnitude and number of deaths of the country, not on the largest", () => {
    const { countries } = assembleCatalogue(smallInput());
    const basis = countries.map(({ zoneBasis }) => zoneBasis);
    expect(basis.map(({ secondMagnitude, secondDeaths }) => [secondMagnitude, secondDeaths])).toEqual([
      [0, 0],
      [6.4, 17],
    ]);
    expect(basis[1]?.deaths).toBe(20_017);
  });

  it("is never minimal at a plate boundary, whatever is on record", () => {
    expect(zone({ ...NOTHING, boundaryDistanceKm: 100 })).toBe("low");
    expect(zone({ ...NOTHING, boundaryDistanceKm: 100.1 })).toBe("minimal");
  });

  it("is described in words with all its numbers", () => {
    for (const said of ["4 from 4.0 m/s², 3 from 2.4, 2 from 0.8", "up to 50 km", "up to 120 km", "0.003, 0.01, 0.03, 0.1", "95 %"])
      expect(ZONE_RULE).toContain(said);
    expect(ZONE_RULE).toContain("the second-largest magnitude is 7 or more");
    expect(ZONE_RULE).toContain("Zone: 8 points and more very_high, 6 high, 4 moderate, 2 low, fewer minimal");
  });
});
