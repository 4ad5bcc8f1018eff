import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DEFAULT_VIEW,
  firstCamera,
  hashOf,
  MAX_ZOOM,
  MIN_MAGNITUDES,
  PERIODS,
  type ViewState,
  viewStateOf,
} from "../../../build/site/map/view-state.ts";

const tenths = (least: number, most: number, part: number) =>
  fc.integer({ min: least * part, max: most * part }).map((value) => value / part);

const choice: fc.Arbitrary<ViewState> = fc.record({
  hours: fc.constantFrom(...PERIODS),
  leastMagnitude: fc.constantFrom(...MIN_MAGNITUDES),
  until: fc.option(fc.integer({ min: 0, max: 4e12 })),
  sort: fc.constantFrom("newest", "strongest"),
  view: fc.constantFrom("map", "list"),
  shape: fc.constantFrom("flat", "globe"),
  colour: fc.constantFrom("depth", "age"),
  selected: fc.option(fc.string({ minLength: 1, unit: "binary" })),
  camera: fc.option(
    fc.record({
      zoom: tenths(0, MAX_ZOOM, 10),
      latitude: tenths(-90, 90, 100),
      longitude: tenths(-540, 540, 100),
    }),
  ),
});

describe("the address of the map", () => {
  it("carries everything that is seen", () => {
    fc.assert(
      fc.property(choice, (one) => {
        expect(viewStateOf(hashOf(one))).toEqual(one);
      }),
    );
  });

  it("is short where nothing was chosen", () => {
    expect(hashOf(DEFAULT_VIEW)).toBe("");
    expect(viewStateOf("")).toEqual(DEFAULT_VIEW);
  });

  it("is believed where it makes sense, and nowhere else", () => {
    const wrong = "#hours=5&min=4.4&until=soon&sort=up&view=3d&shape=cube&colour=red&event=&at=99,1,2";
    expect(viewStateOf(wrong)).toEqual(DEFAULT_VIEW);
    expect(viewStateOf("#hours=168&min=99&at=,,")).toEqual({ ...DEFAULT_VIEW, hours: 168 });
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(PERIODS).toContain(viewStateOf(text).hours);
      }),
    );
  });
});

describe("where the map looks at first", () => {
  it.each([
    [366, 300, "flat", -0.48],
    [1024, 600, "flat", 1],
    [1448, 600, "flat", 1.5],
    [8192, 4000, "flat", 3],
    [0, 0, "flat", -1],
    [784, 530, "globe", 2.07],
    [366, 300, "globe", 1.25],
  ] as const)("%i × %i pixels, %s: zoom %f", (width, height, shape, zoom) => {
    expect(firstCamera({ width, height }, shape).zoom).toBeCloseTo(zoom, 2);
  });
});
