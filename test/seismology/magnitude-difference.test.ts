import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { magnitudeDifference } from "../../build/seismology/magnitude.ts";

const hundredths = fc.integer({ min: -1000, max: 1000 });

describe("the difference of two magnitudes", () => {
  it("is exact for hundredths, in either order", () => {
    fc.assert(
      fc.property(hundredths, hundredths, (a, b) => {
        const expected = Math.abs(a - b) / 100;
        expect(magnitudeDifference(a / 100, b / 100)).toBe(expected);
        expect(magnitudeDifference(b / 100, a / 100)).toBe(expected);
      }),
    );
    expect(4.4 - 3.4).not.toBe(1);
    expect(magnitudeDifference(4.4, 3.4)).toBe(1);
  });

  it("is unknown if one of the two is", () => {
    expect([magnitudeDifference(null, 5), magnitudeDifference(5, null), magnitudeDifference(null, null)]).toEqual([null, null, null]);
  });
});
