import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Quake } from "../../../build/site/map/quake.ts";
import { countsOver, shareOf, timeAt } from "../../../build/site/map/time-scale.ts";

const YEAR = 365 * 86_400_000;
const PERIODS = [
  { from: 0, to: 7 * 86_400_000 },
  { from: -4120 * YEAR, to: 54 * YEAR },
] as const;

it("each time of a period has one place on the timeline, in order", () => {
  fc.assert(
    fc.property(fc.constantFrom(...PERIODS), fc.double({ min: 0, max: 1, noNaN: true }), (period, share) => {
      expect(shareOf(timeAt(share, period), period)).toBeCloseTo(share, 6);
      expect(timeAt(share, period)).toBeLessThanOrEqual(timeAt(Math.min(1, share + 0.01), period));
    }),
  );
});

it("more than half of the timeline of all history is left to the last 500 years", () => {
  expect(shareOf(-446 * YEAR, PERIODS[1])).toBeLessThan(0.52);
});

it("each earthquake of the period is counted in one bar", () => {
  const [period] = PERIODS;
  const times = fc.array(fc.integer({ min: period.from, max: period.to }));
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 60 }), (given, parts) => {
      const quakes = given.map((time) => ({ time }) as Quake);
      const counts = countsOver(quakes, (time) => shareOf(time, period), parts);
      expect(counts).toHaveLength(parts);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(quakes.length);
    }),
  );
  expect(countsOver([{ time: period.to + 1 } as Quake], (time) => shareOf(time, period), 5)).toEqual([0, 0, 0, 0, 0]);
});
