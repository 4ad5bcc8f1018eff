import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceKm } from "../../../../build/geo/sphere.ts";
import type { RecordedEarthquake } from "../../../../build/site/map/quake.ts";
import { type AroundData, covers, earthquakesAround, nearMeTool } from "../../../../build/site/tools/near-me/tool.ts";
import { drawnBy, wordsOf } from "../seeded-tools.ts";

const HUALIEN: RecordedEarthquake = {
  slug: "m6-4-hualien-us1",
  magnitude: 6.4,
  depthKm: 10,
  latitude: 24.17,
  longitude: 121.65,
  place: "Hualien",
  time: 0,
};

const SEED: AroundData = {
  countries: [{ iso2: "JP", name: "Japan", latitude: 36, longitude: 138 }],
  hours: "168",
  least: 2.5,
  circle: { latitude: 36, longitude: 138, km: 1000 },
  earthquakes: [{ ...HUALIEN, latitude: 37, longitude: 138, place: "Niigata" }],
  coveredFrom: null,
  cells: [],
};

const earthquake = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  magnitude: fc.double({ min: -1, max: 9, noNaN: true }),
});

describe("earthquakes around a point", () => {
  it("are those that brute force finds, the nearest first", () => {
    fc.assert(
      fc.property(fc.array(earthquake), earthquake, fc.double({ min: 10, max: 20_000, noNaN: true }), (list, centre, radius) => {
        const all = list.map((one) => ({ ...HUALIEN, ...one }));
        const found = earthquakesAround(all, centre, { radius, least: 3 });
        for (const { km, magnitude } of found) {
          const edge = earthquakesAround(all, centre, { radius: km, least: magnitude });
          expect(edge.some((one) => one.km === km && one.magnitude === magnitude)).toBe(true);
        }
        const oracle = all.filter(
          ({ latitude, longitude, magnitude }) =>
            magnitude >= 3 && distanceKm(centre.latitude, centre.longitude, latitude, longitude) <= radius,
        );
        expect(found).toHaveLength(oracle.length);
        for (const [i, { km }] of found.entries()) expect(km).toBeGreaterThanOrEqual(found[i - 1]?.km ?? 0);
      }),
    );
  });

  it("are shown of a part of the data only where the part has them all", () => {
    const values = { place: "JP", latitude: 0, longitude: 0, radius: 1000, hours: "168", least: 2.5 } as const;
    const here = { latitude: 36, longitude: 138 };
    expect(covers(SEED, values, here)).toBe(true);
    expect(covers(SEED, { ...values, radius: 500 }, { latitude: 38, longitude: 138 })).toBe(true);
    expect(covers(SEED, { ...values, radius: 1001 }, here)).toBe(false);
    expect(covers(SEED, { ...values, least: 2 }, here)).toBe(false);
    expect(covers(SEED, { ...values, hours: "24" }, here)).toBe(false);
    expect(covers(SEED, values, { latitude: 37, longitude: 138 })).toBe(false);
    expect(covers({ ...SEED, circle: null }, values, { latitude: -50, longitude: 0 })).toBe(true);
  });
});

describe("the page of earthquakes near me", () => {
  const tool = nearMeTool(SEED);

  it("says how many, the largest, the nearest, and that no position leaves", () => {
    const translations = wordsOf(drawnBy(tool));
    expect(translations).toContain("1 earthquake of magnitude 2.5 or more within 1,000 km.");
    expect(translations).toContain("Niigata, 111 km to the north");
    expect(translations).toContain("Your position does not leave this page.");
  });

  it("keeps the position out of what a host sees", () => {
    expect(tool.inFragment).toBe(true);
  });
});
