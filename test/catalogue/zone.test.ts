import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNotable } from "../../build/agencies/notable.ts";
import { boundaryDistances } from "../../build/catalogue/boundary-distance.ts";
import { readCountries } from "../../build/catalogue/country-facts.ts";
import { readCountryPolygons } from "../../build/catalogue/country-polygons.ts";
import { createCountryLocator } from "../../build/catalogue/locate-country.ts";
import { readBoundaries } from "../../build/catalogue/plates.ts";
import { ZONE_RULE, type ZoneFigures, zoneOf } from "../../build/catalogue/zone.ts";
import { SEISMIC_ZONES } from "../../build/contract/vocabulary.ts";
import { createNamedCountry } from "../../scripts/location/named-country.ts";
import { corpus, corpusPresent } from "../corpus.ts";

const DATA = join(import.meta.dirname, "../../data");
const countries = readCountries(DATA);
const parts = readCountryPolygons(DATA);
const distances = boundaryDistances(countries, parts, readBoundaries(DATA));
const locate = createCountryLocator(parts);

interface Destructive {
  latitude: number | null;
  longitude: number | null;
  country: string | null;
  magnitude: number | null;
  deaths: number | null;
}

/** The figures of each country from a table of historical events, as the catalogue counts them. */
function figuresOf(events: readonly Destructive[]): Map<string, ZoneFigures> {
  const figures = new Map<string, ZoneFigures>(
    countries.map(({ iso2 }) => [
      iso2,
      {
        largestMagnitude: null,
        majorEvents: 0,
        deadlyEvents: 0,
        boundaryDistanceKm: distances.get(iso2) ?? Number.NaN,
      },
    ]),
  );
  for (const { latitude, longitude, country, magnitude, deaths } of events) {
    const found = latitude === null || longitude === null ? country : near(latitude, longitude);
    const own = found === null ? undefined : figures.get(found);
    if (!own) continue;
    if (magnitude !== null) own.largestMagnitude = Math.max(magnitude, own.largestMagnitude ?? magnitude);
    if (magnitude !== null && magnitude >= 7) own.majorEvents++;
    if (deaths !== null && deaths >= 10) own.deadlyEvents++;
  }
  return figures;
}

function number(text: string | undefined): number | null {
  return text ? Number(text) : null;
}

function near(latitude: number, longitude: number): string | null {
  const found = locate(latitude, longitude);
  return found && found.distanceKm <= 100 ? found.iso2 : null;
}

/** Classes that no seismologist would object to; two where the country has parts of both, or the records are thin. */
const EXPECTED: Record<string, readonly string[]> = {
  ...every("JP CL ID PH", ["very_high"]),
  ...every("TR IR GR NZ PE MX TW PG EC US", ["very_high", "high"]),
  ...every("IT CN RU IN GT SV NP PK AF MM VE CO AR HT DZ MN", ["very_high", "high"]),
  ...every("CR SB VU TO PA DO NI", ["very_high", "high", "moderate"]),
  ...every("RO BG KZ HR IS AM GE ET MA TZ", ["high", "moderate"]),
  ...every("CH AT SI FR DE GB BE AU ZA NO", ["moderate", "low"]),
  ...every("HU PL NL GH SD KW BR", ["moderate", "low", "minimal"]),
  ...every("UY EE DK IE FI LV LT BY SE SN NG PY SG NR LU GM CI BF", ["low", "minimal"]),
  ...every("UY EE DK LV LT BF NR", ["minimal"]),
};

function every(codes: string, zones: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(codes.split(" ").map((iso2) => [iso2, zones]));
}

function objections(events: readonly Destructive[]): string[] {
  const figures = figuresOf(events);
  return Object.entries(EXPECTED).flatMap(([iso2, zones]) => {
    const own = figures.get(iso2) as ZoneFigures;
    return zones.includes(zoneOf(own)) ? [] : [`${iso2}: ${zoneOf(own)} from ${JSON.stringify(own)}`];
  });
}

describe("the seismic zone", () => {
  it("is one that a seismologist would not object to, from the table of notable earthquakes", () => {
    const table = readNotable(readFileSync(join(DATA, "notable-earthquakes.tsv"), "utf8"), "notable-earthquakes.tsv");
    expect(objections(table.map((record) => ({ ...record, deaths: record.losses.deaths.value })))).toEqual([]);
    expect(Object.keys(EXPECTED).length).toBeGreaterThanOrEqual(40);
  });

  it.skipIf(!corpusPresent)("is so too from NOAA's much longer table", () => {
    const [header = [], ...rows] = readFileSync(corpus("noaa/signif-2020-08.tsv"), "latin1")
      .trim()
      .split("\n")
      .map((line) => line.split("\t").map((cell) => cell.trim()));
    const named = createNamedCountry(countries);
    const events = rows.map((row): Destructive => {
      const cell = (name: string) => row[header.indexOf(name)];
      return {
        latitude: number(cell("LATITUDE")),
        longitude: number(cell("LONGITUDE")),
        country: named(cell("COUNTRY") ?? "")?.[0] ?? null,
        magnitude: number(cell("EQ_PRIMARY")),
        deaths: number(cell("DEATHS")),
      };
    });
    expect(objections(events)).toEqual([]);
  });

  it("never falls when a figure rises or a boundary is nearer", () => {
    const figures = fc.record({
      largestMagnitude: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
      majorEvents: fc.nat(40),
      deadlyEvents: fc.nat(40),
      boundaryDistanceKm: fc.double({ min: 0, max: 5000, noNaN: true }),
    });
    fc.assert(
      fc.property(figures, figures, (one, two) => {
        const stronger = {
          largestMagnitude: Math.max(one.largestMagnitude ?? -9, two.largestMagnitude ?? -9),
          majorEvents: Math.max(one.majorEvents, two.majorEvents),
          deadlyEvents: Math.max(one.deadlyEvents, two.deadlyEvents),
          boundaryDistanceKm: Math.min(one.boundaryDistanceKm, two.boundaryDistanceKm),
        };
        expect(SEISMIC_ZONES.indexOf(zoneOf(stronger))).toBeLessThanOrEqual(SEISMIC_ZONES.indexOf(zoneOf(one)));
      }),
    );
  });

  it.each([
    [null, 0, 0, 1000, "minimal"],
    [4.9, 0, 2, 250.1, "minimal"],
    [5, 0, 0, 1000, "low"],
    [null, 0, 0, 250, "low"],
    [7, 1, 0, 1000, "moderate"],
    [7, 3, 3, 100, "high"],
    [8, 10, 3, 0, "very_high"],
    [7.9, 10, 10, 0, "very_high"],
    [7.9, 9, 10, 0, "high"],
  ] as const)(
    "of magnitude %s, %i major, %i deadly events and %s km is by the points of the rule: %s",
    (largestMagnitude, majorEvents, deadlyEvents, boundaryDistanceKm, zone) => {
      expect(zoneOf({ largestMagnitude, majorEvents, deadlyEvents, boundaryDistanceKm })).toBe(zone);
    },
  );

  it("is told in words with all its numbers", () => {
    expect(ZONE_RULE).toBe(
      "One point for each bound reached: largest magnitude at least 5, 6, 7, 8; historical events of magnitude 7 and more: " +
        "at least 1, 3, 10; historical events with at least ten deaths: at least 3, 10; distance from the territory to the " +
        "nearest plate boundary: at most 250, 100 km. Events count that lie in the country or at most 100 km off its coast. " +
        "Zone: 10 points and more very_high, 7 high, 4 moderate, 1 low, none minimal.",
    );
  });
});
