import * as fc from "fast-check";
import { expect, it } from "vitest";
import { eraOf, eraText } from "../../../build/site/earthquakes/eras.ts";
import { instantOf } from "../../../build/site/earthquakes/selection.ts";
import { ENGLISH } from "../english.ts";

it("every year is in one decade or century, whose ends are years of a selection", () => {
  fc.assert(
    fc.property(fc.integer({ min: -2999, max: 2100 }), (year) => {
      const era = eraOf(year);
      const [from, to] = era.years;
      expect(from <= year && year <= to).toBe(true);
      expect([from, to].map((end) => eraOf(end).start)).toEqual([era.start, era.start]);
      expect(eraOf(to + 1).years[0]).toBe(to + 1);
      expect(new Date(instantOf(era.start, "first") ?? Number.NaN).getUTCFullYear()).toBe(from);
      expect(new Date(instantOf(era.end, "last") ?? Number.NaN).getUTCFullYear()).toBe(to);
    }),
  );
});

it.each([
  [2024, "2020–2029"],
  [1899, "1800–1899"],
  [1, "1–99"],
  [0, "99 BC – 1 BC"],
  [-463, "499 BC – 400 BC"],
])("the year %i is in %s", (year, text) => {
  expect(eraText(eraOf(year), ENGLISH.area("data"))).toBe(text);
});
