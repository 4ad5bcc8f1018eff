import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountryPart } from "../../build/geo/point-in-part.ts";
import { createPointTest } from "../../build/geo/point-in-part.ts";

function partOf(rings: readonly (readonly [number, number])[][]): CountryPart {
  return { iso2: "XX", rings: rings.map((ring) => Float64Array.from(ring.flat())) };
}

describe("a point in a part of a country", () => {
  it("is in exactly one of two neighbours, also on their border and its corners", () => {
    const grid = fc.integer({ min: 0, max: 6 });
    const border = fc.array(grid, { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(border, grid, grid, fc.nat(4), (steps, x, row, quarter) => {
        // A winding border from south to north between a western and an eastern country.
        const line = steps.map((at, i): [number, number] => [at, i]);
        const top = steps.length - 1;
        const west = createPointTest(partOf([[...line, [-1, top], [-1, 0]]]));
        const east = createPointTest(partOf([[[7, 0], [7, top], ...line.toReversed()]]));
        const y = Math.min(row, top) - (row >= top ? 0.5 : 0) + quarter / 4 - (row >= top && quarter === 4 ? 0.5 : 0);
        if (y < 0 || y >= top) return;
        expect([west(x, y), east(x, y)].filter(Boolean)).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  it("is not in what lies beside, above or below", () => {
    const square = createPointTest(
      partOf([
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ]),
    );
    expect(square(0.5, 0.5)).toBe(true);
    for (const [x, y] of [
      [-0.1, 0.5],
      [1.1, 0.5],
      [0.5, -0.1],
      [0.5, 1.1],
      [Number.NaN, 0.5],
      [0.5, Number.NaN],
    ])
      expect(square(x as number, y as number)).toBe(false);
  });
});
