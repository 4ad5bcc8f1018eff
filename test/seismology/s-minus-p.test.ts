import { assert, double, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceByRule, distanceOfSMinusP, sMinusP, sMinusPReach } from "../../build/seismology/s-minus-p.ts";
import { arrivals, firstArrival } from "../../build/seismology/travel-times.ts";

describe("the time from P to S", () => {
  it.each([
    [10, 35, 745.29 - 412.43],
    [0, 45, 897.4 - 496.97],
    [0, 90, 1435.77 - 781.33],
    [100, 45, 876.83 - 485.21],
  ])("is that of TauP for iasp91: depth %s km, %s°", (depth, degrees, published) => {
    expect(sMinusP(depth, degrees)).toBeCloseTo(published, 1);
  });

  it("leads back to the distance", () => {
    assert(
      property(double({ min: 0.1, max: 80, noNaN: true }), integer({ min: 0, max: 700 }), (degrees, depth) => {
        expect(distanceOfSMinusP(depth, sMinusP(depth, degrees))).toBeCloseTo(degrees, 4);
      }),
      { numRuns: 12 },
    );
  });

  it("ends where SKS comes before S: it arrives 23 s earlier at 90 degrees", () => {
    expect(sMinusPReach(0)).toBeCloseTo(83.3, 1);
    expect(sMinusPReach(750)).toBeCloseTo(80.1, 1);
    for (const depth of [0, 100, 600]) {
      const later = (degrees: number) =>
        (arrivals(depth, degrees, ["SKS"]).find(({ phase }) => phase === "SKS")?.seconds ?? Number.NaN) -
        (firstArrival("S", depth, degrees)?.seconds ?? Number.NaN);
      expect(later(sMinusPReach(depth) - 0.1)).toBeGreaterThan(0);
      expect(later(sMinusPReach(depth) + 0.1)).toBeLessThan(0);
    }
    const sks = arrivals(0, 90, ["SKS"]).find(({ phase }) => phase === "SKS");
    expect((firstArrival("S", 0, 90)?.seconds ?? 0) - (sks?.seconds ?? 0)).toBeCloseTo(22.8, 0);
  });

  it("belongs to no distance if it is too short for the depth or too long", () => {
    expect(distanceOfSMinusP(600, 10)).toBeUndefined();
    expect(distanceOfSMinusP(0, sMinusP(0, sMinusPReach(0)) + 1)).toBeUndefined();
    expect(sMinusP(0, 0)).toBeCloseTo(0, 9);
  });

  it("means 8 km for each second in the crust, as textbooks have it", () => {
    expect(distanceByRule(1, 5.8, 3.36)).toBeCloseTo(8, 1);
    expect(distanceByRule(24, 5.8, 3.36)).toBeCloseTo(191.7, 1);
  });
});
