import { type GeoProjection, geoArea, geoEquirectangular, geoLength, geoPath } from "d3-geo";
import { isFeature } from "geojson-validation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlateBoundaries } from "../../build/contract/resources/resources.ts";
import { type Position, ringsOf } from "../data/boundary-rings.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type Host, hostOf } from "./host.ts";
import { WORLDS } from "./worlds.ts";

/** The mean radius of the Earth (IUGG), km, with which our lengths are reckoned. */
const RADIUS_KM = 6371.0088;

/** Pixels of a degree in the middle of a map. */
const SCALE = 4;

/** A path whose middle is at 0, 0. */
function pathOf(projection: () => GeoProjection) {
  return geoPath(
    projection()
      .scale((SCALE * 180) / Math.PI)
      .translate([0, 0])
      .precision(0.1),
  );
}

/** Each stroke of the pen of an SVG path, as its points. */
function strokesOf(path: string): number[][][] {
  const strokes = path.split("M").slice(1);
  return strokes.map((stroke) => stroke.split("L").map((point) => point.split(",").map(Number)));
}

/** The points of a geometry, a point being an array that holds no array. */
function pointsOf(coordinates: unknown): unknown[][] {
  if (!Array.isArray(coordinates)) return [[coordinates]];
  return coordinates.some(Array.isArray) ? coordinates.flatMap(pointsOf) : [coordinates];
}

function isPoint(point: readonly unknown[]): boolean {
  const [longitude, latitude] = point as number[];
  return point.every(Number.isFinite) && Math.abs(longitude ?? 999) <= 180 && Math.abs(latitude ?? 999) <= 90;
}

describe.each(WORLDS)("the GeoJSON of $name", ({ plant, parted }) => {
  const dir = temporaryFolder();
  let host: Host;
  let boundaries: PlateBoundaries;

  beforeAll(async () => {
    host = await hostOf(await plant(dir));
    boundaries = await host.boundaries();
  });

  afterAll(() => host?.close());

  it("is as RFC 7946 has it", async () => {
    for (const { features } of [await host.feed(168), boundaries]) {
      expect(features.length).toBeGreaterThan(0);
      expect(features.flatMap((feature) => isFeature(feature, true) ?? [])).toEqual([]);
      expect(features.filter(({ geometry }) => !pointsOf(geometry.coordinates).every(isPoint))).toEqual([]);
      const ids = features.map(({ id }) => id as unknown);
      expect(new Set(ids).size).toBe(features.length);
      expect(ids.filter((id) => typeof id !== "string" && !Number.isInteger(id))).toEqual([]);
    }
  });

  it("has no line that stands still", () => {
    const lines = boundaries.features.map(({ geometry }) => geometry.coordinates);
    expect(lines.filter((line) => line.slice(1).some((point, at) => point.join() === line[at]?.join()))).toEqual([]);
  });

  it("is drawn by d3-geo with each piece of a boundary in one stroke: nothing was left to cut at the antimeridian", () => {
    const path = pathOf(geoEquirectangular);
    const cut = boundaries.features.filter((feature) => strokesOf(path(feature) ?? "").length !== 1);
    expect(cut.map(({ properties, geometry }) => [properties.name, geometry.coordinates])).toEqual([]);
  });

  it("has boundaries as long for d3-geo as the answers of plates have them", async () => {
    const { plates } = await host.plates();
    const known = new Set(boundaries.features.flatMap(({ properties }) => properties.plates));
    for (const { slug } of plates.filter((plate) => known.has(plate.slug))) {
      const lengths = new Map<string, number>();
      for (const { properties, geometry } of boundaries.features) {
        const neighbour = properties.plates.find((other) => other !== slug) ?? "";
        const key = `${neighbour} ${properties.type}`;
        const km = geoLength(geometry) * RADIUS_KM;
        if (properties.plates.includes(slug)) lengths.set(key, (lengths.get(key) ?? 0) + km);
      }
      const told = (await host.plate(slug)).boundaries.map(({ plate, type, length_km }) => [`${plate} ${type}`, length_km]);
      expect(Object.fromEntries(told)).toEqual(Object.fromEntries(Array.from(lengths, ([key, km]) => [key, expect.closeTo(km, 0)])));
    }
  });

  if (!parted) return;

  it("has each plate for d3-geo on the left of its boundaries, as large as the list of plates has it", async () => {
    const lines = boundaries.features.map(({ properties, geometry }) => ({
      left: properties.plate_a,
      right: properties.plate_b,
      line: geometry.coordinates as Position[],
    }));
    const { plates } = await host.plates();
    const off = plates.flatMap(({ code, area_km2: areaKm2 }) => {
      // To d3-geo the inside of a ring is on its right.
      const coordinates = ringsOf(code, lines).map((ring) => ring.toReversed().map(([x, y]) => [x, y]));
      const share = (geoArea({ type: "Polygon", coordinates }) * RADIUS_KM ** 2) / areaKm2;
      return Math.abs(share - 1) > (areaKm2 > 1e6 ? 0.05 : 1 / 3) ? [`${code} ${share.toFixed(3)}`] : [];
    });
    expect(off).toEqual([]);
  });
});
