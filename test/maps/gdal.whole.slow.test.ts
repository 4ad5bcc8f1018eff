import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { FEED_WINDOWS } from "../../build/contract/texts/vocabulary.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { layerOf, rewritten } from "./gdal.ts";
import { type Host, hostOf } from "./host.ts";
import { WORLDS } from "./worlds.ts";

/** West, south, east, north. */
function extentOf(points: readonly (readonly number[])[]): number[] {
  const [x, y] = [0, 1].map((axis) => points.map((point) => point[axis] ?? Number.NaN)) as [number[], number[]];
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

const toMillionths = (extent: readonly number[] | null): number[] | null => extent && extent.map((degrees) => Number(degrees.toFixed(6)));

describe.skipIf(!inject("programs").gdal).each(WORLDS)("GDAL, of $name", ({ plant }) => {
  const dir = temporaryFolder();
  let host: Host;

  beforeAll(async () => {
    host = await hostOf(await plant(dir));
  });

  afterAll(() => host?.close());

  it.each(FEED_WINDOWS)("reads every earthquake of the last %i hours, where it was and how deep", async (hours) => {
    const { features } = await host.feed(hours);
    const layer = await layerOf(`${host.base}/api/live-feed/?hours=${hours}`);
    expect(layer).toMatchObject({ driver: "GeoJSON", count: features.length, crs: "WGS 84" });
    if (features.length === 0) return;
    expect(layer.geometry).toBe("3D Point");
    const points = features.map(({ geometry }) => geometry.coordinates);
    expect(toMillionths(layer.extent)).toEqual(toMillionths(extentOf(points)));
    expect(layer.fields).toMatchObject({
      id: "String",
      event_id: "String",
      magnitude: "Real",
      place_description: "String",
      occurred_at: "DateTime",
      alert_level: "String",
      tsunami_flag: "Integer(Boolean)",
      slug: "String",
    });
  });

  it("reads every piece of a boundary as a line", async () => {
    const { features } = await host.boundaries();
    const layer = await layerOf(`${host.base}/api/plate-boundaries/`);
    expect(layer).toMatchObject({ geometry: "Line String", count: features.length, crs: "WGS 84" });
    const points = features.flatMap(({ geometry }) => geometry.coordinates);
    expect(toMillionths(layer.extent)).toEqual(toMillionths(extentOf(points)));
    const text = ["name", "plate_a", "plate_b", "type", "class", "accuracy"].map((name) => [name, "String"]);
    expect(layer.fields).toEqual({ ...Object.fromEntries(text), plates: "StringList" });
  });

  it("has nothing to cut and nothing to turn, and keeps every id", async () => {
    for (const path of ["/api/live-feed/?hours=168", "/api/plate-boundaries/"]) {
      const served = (await (await fetch(`${host.base}${path}`)).json()) as { features: object[] };
      const written = (await rewritten(`${host.base}${path}`)) as { features: object[] };
      expect(written.features.map(spoken)).toEqual(served.features.map(spoken));
    }
  });
});

/** A feature as two who write the same time differently both have it. */
function spoken(feature: object): object {
  const { id, geometry, properties } = feature as {
    id: unknown;
    geometry: unknown;
    properties: { occurred_at?: string; id?: unknown };
  };
  // GDAL writes a property `id` as the id of the feature alone.
  const { id: again, ...own } = properties;
  expect(again ?? id).toBe(id);
  const time = own.occurred_at;
  return { id, geometry, properties: time ? { ...own, occurred_at: Date.parse(time) } : own };
}
