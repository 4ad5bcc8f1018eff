import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountryPart } from "../../../build/geo/point-in-part.ts";
import { boxOfLines } from "../../../build/geo/segment-index.ts";
import { decodeCountryPolygons } from "../../../build/pipeline/load/countries.ts";
import { encodeCountryPolygons } from "../../../scripts/maintain/countries/polygons.ts";

const point = fc.tuple(fc.integer({ min: -180_000, max: 180_000 }), fc.integer({ min: -90_000, max: 90_000 }));
const ring = fc
  .uniqueArray(point, { minLength: 3, maxLength: 20, selector: String })
  .map((points) => Float64Array.from(points.flat(), (units) => units / 1000));
const part = fc.record({ iso2: fc.stringMatching(/^[A-Z]{2}$/), rings: fc.array(ring, { minLength: 1, maxLength: 4 }) });

const triangle = { iso2: "XX", rings: [Float64Array.of(0, 0, 1, 0, 0, 1)] };

/** The parts as they are read, after a look at their boxes. */
function partsAfter(parts: readonly CountryPart[]): CountryPart[] {
  return decodeCountryPolygons(encodeCountryPolygons(parts)).map(({ iso2, box = [0, 0, 0, 0], rings }) => {
    const circles = boxOfLines(rings, true);
    for (const [at, side] of circles.entries()) {
      const beyond = (at < 2 ? 1 : -1) * (side - (box[at] ?? Number.NaN));
      // No further out than the next thousandth of a degree; longitudes and latitudes end at 180 and 90.
      expect(beyond).toBeGreaterThan(-2e-6);
      expect(beyond).toBeLessThan(0.001);
    }
    return { iso2, rings };
  });
}

describe("the format of country polygons", () => {
  it("returns what was written, to the thousandth of a degree", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        expect(partsAfter(parts)).toEqual(parts);
      }),
    );
  });

  it("drops points that fall together and parts of which nothing is left", () => {
    const close = { iso2: "XX", rings: [Float64Array.of(0, 0, 0.0001, 0, 1, 0, 0, 1, 0, 0.0004)] };
    const sliver = { iso2: "YY", rings: [Float64Array.of(5, 5, 5.0001, 5, 5, 5.0001)] };
    const hole = { iso2: "ZZ", rings: [...triangle.rings, ...sliver.rings] };
    expect(partsAfter([close, sliver, hole])).toEqual([triangle, { ...triangle, iso2: "ZZ" }]);
  });
});
