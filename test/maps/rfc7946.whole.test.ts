import { isFeature } from "geojson-validation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { type Host, hostOf } from "./host.ts";
import { WORLDS } from "./worlds.ts";

interface Feature {
  id: unknown;
  geometry: { type: string; coordinates: unknown };
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

describe.each(WORLDS)("the GeoJSON of $name", ({ plant }) => {
  const dir = temporaryFolder();
  let host: Host;

  beforeAll(async () => {
    host = await hostOf(await plant(dir));
  });

  afterAll(() => host?.close());

  const featuresOf = async (path: string): Promise<Feature[]> => {
    const document = (await (await fetch(`${host.base}${path}`)).json()) as { features: Feature[] };
    expect(Object.keys(document)).toEqual(expect.arrayContaining(["type", "features"]));
    expect(document.features.length).toBeGreaterThan(0);
    return document.features;
  };

  it.each(["/api/live-feed/?hours=168", "/api/plate-boundaries/"])("is as RFC 7946 has it: %s", async (path) => {
    const features = await featuresOf(path);
    expect(features.flatMap((feature) => isFeature(feature, true) ?? [])).toEqual([]);
    expect(features.filter(({ geometry }) => !pointsOf(geometry.coordinates).every(isPoint))).toEqual([]);
    expect(new Set(features.map(({ id }) => id)).size).toBe(features.length);
    expect(features.filter(({ id }) => typeof id !== "string" && !Number.isInteger(id))).toEqual([]);
  });

  it("has no line that crosses the antimeridian, or stands still", async () => {
    const lines = (await featuresOf("/api/plate-boundaries/")).map(({ geometry }) => geometry.coordinates as number[][]);
    const wrong = lines.filter((line) =>
      line.slice(1).some(([x = 0, y = 0], i) => {
        const [fromX = 0, fromY = 0] = line[i] ?? [];
        return Math.abs(x - fromX) > 180 || (x === fromX && y === fromY);
      }),
    );
    expect(wrong).toEqual([]);
  });
});
