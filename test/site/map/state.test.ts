import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVERYTHING, FIRST_SELECTION, type Selection } from "../../../build/site/earthquakes/selection.ts";
import type { ListedEarthquake } from "../../../build/site/earthquakes/table.ts";
import { createNews } from "../../../build/site/map/client/news.ts";
import type { Quake } from "../../../build/site/map/quake.ts";
import { countsOver, shareOf, timeAt } from "../../../build/site/map/time-scale.ts";
import { DEFAULT_VIEW, firstCamera, hashOf, MAX_ZOOM, type ViewState, viewStateOf } from "../../../build/site/map/view-state.ts";

const tenths = (least: number, most: number, part: number) =>
  fc.integer({ min: least * part, max: most * part }).map((value) => value / part);

const choice: fc.Arbitrary<ViewState> = fc.record({
  selection: fc.constantFrom<Selection>(
    FIRST_SELECTION,
    EVERYTHING,
    { ...FIRST_SELECTION, hours: "720", min_mag: "" },
    { ...EVERYTHING, start: "-464", end: "1999-12", country: "TR", min_deaths: "1000", tsunami: "true", alert: "red", q: "a, b:c" },
    { ...EVERYTHING, latitude: "38.7", longitude: "-9.1", max_radius_km: "300", min_depth: "70", max_mag: "7.5" },
  ),
  until: fc.option(fc.integer({ min: 0, max: 4e12 })),
  sort: fc.constantFrom("-time", "-magnitude", "-deaths"),
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
    const wrong = "#hours=5&min_mag=low&until=soon&sort=up&view=3d&shape=cube&colour=red&event=&at=99,1,2";
    expect(viewStateOf(wrong)).toEqual(DEFAULT_VIEW);
    expect(viewStateOf("#hours=24&min_mag=99&at=,,")).toEqual({ ...DEFAULT_VIEW, selection: { ...FIRST_SELECTION, hours: "24" } });
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(["map", "list"]).toContain(viewStateOf(text).view);
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

const quakeOf = (id: string) => ({ id }) as ListedEarthquake;

it("what comes after a selection was opened is new, whichever selection it comes in", () => {
  const news = createNews(() => 7);
  expect(news.note("day", [quakeOf("a")])).toEqual([]);
  expect(news.note("week", [quakeOf("a"), quakeOf("b")])).toEqual([]);
  expect(news.note("day", [quakeOf("c"), quakeOf("a")])).toEqual([quakeOf("c")]);
  expect(news.note("week", [quakeOf("c"), quakeOf("a"), quakeOf("b")])).toEqual([]);
  expect([...news.arrivals]).toEqual([["c", 7]]);
});
