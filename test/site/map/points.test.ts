import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTable, tableOf } from "../../../build/site/earthquakes/table.ts";
import { createMarkBudget, FIELDS, markRadius, mercator, pointData } from "../../../build/site/map/client/points/data.ts";
import { SEAS } from "../../../build/site/map/drawn/area-names.ts";
import { nameFeatures } from "../../../build/site/map/land.ts";
import type { Quake } from "../../../build/site/map/quake.ts";

import { ROW } from "../earthquakes/rows.ts";

const quake = (id: string, given: Partial<Quake> = {}): Quake => ({
  ...(readTable(tableOf([{ ...ROW, magnitude: 3, depthKm: 10, longitude: 0, latitude: 0 }]))[0] as Quake),
  id,
  time: 1_060_000,
  ...given,
});

describe("what the graphics card is given", () => {
  it("is place, size, kind of depth, time and arrival, the great ones first", () => {
    const small = quake("a", { longitude: -180, depthKm: 300, time: 1_000_000 });
    const great = quake("b", { magnitude: 7, depthKm: 70 });
    const { quakes, values, origin } = pointData([small, great], new Map([["a", 5_000]]));
    expect(quakes.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(origin).toBe(1_060_000);
    expect(Array.from(values.subarray(0, FIELDS))).toEqual([0.5, 0.5, Math.fround(markRadius(7)), 1, 0, -1]);
    expect(Array.from(values.subarray(FIELDS))).toEqual([0, 0.5, Math.fround(markRadius(3)), 2, -60, 5]);
  });

  it("lies on the map also at the poles", () => {
    const place = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }));
    fc.assert(
      fc.property(place, ([longitude, latitude]) => {
        const [x, y] = mercator(longitude, latitude);
        expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true);
      }),
    );
    // The Mercator square ends at 85.0511°.
    expect(mercator(0, 85.0511287798)[1]).toBeCloseTo(0, 9);
    expect(mercator(0, 90)[1]).toBe(0);
    expect(mercator(0, -90)[1]).toBe(1);
  });

  it("is a mark that can be seen, however small the magnitude, and that grows with it", () => {
    fc.assert(
      fc.property(fc.double({ min: -2, max: 9, noNaN: true }), (magnitude) => {
        expect(markRadius(magnitude)).toBeGreaterThanOrEqual(1.5);
        expect(markRadius(magnitude + 1)).toBeGreaterThanOrEqual(markRadius(magnitude));
      }),
    );
  });
});

describe("the names of countries and seas", () => {
  const japanese = new Intl.DisplayNames("ja", { type: "region", fallback: "none" });
  const labels = { RU: [95, 60, 12], LU: [6.1, 49.8, 0.2], QQ: [0, 0, 1] } as const;
  const { features } = nameFeatures(labels, (iso2) => japanese.of(iso2), SEAS, { "Pacific Ocean": "太平洋" });

  it("stand from the zoom on at which they fit, in the reader's language", () => {
    const [russia, luxembourg] = features.map(({ properties }) => properties);
    expect([russia?.name, luxembourg?.name]).toEqual(["ロシア", "ルクセンブルク"]);
    expect(russia?.zoom).toBeLessThan(1);
    expect(luxembourg?.zoom).toBeGreaterThan(4);
    expect(features.filter(({ properties }) => !properties.sea)).toHaveLength(2);
  });

  it("name an ocean once in a view of the world, in the middle of its water", () => {
    const pacific = features.filter(({ properties }) => properties.name === "太平洋");
    expect(pacific.filter(({ properties }) => properties.zoom < 2).map(({ geometry }) => geometry.coordinates)).toEqual([[-172, 38]]);
    for (const { geometry } of features) expect(Math.abs(geometry.coordinates[0])).toBeLessThanOrEqual(180);
  });
});

describe("the marks of a frame", () => {
  it("become fewer while frames are slow, down to 1,500, and more while they are quick, up to all", () => {
    const budget = createMarkBudget([1.1, 1.01]);
    const frames = (slow: boolean, count: number) => Array.from({ length: count }, () => budget(100_000, slow));
    const quick = frames(false, 60);
    expect(quick[0]).toBe(5_500);
    expect(quick.at(-1)).toBe(100_000);
    expect(frames(true, 10).at(-1)).toBe(1_500);
    expect(frames(false, 1)).toEqual([1_515]);
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.integer({ min: 0, max: 200_000 }), (slow, count) => {
        const any = createMarkBudget([2, 1.3]);
        for (const one of slow) {
          const marks = any(count, one);
          expect(marks).toBeGreaterThanOrEqual(Math.min(count, 1_500));
          expect(marks).toBeLessThanOrEqual(count);
        }
      }),
    );
  });
});
