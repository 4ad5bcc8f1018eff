import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { poissonInterval } from "../../build/seismology/poisson-interval.ts";

/** The sum itself, where its terms can be written out. */
function atMost(count: number, mean: number): number {
  let [term, sum] = [Math.exp(-mean), 0];
  for (let k = 0; k <= count; k++) {
    sum += term;
    term *= mean / (k + 1);
  }
  return sum;
}

describe("the exact interval of a Poisson mean", () => {
  // Garwood (1936), table; Ulm (1990, Am. J. Epidemiol. 131, 373) and others print the same.
  it.each([
    [0, 0, 3.689],
    [1, 0.0253, 5.572],
    [2, 0.2422, 7.225],
    [3, 0.6187, 8.767],
    [5, 1.623, 11.668],
    [10, 4.795, 18.39],
    [20, 12.217, 30.888],
    [50, 37.111, 65.919],
    [100, 81.364, 121.627],
  ])("%i events have the published interval, %f to %f", (count, low, high) => {
    const found = poissonInterval(count);
    expect(found.low).toBeCloseTo(low, 2);
    expect(found.high).toBeCloseTo(high, 2);
  });

  it("leaves 2.5 of 100 cases on either side for every count", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
        const { low, high } = poissonInterval(count);
        expect(1 - atMost(count - 1, low)).toBeCloseTo(0.025, 8);
        expect(atMost(count, high)).toBeCloseTo(0.025, 8);
      }),
    );
  });

  it("is that of the normal distribution for very many, and grows with the count", () => {
    for (const count of [5_000, 100_000, 1_000_000]) {
      const { low, high } = poissonInterval(count);
      // Second order: the square of the quantile over three (Cornish & Fisher), and a half for being discrete.
      const half = 1.959964 * Math.sqrt(count);
      expect(Math.abs(low - (count - half + 1.28 - 0.5))).toBeLessThan(0.2);
      expect(Math.abs(high - (count + half + 1.28 + 0.5))).toBeLessThan(0.3);
    }
    for (let count = 0; count < 60; count++) {
      const [one, more] = [poissonInterval(count), poissonInterval(count + 1)];
      expect(more.low).toBeGreaterThan(one.low);
      expect(more.high).toBeGreaterThan(one.high);
    }
  });
});
