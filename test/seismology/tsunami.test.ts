import { assert, double, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceKm } from "../../build/geo/sphere.ts";
import { MEAN_DEPTHS_M, SHELF_EDGE_M, shelfSeconds, tsunamiSpeed, tsunamiTime } from "../../build/seismology/tsunami.ts";

/** What an estimate may be wrong by, as the page says. */
const ROUGHNESS = 0.15;

describe("the speed of a tsunami", () => {
  it.each([
    [5000, 797],
    [4000, 713],
    [50, 80],
    [10, 36],
  ])("is as published for water %s m deep: %s km/h", (depth, speed) => {
    expect(Math.abs(tsunamiSpeed(depth) * 3.6 - speed)).toBeLessThan(1);
  });
});

describe("a rough travel time of a tsunami", () => {
  // 1960: 14.8 h to Hilo (Bryant 2014, Tsunami, chapter 6). 2006: 1:14 to 7:20 in Hawaii's time, first at Kauai (National Weather
  // Service, Honolulu). 2011: 05:46 to 13:07 UTC, expected and on time at Kauai (Pacific Tsunami Warning Center).
  it.each([
    ["Chile 1960 at Hilo", [-38.14, -73.41], [19.73, -155.06], "pacific", 14.8],
    ["the Kurils 2006 at Kauai", [46.59, 153.27], [21.95, -159.36], "north-pacific", 6.1],
    ["Tōhoku 2011 at Kauai", [38.3, 142.37], [21.95, -159.36], "north-pacific", 7.35],
  ] as const)("is within 15 per cent of that of %s", (_, from, to, ocean, observed) => {
    const distance = distanceKm(from[0], from[1], to[0], to[1]) * 1000;
    const hours = tsunamiTime(distance, MEAN_DEPTHS_M[ocean], 0).total / 3600;
    expect(Math.abs(hours / observed - 1)).toBeLessThanOrEqual(ROUGHNESS);
  });

  it("over a shelf is the integral over its depths", () => {
    const [width, steps] = [75_000, 20_000];
    let seconds = 0;
    for (let i = 0; i < steps; i++) {
      const depth = (SHELF_EDGE_M * (i + 0.5)) / steps;
      seconds += width / steps / tsunamiSpeed(depth);
    }
    expect(Math.abs(seconds / shelfSeconds(width) - 1)).toBeLessThan(0.01);
  });

  it("grows with distance and with the width of the shelf", () => {
    const metres = double({ min: 1e5, max: 2e7, noNaN: true });
    assert(
      property(metres, double({ min: 200, max: 7000, noNaN: true }), (distance, depth) => {
        expect(tsunamiTime(distance * 1.1, depth, 0).total).toBeGreaterThan(tsunamiTime(distance, depth, 0).total);
        expect(tsunamiTime(distance, depth, 5e4).total).toBeGreaterThan(tsunamiTime(distance, depth, 0).total);
      }),
    );
  });

  it("does not take more shelf than the whole path", () => {
    expect(tsunamiTime(1000, 4000, 5000).ocean).toBe(0);
  });
});
