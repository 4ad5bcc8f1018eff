import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutSingleNoise } from "../../../build/agencies/usgs/feature.ts";

/** As `%.{digits}g` prints a float of C: rounded, or cut by what JSON.stringify drops of trailing zeros. */
function throughSingle(value: number, digits: number): number {
  return Number(Math.fround(value).toPrecision(digits));
}

describe("noise of single precision", () => {
  it.each([
    [4.90000009536743, 4.9],
    [1.10000002, 1.1],
    [0.109999999, 0.11],
    [-122.785499572754, -122.7855],
    [-155.272995, -155.273],
    [2.1500001, 2.15],
  ])("takes %d for %d", (noisy, meant) => {
    expect(withoutSingleNoise(noisy)).toBe(meant);
  });

  it.each([46.132333333333, -66.9111666666667, 35.0000001, 7.801066081, 35.963502, 1.6600000000000001, 123456789])(
    "leaves the genuine digits of %d alone",
    (value) => {
      expect(withoutSingleNoise(value)).toBe(value);
    },
  );

  it("does not change numbers of at most seven digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 7 }), (whole, decimals) => {
        const value = Number(`${whole}e-${decimals}`) + 0;
        expect(withoutSingleNoise(value)).toBe(value);
      }),
    );
  });

  it("gives back every number of at most six digits that went through single precision", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999, max: 999_999 }),
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom(9, 12, 15, 17),
        (whole, decimals, digits) => {
          const value = Number(`${whole}e-${decimals}`) + 0;
          expect(withoutSingleNoise(throughSingle(value, digits))).toBe(value);
        },
      ),
    );
  });

  it("never moves a number by more than the noise can be", () => {
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (value) => {
        expect(Math.abs(withoutSingleNoise(value) - value)).toBeLessThanOrEqual(Math.abs(value) * 2 ** -23);
      }),
    );
  });
});
