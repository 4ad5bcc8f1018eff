import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { boundarySpeeds } from "../../build/catalogue/boundary-speed.ts";
import type { PlateBoundary } from "../../build/catalogue/catalogue.ts";
import { readCountryPolygons } from "../../build/catalogue/country-polygons.ts";
import { type CountryLocator, createCountryLocator } from "../../build/catalogue/locate-country.ts";
import { readBoundaries, readPlates } from "../../build/catalogue/plates.ts";

/** North is a land north of the equator, whose sea reaches 20 degrees to the south, 10 km a degree. */
const locate: CountryLocator = (latitude) => {
  if (latitude < -20) return null;
  const distanceKm = Math.max(0, -latitude) * 20;
  return { iso2: "NO", relation: distanceKm > 0 ? "offshore" : "inside", distanceKm };
};

/** The one turns about the north pole by a degree in a million years: 111.2 mm a year at the equator, eastwards. */
const poles = new Map([
  ["AA", { latitude: 90, longitude: 0, degreesPerMyr: 1 }],
  ["BB", { latitude: 90, longitude: 0, degreesPerMyr: 0 }],
]);

function boundary(type: PlateBoundary["type"], line: PlateBoundary["line"], right = "BB"): PlateBoundary {
  return { name: "AA-BB", left: "AA", right, type, class: null, accuracy: "schematic", line };
}

/** Along a parallel, its end repeated. */
function at(latitude: number): PlateBoundary["line"] {
  return [
    [0, latitude],
    [1, latitude],
    [1, latitude],
  ];
}

function speed(...boundaries: PlateBoundary[]): number | undefined {
  return boundarySpeeds(boundaries, poles, locate).get("NO");
}

describe("the fastest boundary of a country", () => {
  it("is that on which plates slide or close the fastest", () => {
    const line = [
      [0, 0],
      [0, 60],
    ] as const;
    expect(speed(boundary("convergent", line))).toBeCloseTo(111.2, 1);
    expect(speed(boundary("transform", line))).toBeCloseTo(111.2, 1);
    const north = [
      [0, 59.75],
      [0, 60.25],
    ] as const;
    expect(speed(boundary("transform", north))).toBeCloseTo(55.6, 1);
    expect(speed(boundary("transform", north), boundary("transform", line))).toBeCloseTo(111.2, 1);
  });

  it("is none where plates part, of plates that nobody knows, or too far off the coast", () => {
    const line = [
      [0, 0],
      [0, 1],
    ] as const;
    expect(speed(boundary("divergent", line))).toBeUndefined();
    expect(speed(boundary("convergent", line, "CC"))).toBeUndefined();
    expect(speed(boundary("transform", at(-12.4)))).toBeGreaterThan(100);
    expect(speed(boundary("transform", at(-12.6)))).toBeUndefined();
    expect(speed(boundary("transform", at(-30)))).toBeUndefined();
  });

  it("is of the published order where everybody knows it: mm a year", () => {
    const data = join(import.meta.dirname, "../../data");
    const known = new Map(readPlates(data).map(({ code, rotationPole }) => [code, rotationPole]));
    const speeds = boundarySpeeds(readBoundaries(data), known, createCountryLocator(readCountryPolygons(data)));
    // Tonga the fastest of all (Bevis et al. 1995, Nature 374, 249); DeMets et al. (2010) for the rest.
    expect([...speeds.values()].every((speed) => speed <= (speeds.get("TO") ?? 0))).toBe(true);
    for (const [iso2, least, most] of [
      ["TO", 160, 260],
      ["CL", 60, 85],
      ["PE", 60, 85],
      ["TR", 15, 35],
      ["IT", 2, 12],
      ["DZ", 2, 12],
    ] as const) {
      expect(speeds.get(iso2), iso2).toBeGreaterThan(least);
      expect(speeds.get(iso2), iso2).toBeLessThan(most);
    }
    for (const iso2 of ["DE", "PL", "UY", "EE", "CI"]) expect(speeds.has(iso2), iso2).toBe(false);
  });
});
