import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { boundaryDistances } from "../../../build/catalogue/boundaries/distance.ts";
import type { PlateBoundary } from "../../../build/catalogue/catalogue.ts";
import { createPlateLocator } from "../../../build/catalogue/locate/locate-plate.ts";
import type { CountryPart } from "../../../build/geo/point-in-part.ts";
import { readCountries, readCountryPolygons } from "../../../build/pipeline/load/countries.ts";
import { readBoundaries } from "../../../build/pipeline/load/plates.ts";

const DATA = join(import.meta.dirname, "../../../data");
const KM_PER_DEGREE = 111.19508;

const square = (iso2: string, x: number, y: number): CountryPart => ({
  iso2,
  rings: [Float64Array.of(x, y, x + 1, y, x + 1, y + 1, x, y + 1)],
});
const meridian: PlateBoundary = {
  name: "EA-WE",
  left: "WE",
  right: "EA",
  type: "divergent",
  class: null,
  accuracy: "schematic",
  line: [
    [0, -10],
    [0, 0],
    [0, 10],
  ],
};
const position = { latitude: 0, longitude: 7 };

describe("the distance from a country to the nearest plate boundary", () => {
  it("is nothing if a boundary crosses the country, also far from its corners", () => {
    const distances = boundaryDistances([], [square("AA", -0.5, 0)], [meridian]);
    expect(distances.get("AA")).toBe(0);
  });

  it("is that of the nearest of all parts", () => {
    const distances = boundaryDistances([], [square("AA", 20, 0), square("AA", 3, 0), square("AA", -9, 0)], [meridian]);
    expect(distances.get("AA")).toBeCloseTo(3 * KM_PER_DEGREE * Math.cos(Math.PI / 180), 0);
  });

  it("is taken from the position if the map shows no territory", () => {
    const distances = boundaryDistances([{ iso2: "VA", position }], [], [meridian]);
    expect(distances.get("VA")).toBeCloseTo(7 * KM_PER_DEGREE, 1);
  });

  it("is at most 1 km and 1 % more than trying every corner says, for all 250 countries", () => {
    const [countries, parts, boundaries] = [readCountries(DATA), readCountryPolygons(DATA), readBoundaries(DATA)];
    const distances = boundaryDistances(countries, parts, boundaries);
    expect(countries.filter(({ iso2 }) => !Number.isFinite(distances.get(iso2)))).toEqual([]);
    const locate = createPlateLocator(boundaries);
    for (const iso2 of ["EE", "UY", "GB", "BG", "MG", "LK", "NR"]) {
      const corners = parts.filter((part) => part.iso2 === iso2).flatMap(({ rings }) => pairs(rings[0] as Float64Array));
      const least = corners.reduce((km, [x, y]) => Math.min(km, locate(y, x).boundaryDistanceKm), 30_000);
      expect(distances.get(iso2)).toBeGreaterThanOrEqual(least);
      expect(distances.get(iso2)).toBeLessThanOrEqual(1.01 * least + 1);
    }
    for (const iso2 of ["IS", "JP", "NZ", "TR", "US"]) expect(distances.get(iso2)).toBe(0);
  });
});

function pairs(ring: Float64Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i] as number, ring[2 * i + 1] as number]);
}
