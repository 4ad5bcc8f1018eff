import { join } from "node:path";
import { geoDistance, geoInterpolate } from "d3-geo";
import { describe, expect, it } from "vitest";
import { NO_PLATES } from "../../build/agencies/plates/state.ts";
import { createPlateLocator } from "../../build/catalogue/locate/locate-plate.ts";
import { EARTH_RADIUS_KM } from "../../build/geo/sphere.ts";
import { measuredBoundaries, platePolygons, readBoundaries, readPlates } from "../../build/pipeline/load/plates.ts";
import { corpusPresent } from "../support/corpus.ts";
import { birdModel } from "./bird-model.ts";

const DATA = join(import.meta.dirname, "../../data");

/** What any textbook has: the plate, the other plate of the nearest boundary, its type, and about how far it is. */
const PLACES: readonly [
  place: string,
  latitude: number,
  longitude: number,
  plate: string,
  other: string,
  type: "convergent" | "divergent" | "transform",
  leastKm: number,
  mostKm: number,
][] = [
  ["San Francisco, beside the San Andreas fault", 37.77, -122.42, "NA", "PA", "transform", 3, 30],
  // The Big Bend is oblique to the motion by more than the 20° from which Bird calls a boundary convergent.
  ["Los Angeles, on the Pacific side of its Big Bend", 34.05, -118.24, "PA", "NA", "convergent", 35, 75],
  ["Parkfield, on it", 35.9, -120.43, "PA", "NA", "transform", 0, 10],
  ["Izmit, on the North Anatolian fault", 40.9, 29.9, "EU", "AT", "transform", 5, 40],
  ["Istanbul, north of it", 41.01, 28.98, "EU", "AT", "transform", 5, 40],
  ["Beersheba, west of the Dead Sea fault", 31.25, 34.79, "AF", "AR", "transform", 25, 70],
  ["Franz Josef, on the Alpine fault", -43.3, 170.1, "AU", "PA", "transform", 0, 20],
  ["Reykjavík, west of the ridge", 64.15, -21.94, "NA", "EU", "divergent", 5, 60],
  ["Ascension, west of the Mid-Atlantic Ridge", -7.94, -14.36, "SA", "AF", "divergent", 60, 120],
  ["Isabela, south of the Galápagos spreading centre", -0.5, -91.1, "NZ", "CO", "divergent", 120, 260],
  ["Addis Ababa, beside the rift", 9.03, 38.74, "AF", "SO", "divergent", 10, 110],
  ["off Tohoku, 2011, west of the Japan Trench", 38.3, 142.37, "OK", "PA", "convergent", 100, 180],
  ["off Bengkulu, 2007, east of the Sunda Trench", -4.44, 101.37, "SU", "AU", "convergent", 80, 200],
  ["Santiago, east of the Peru-Chile Trench", -33.45, -70.67, "SA", "NZ", "convergent", 150, 250],
  ["Seward, 1964, north of the Aleutian Trench", 60.1, -149.44, "NA", "PA", "convergent", 150, 350],
  ["Nukuʻalofa, east of the Lau ridge", -21.14, -175.2, "TO", "AU", "divergent", 60, 160],
  ["Kathmandu, north of the Himalayan front", 27.7, 85.3, "EU", "IN", "convergent", 30, 130],
  ["Agadir, south of the Atlas, far from any", 30.4, -9.6, "AF", "EU", "transform", 400, 800],
];

const STEP_KM = 10;

describe.skipIf(!corpusPresent)("Bird's plate, nearest boundary and its type", () => {
  const state = corpusPresent ? birdModel("original") : NO_PLATES;
  const boundaries = measuredBoundaries(state, readPlates(DATA)) ?? [];
  const locate = createPlateLocator(boundaries, platePolygons(state) ?? []);

  it.each(PLACES)("of %s", (_, latitude, longitude, plate, other, type, leastKm, mostKm) => {
    const found = locate(latitude, longitude);
    expect(found.code).toBe(plate);
    expect([found.boundary.left, found.boundary.right].toSorted()).toEqual([plate, other].toSorted());
    expect(found.boundary.type).toBe(type);
    expect(found.boundaryDistanceKm).toBeGreaterThanOrEqual(leastKm);
    expect(found.boundaryDistanceKm).toBeLessThanOrEqual(mostKm);
  });

  it.each([
    ["Honolulu", 21.31, -157.86, "PA", 3000],
    ["Paris", 48.86, 2.35, "EU", 1000],
    ["Winnipeg", 49.9, -97.14, "NA", 1800],
    ["Alice Springs", -23.7, 133.88, "AU", 1500],
    ["Timbuktu", 16.77, -3, "AF", 1500],
    ["the South Pole", -90, 0, "AN", 2000],
  ] as const)("of %s, in the middle of its plate, is far", (_, latitude, longitude, plate, leastKm) => {
    const found = locate(latitude, longitude);
    expect(found.code).toBe(plate);
    expect(found.boundaryDistanceKm).toBeGreaterThan(leastKm);
  });

  it("is at the distance that d3 finds by walking every boundary in steps of 10 km", () => {
    const walked = boundaries.flatMap(({ line }) =>
      line.slice(1).flatMap((to, i): [number, number][] => {
        const [start, end] = [[...(line[i] as [number, number])], [...to]] as [[number, number], [number, number]];
        const steps = Math.max(1, Math.ceil((geoDistance(start, end) * EARTH_RADIUS_KM) / STEP_KM));
        const along = geoInterpolate(start, end);
        return Array.from({ length: steps + 1 }, (_, step) => along(step / steps));
      }),
    );
    for (let n = 0; n < 40; n++) {
      // Evenly over the globe (Fibonacci's lattice).
      const latitude = (Math.asin((2 * n + 1) / 40 - 1) * 180) / Math.PI;
      const longitude = ((n * 222.4922) % 360) - 180;
      const least = walked.reduce((best, point) => Math.min(best, geoDistance([longitude, latitude], point)), Math.PI);
      const km = locate(latitude, longitude).boundaryDistanceKm;
      expect(least * EARTH_RADIUS_KM).toBeGreaterThan(km - 1e-6);
      // The nearest point of the walk is at most half a step beside the nearest point.
      expect(least * EARTH_RADIUS_KM).toBeLessThan(Math.hypot(km, STEP_KM / 2) + 0.01);
    }
  });
});

describe("the plate by the schematic lines, without a model in the store", () => {
  const locate = createPlateLocator(readBoundaries(DATA));

  it.each(PLACES.filter(([, , , , , , leastKm]) => leastKm >= 100))("of %s is the same", (_, latitude, longitude, plate) => {
    expect(locate(latitude, longitude).code).toBe(plate);
  });
});
