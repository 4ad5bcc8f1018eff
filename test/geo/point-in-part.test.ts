import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountryPart } from "../../build/geo/point-in-part.ts";
import { createPointTest } from "../../build/geo/point-in-part.ts";

/** A ring around a centre: any radii give one that does not cross itself. */
function star(x: number, y: number, radii: readonly number[]): [number, number][] {
  return radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function partOf(rings: readonly (readonly [number, number])[][]): CountryPart {
  return { iso2: "XX", rings: rings.map((ring) => Float64Array.from(ring.flat())) };
}

const radii = (min: number, max: number) =>
  fc.array(fc.double({ min, max, noNaN: true }), { minLength: 3, maxLength: 200 });
const coordinate = fc.double({ min: -12, max: 12, noNaN: true });

describe("a point in a part of a country", () => {
  it("is found where Turf finds it, holes or not", () => {
    fc.assert(
      fc.property(radii(4, 10), radii(0.5, 2.5), coordinate, coordinate, (outer, inner, x, y) => {
        const rings = [star(0, 0, outer), star(0.1, 0.1, inner)];
        const coordinates = rings.map((ring) => [...ring, ring[0] as [number, number]]);
        const expected = booleanPointInPolygon([x, y], { type: "Polygon", coordinates });
        expect(createPointTest(partOf(rings))(x, y)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

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
