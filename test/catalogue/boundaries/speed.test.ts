import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { boundarySpeeds } from "../../../build/catalogue/boundaries/distance.ts";
import type { PlateBoundary } from "../../../build/catalogue/catalogue.ts";
import type { CountryPart } from "../../../build/geo/point-in-part.ts";
import { readCountries, readCountryPolygons } from "../../../build/pipeline/load/countries.ts";
import { readBoundaries, readPlates } from "../../../build/pipeline/load/plates.ts";

/** A country of ten by ten degrees north of the equator, and one without an outline in its midst. */
const COUNTRIES = [
  { iso2: "NO", position: { latitude: 5, longitude: 5 } },
  { iso2: "VA", position: { latitude: 1, longitude: 5 } },
];
const PARTS: CountryPart[] = [{ iso2: "NO", rings: [Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10)] }];

/** The one turns about the north pole: 111.2 mm a year at the equator for a degree in a million years, eastwards. */
function polesAt(degreesPerMyr: number) {
  return new Map([
    ["AA", { latitude: 90, longitude: 0, degreesPerMyr }],
    ["BB", { latitude: 90, longitude: 0, degreesPerMyr: 0 }],
  ]);
}

function boundary(type: PlateBoundary["type"], latitude: number, right = "BB"): PlateBoundary {
  const line = [
    [0, latitude],
    [10, latitude],
    [10, latitude],
  ] as const;
  return { name: "AA-BB", left: "AA", right, type, class: null, accuracy: "schematic", line };
}

function speed(iso2: string, degreesPerMyr: number, ...boundaries: PlateBoundary[]): number | undefined {
  return boundarySpeeds(COUNTRIES, PARTS, boundaries, polesAt(degreesPerMyr)).get(iso2);
}

describe("the speed of the boundaries near a country", () => {
  it.each([
    [0.04, undefined],
    [0.05, 5],
    [0.13, 5],
    [0.14, 15],
    [0.44, 15],
    [0.46, 50],
    [2, 50],
  ])("a rotation of %s degrees in a million years reaches %s mm a year", (degrees, reached) => {
    expect(speed("NO", degrees, boundary("transform", -1))).toBe(reached);
    expect(speed("NO", degrees, boundary("convergent", 5))).toBe(reached);
  });

  it("is the greatest of several, less than 250 km away, and also for a country without an outline", () => {
    expect(speed("NO", 1, boundary("transform", -2.24))).toBe(50);
    expect(speed("NO", 1, boundary("transform", -2.26))).toBeUndefined();
    expect(speed("VA", 1, boundary("transform", -1.2))).toBe(50);
    expect(speed("VA", 1, boundary("transform", -1.3))).toBeUndefined();
  });

  it("is null if plates diverge, for unknown plates, and without boundaries", () => {
    expect(speed("NO", 1, boundary("divergent", -1))).toBeUndefined();
    expect(speed("NO", 1, boundary("convergent", -1, "CC"))).toBeUndefined();
    expect(speed("NO", 1)).toBeUndefined();
  });

  it("is in the published class for countries whose speed is well known", () => {
    const data = join(import.meta.dirname, "../../../data");
    const poles = new Map(readPlates(data).map(({ code, rotationPole }) => [code, rotationPole]));
    const speeds = boundarySpeeds(readCountries(data), readCountryPolygons(data), readBoundaries(data), poles);
    // DeMets, Gordon & Argus (2010, Geophys. J. Int. 181, 1); islands behind the first of an arc have their trench too.
    for (const iso2 of ["TO", "WS", "CL", "PE", "JP", "ID", "PH", "VU"]) expect(speeds.get(iso2), iso2).toBe(50);
    for (const iso2 of ["TR", "DM", "AF"]) expect(speeds.get(iso2), iso2).toBe(15);
    for (const iso2 of ["DZ", "EG"]) expect(speeds.get(iso2), iso2).toBe(5);
    for (const iso2 of ["DE", "PL", "UY", "EE", "CI", "DJ"]) expect(speeds.has(iso2), iso2).toBe(false);
  });
});
