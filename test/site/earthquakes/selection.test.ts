import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectionForm } from "../../../build/site/earthquakes/form.ts";
import {
  CONDITIONS,
  EVERYTHING,
  FIRST_SELECTION,
  instantOf,
  isValid,
  matcherOf,
  orderOf,
  parametersOf,
  periodOf,
  SORTS,
  selectionOf,
} from "../../../build/site/earthquakes/selection.ts";
import type { ListedEarthquake } from "../../../build/site/earthquakes/table.ts";
import { ENGLISH } from "../english.ts";
import { anySelection, isMeant, LEVELS, tenths } from "./meant.ts";

const AS_OF = Date.UTC(2024, 4, 4, 7);
const selection = anySelection(["JP", "TR"], ["turkiye", "KANTO honshu", "sanriku off"]);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const earthquake: fc.Arbitrary<ListedEarthquake> = fc
  .record({
    time: fc.oneof(
      fc.integer({ min: AS_OF - 800 * 3_600_000, max: AS_OF + 3_600_000 }),
      fc.integer({ min: -125_000_000_000_000, max: AS_OF }),
    ),
    magnitude: maybe(tenths(-1, 9)),
    magnitudeType: fc.constantFrom("mww", null),
    depthKm: maybe(tenths(-2, 700)),
    latitude: maybe(tenths(-90, 90)),
    longitude: tenths(-180, 180).map((value) => (value === 180 ? -180 : value)),
    country: fc.constantFrom("JP", "TR", null),
    deaths: maybe(fc.integer({ min: 0, max: 3000 })),
    tsunami: fc.constantFrom(true, false, null),
    alert: fc.constantFrom(...LEVELS, null),
    place: fc.constantFrom("Türkiye: Erzincan", "Japan: Honshu", "Off Sanriku"),
    name: fc.constantFrom(null, "Great Kantō"),
    id: fc.uuid(),
  })
  .map((one) => ({ ...one, slug: one.id, when: "", atLeast: false, historical: true }));

describe("a selection of earthquakes", () => {
  it("selects exactly those that meet every condition", () => {
    let selected = 0;
    fc.assert(
      fc.property(fc.array(earthquake, { minLength: 20, maxLength: 60 }), selection, (all, one) => {
        const found = all.filter(matcherOf(one, AS_OF));
        selected += found.length;
        expect(found).toEqual(all.filter((each) => isMeant(one, each, AS_OF)));
      }),
      { numRuns: 400, seed: 1 },
    );
    expect(selected).toBeGreaterThan(500);
  });

  it("sorts by each column, with unknown values last in both directions", () => {
    fc.assert(
      fc.property(fc.array(earthquake, { maxLength: 40 }), fc.constantFrom(...SORTS), fc.boolean(), (all, column, down) => {
        const sorted = all.toSorted(orderOf(down ? `-${column}` : column, compare));
        const valueOf = { time: "time", magnitude: "magnitude", depth: "depthKm", deaths: "deaths", place: "place" } as const;
        const values = sorted.map((one) => (column === "place" ? (one.name ?? one.place) : one[valueOf[column]]));
        const known = values.filter((value) => value !== null);
        expect(values.slice(0, known.length)).toEqual(known);
        for (const [at, value] of known.entries()) {
          const before = known[at - 1] ?? value;
          expect(down ? before >= value : before <= value).toBe(true);
          if (at > 0 && before === value) expect(sorted[at - 1]?.time).toBeGreaterThanOrEqual(sorted[at]?.time ?? 0);
        }
        expect(new Set(sorted.map(({ id }) => id)).size).toBe(all.length);
      }),
    );
  });

  it("comes back from its address as it was written", () => {
    fc.assert(
      fc.property(selection, (one) => {
        expect(selectionOf(new URLSearchParams(new URLSearchParams(parametersOf(one)).toString()))).toEqual(one);
      }),
    );
    expect(parametersOf(FIRST_SELECTION)).toEqual([]);
    expect(parametersOf({ ...EVERYTHING, start: "1900", country: "TR" })).toEqual([
      ["start", "1900"],
      ["country", "TR"],
      ["min_mag", ""],
    ]);
    expect(selectionOf(new URLSearchParams("start=1900")).hours).toBe("");
  });

  it("ignores what is not a condition or not a value of it", () => {
    const bad = "hours=2&start=0&end=2023-02-29&country=turkey&min_latitude=91&min_mag=1e9&max_radius_km=-1&tsunami=no&alert=blue&q=%20";
    expect(selectionOf(new URLSearchParams(`${bad}&color=red`))).toEqual(FIRST_SELECTION);
    fc.assert(
      fc.property(fc.constantFrom(...CONDITIONS), fc.string(), (name, value) => {
        const read = selectionOf(new URLSearchParams([[name, value]]));
        expect([value, FIRST_SELECTION[name]]).toContain(read[name]);
        expect(matcherOf(read, AS_OF)).toBeTypeOf("function");
      }),
    );
  });

  it.each([
    ["min_latitude", -90, 90],
    ["max_longitude", -180, 180],
    ["max_radius_km", 0, 20_016],
    ["min_mag", -10, 10],
    ["min_depth", -100, 1000],
    ["max_depth", -100, 1000],
    ["min_deaths", 0, 10_000_000],
  ] as const)("has for %s a number from %d to %d", (name, low, high) => {
    const values = [low, high, low - 0.1, high + 0.1, " "].map(String);
    expect(values.map((value) => isValid(name, value))).toEqual([true, true, false, false, false]);
  });

  it("has a control for each condition, which takes what the condition takes and begins with the first selection", () => {
    const { markup } = selectionForm(ENGLISH, "More");
    for (const name of CONDITIONS) expect(markup).toContain(` name="${name}"`);
    expect(markup).toContain('<option value="168" selected>');
    expect([...markup.matchAll(/name="(\w+)" step="0.1"/g)].map(([, name]) => name)).toEqual(["min_mag", "max_mag"]);
    expect([isValid("q", "x".repeat(200)), isValid("q", "x".repeat(201)), markup.includes(' name="q" maxlength="200"')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("counts years as historians do, and ends with the last ms of a year, month or day", () => {
    const year = (text: string, end: "first" | "last" = "first") => new Date(instantOf(text, end) ?? Number.NaN).toISOString();
    expect([year("-464"), year("-1"), year("1")]).toEqual(["-000463", "0000", "0001"].map((start) => `${start}-01-01T00:00:00.000Z`));
    expect([year("-1", "last"), year("1999", "last")]).toEqual(["0000-12-31T23:59:59.999Z", "1999-12-31T23:59:59.999Z"]);
    expect([year("2024-02", "last"), year("2024-12", "last")]).toEqual(["2024-02-29T23:59:59.999Z", "2024-12-31T23:59:59.999Z"]);
    expect(year("0099-03-07", "last")).toBe("0099-03-07T23:59:59.999Z");
    for (const text of ["", "0", "1999-13", "1999-00", "1999-02-30", "1999-1", "last year"])
      expect(instantOf(text, "first")).toBeUndefined();
    const dated = { ...EVERYTHING, start: "1900", end: "1999" };
    expect(periodOf(dated, AS_OF)).toEqual({ from: Date.UTC(1900, 0), to: Date.UTC(2000, 0) - 1 });
    expect(periodOf(EVERYTHING, AS_OF)).toEqual({ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY });
    expect(periodOf({ ...FIRST_SELECTION, end: "2030" }, AS_OF)).toEqual({ from: AS_OF - 168 * 3_600_000 + 1, to: AS_OF });
  });
});
