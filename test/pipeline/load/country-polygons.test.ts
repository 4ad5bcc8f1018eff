import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCountryPolygons, encodeCountryPolygons } from "../../../build/pipeline/load/countries.ts";

const point = fc.tuple(fc.integer({ min: -180_000, max: 180_000 }), fc.integer({ min: -90_000, max: 90_000 }));
const ring = fc
  .uniqueArray(point, { minLength: 3, maxLength: 20, selector: String })
  .map((points) => Float64Array.from(points.flat(), (units) => units / 1000));
const part = fc.record({ iso2: fc.stringMatching(/^[A-Z]{2}$/), rings: fc.array(ring, { minLength: 1, maxLength: 4 }) });

const triangle = { iso2: "XX", rings: [Float64Array.of(0, 0, 1, 0, 0, 1)] };

describe("the format of country polygons", () => {
  it("returns what was written, to the thousandth of a degree", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        expect(decodeCountryPolygons(encodeCountryPolygons(parts))).toEqual(parts);
      }),
    );
  });

  it("drops points that fall together and parts of which nothing is left", () => {
    const close = { iso2: "XX", rings: [Float64Array.of(0, 0, 0.0001, 0, 1, 0, 0, 1, 0, 0.0004)] };
    const sliver = { iso2: "YY", rings: [Float64Array.of(5, 5, 5.0001, 5, 5, 5.0001)] };
    const hole = { iso2: "ZZ", rings: [...triangle.rings, ...sliver.rings] };
    expect(decodeCountryPolygons(encodeCountryPolygons([close, sliver, hole]))).toEqual([triangle, { ...triangle, iso2: "ZZ" }]);
  });

  it("refuses every shortened file and every file with more behind it", () => {
    const bytes = encodeCountryPolygons([triangle, triangle]);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeCountryPolygons(bytes.subarray(0, length))).toThrow(/^country polygons: /);
    expect(() => decodeCountryPolygons(Uint8Array.of(...bytes, 0))).toThrow("1 bytes follow the last part");
  });

  it("fails with its own message for every wrong byte", () => {
    const bytes = encodeCountryPolygons([triangle, triangle]);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const wrong = Uint8Array.from(bytes);
        wrong[at] = value;
        try {
          for (const { rings } of decodeCountryPolygons(wrong))
            for (const numbers of rings) expect(numbers.every((degrees) => Math.abs(degrees) <= 180)).toBe(true);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: country polygons: /);
        }
      }),
    );
  });

  it.each([
    ["another file", [80, 75, 3, 4, 1], "it does not begin with QTCP"],
    ["another version", [81, 84, 67, 80, 2, 0], "version 2 is not 1"],
    ["more parts than bytes", [81, 84, 67, 80, 1, 200, 1], "200 parts are more than its bytes can hold"],
    ["a part without an outline", [81, 84, 67, 80, 1, 1, 88, 88, 0], "a part of XX has no outline"],
    ["a code that is none", [81, 84, 67, 80, 1, 1, 88, 46, 0], '"X." is not a country code'],
    ["a ring of two points", [81, 84, 67, 80, 1, 1, 88, 88, 1, 2, 0, 0, 0, 0], "a ring has 2 points"],
    ["a long number", [81, 84, 67, 80, 1, 255, 255, 255, 255], "a number is longer than four bytes"],
  ])("says what is wrong with %s", (_, bytes, message) => {
    expect(() => decodeCountryPolygons(Uint8Array.from(bytes))).toThrow(message);
  });

  it("refuses points off the globe", () => {
    const beyond = { iso2: "XX", rings: [Float64Array.of(0, 0, 181, 0, 0, 1)] };
    expect(() => decodeCountryPolygons(encodeCountryPolygons([beyond]))).toThrow("a point is off the globe");
  });
});
