import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Feature, FeatureCollection, LineString, MultiPolygon, Polygon } from "geojson";
import { describe, expect, it } from "vitest";
import type { PlateBoundary } from "../../build/catalogue/catalogue.ts";
import { createPlateLocator } from "../../build/catalogue/locate/locate-plate.ts";
import { distanceKm } from "../../build/geo/sphere.ts";
import { readBoundaries } from "../../build/pipeline/load/plates.ts";
import { corpus, corpusPresent } from "../support/corpus.ts";
import type { Position } from "./boundary-rings.ts";

const DATA = join(import.meta.dirname, "../../data");
const SAMPLE_KM = 25;
const GRID_DEGREES = 2;

type BirdLine = Feature<LineString, { PlateA: string; PlateB: string }>;
type BirdPlate = Feature<Polygon | MultiPolygon, { Code: string }>;

/** A ring of one of Bird's plates, with its bounds so that most points are dismissed cheaply. */
interface BirdRing {
  code: string;
  ring: readonly Position[];
  south: number;
  north: number;
}

function readBird<T extends Feature>(file: string): T[] {
  const text = readFileSync(corpus(`plates/geojson/${file}`), "utf8");
  return (JSON.parse(text) as FeatureCollection).features as T[];
}

function readBirdLines(): PlateBoundary[] {
  return readBird<BirdLine>("PB2002_boundaries.json").map(({ properties: { PlateA, PlateB }, geometry }) => ({
    name: `${PlateA}-${PlateB}`,
    left: PlateA,
    right: PlateB,
    type: "transform",
    class: null,
    accuracy: "measured",
    line: geometry.coordinates as unknown as Position[],
  }));
}

function readBirdRings(): BirdRing[] {
  return readBird<BirdPlate>("PB2002_plates.json").flatMap(({ properties: { Code }, geometry }) => {
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
    return polygons.map((polygon): BirdRing => {
      const ring = polygon[0] as unknown as Position[];
      const latitudes = ring.map(([, latitude]) => latitude);
      return { code: Code, ring, south: Math.min(...latitudes), north: Math.max(...latitudes) };
    });
  });
}

/** Even-odd rule in the plane of longitude and latitude: the files close the polar plates along ±90°. */
function contains({ ring, south, north }: BirdRing, x: number, y: number): boolean {
  if (y < south || y > north) return false;
  let inside = false;
  ring.forEach(([bx, by], i) => {
    const [ax, ay] = ring[i - 1] ?? [bx, by];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}

/** Points along a line, at most `SAMPLE_KM` apart. */
function samples(line: PlateBoundary["line"]): Position[] {
  return line.flatMap((to, i) => {
    const from = line[i - 1];
    if (!from) return [to];
    const steps = Math.max(1, Math.ceil(distanceKm(from[1], from[0], to[1], to[0]) / SAMPLE_KM));
    const at = (part: number): Position => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    return Array.from({ length: steps }, (_, k) => at((k + 1) / steps));
  });
}

/** Distances in km, ascending, from points to the nearest of some lines. */
function distances(points: readonly Position[], lines: readonly PlateBoundary[]): number[] {
  const locate = createPlateLocator(lines);
  return points.map(([x, y]) => locate(y, x).boundaryDistanceKm).toSorted((a, b) => a - b);
}

function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.floor(share * (ascending.length - 1))] ?? Number.NaN;
}

/** The share of the sphere's area on which the locator names the plate whose polygon contains the point. */
function agreement(rings: readonly BirdRing[], boundaries: readonly PlateBoundary[]): number {
  const locate = createPlateLocator(boundaries);
  let [all, same] = [0, 0];
  for (let latitude = -89; latitude < 90; latitude += GRID_DEGREES) {
    const weight = Math.cos((latitude * Math.PI) / 180);
    for (let longitude = -179; longitude < 180; longitude += GRID_DEGREES) {
      const bird = rings.find((ring) => contains(ring, longitude, latitude));
      if (!bird) continue;
      all += weight;
      if (locate(latitude, longitude).code === bird.code) same += weight;
    }
  }
  return same / all;
}

describe.skipIf(!corpusPresent)("the schematic boundaries beside Bird's digitised ones (2003)", () => {
  const ours = readBoundaries(DATA);
  const birds = corpusPresent ? readBirdLines() : [];

  it("lie within 120 km of them for half their length and within 350 km for 95 %", () => {
    const km = distances(
      ours.flatMap(({ line }) => samples(line)),
      birds,
    );
    expect(quantile(km, 0.5)).toBeLessThanOrEqual(120);
    expect(quantile(km, 0.95)).toBeLessThanOrEqual(350);
  });

  it("leave out none: half of Bird's points are within 150 km of a line of ours, 90 % within 450 km", () => {
    const km = distances(
      birds.flatMap(({ line }) => line),
      ours,
    );
    expect(quantile(km, 0.5)).toBeLessThanOrEqual(150);
    expect(quantile(km, 0.9)).toBeLessThanOrEqual(450);
  });

  it("put at least 93 % of the sphere's area on the plate on which Bird puts it", () => {
    expect(agreement(readBirdRings(), ours)).toBeGreaterThanOrEqual(0.93);
  });

  it("name the neighbours that Bird names", () => {
    const pairs = (lines: readonly PlateBoundary[]): string[] =>
      [...new Set(lines.map(({ left, right }) => [left, right].toSorted().join("-")))].toSorted();
    expect(pairs(ours)).toEqual(pairs(birds));
  });
});
