import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contoursAddress, readContours } from "../../../build/agencies/usgs/contours.ts";
import { corpusDetails, corpusPresent } from "../../support/corpus.ts";

const PATH = "/archive/product/shakemap/us1/us/1518/download/cont_mmi.json";

function shakemap(url: unknown) {
  return { contents: { "download/cont_mmi.json": { url } } };
}

function contour(value: unknown, coordinates: unknown, type = "MultiLineString") {
  return { type: "Feature", properties: { value }, geometry: { type, coordinates } };
}

const SQUARE = [
  [10, 0],
  [11, 0],
  [11, 1],
  [10, 1],
  [10, 0],
];

describe("the address of contours", () => {
  it("is the path of the first ShakeMap", () => {
    const host = "https://earthquake.usgs.gov";
    expect(contoursAddress([shakemap(`${host}${PATH}`), shakemap(`${host}/x`)])).toBe(PATH);
  });

  it.each([
    [[]],
    [[{}]],
    [[shakemap(1)]],
    [[shakemap("file:///etc/passwd")]],
    [[shakemap("https://a.example/../product/shakemap/a/b/1/x")]],
  ])("is none of %j", (list) => expect(contoursAddress(list)).toBeNull());

  it.skipIf(!corpusPresent)("is one of the details of the corpus that have one", () => {
    const found = corpusDetails().filter(([, { properties }]) => contoursAddress(properties.products["shakemap"] ?? []));
    expect(found.length).toBeGreaterThanOrEqual(5);
  });
});

describe("contours", () => {
  it("are those of whole degrees from III", () => {
    const values = [2, 3, 3.5, 6, 11].map((value) => contour(value, [SQUARE]));
    expect(readContours({ features: values })?.map(({ intensity }) => intensity)).toEqual([3, 6]);
  });

  it("keep within a hundredth of a degree of the line as it was sent", () => {
    const step = fc.tuple(fc.double({ min: -0.05, max: 0.05, noNaN: true }), fc.double({ min: -0.05, max: 0.05, noNaN: true }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        let [x, y] = [10, 20];
        const line = steps.map(([dx, dy]) => [(x += dx), (y += dy)] as const);
        const kept = readContours({ features: [contour(5, line, "LineString")] })?.[0]?.lines[0] ?? [];
        const apart = line.map(([px, py]) =>
          Math.min(...kept.slice(1).map((to, at) => fromSegment(px, py, kept[at] as [number, number], to))),
        );
        return kept.length === 0 || Math.max(...apart) < 0.02;
      }),
    );
  });

  it.each([undefined, {}, { features: [{}] }, { features: [contour(6, [[["a", 1]]])] }, { features: [contour(6, [SQUARE], "Point")] }])(
    "are none of %j",
    (document) => expect(readContours(document)).toBeUndefined(),
  );
});

function fromSegment(x: number, y: number, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
  return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
}
