import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastHundredths, mostHundredths } from "../../build/rewrite/select-earthquakes.ts";

const bound = fc.oneof(
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.integer({ min: -1000, max: 1000 }).map((hundredths) => hundredths / 100),
);

describe("a bound in hundredths", () => {
  it("lies exactly where the bound lies among magnitudes, never a rounding away", () => {
    fc.assert(
      fc.property(bound, (magnitude) => {
        const least = leastHundredths(magnitude);
        expect(least / 100).toBeGreaterThanOrEqual(magnitude);
        expect((least - 1) / 100).toBeLessThan(magnitude);
        const most = mostHundredths(magnitude);
        expect(most / 100).toBeLessThanOrEqual(magnitude);
        expect((most + 1) / 100).toBeGreaterThan(magnitude);
      }),
      { numRuns: 5000 },
    );
  });

  it("excludes nothing where it is infinite", () => {
    expect(leastHundredths(-Infinity)).toBeLessThan(-32768);
    expect(mostHundredths(Infinity)).toBeGreaterThan(32767);
  });
});
