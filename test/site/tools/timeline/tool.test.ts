import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { earthquakeTable, readTable } from "../../../../build/site/earthquakes/table.ts";
import { html } from "../../../../build/site/html.ts";
import { longestGap, timelineTool } from "../../../../build/site/tools/timeline/tool.ts";
import {
  astronomical,
  historical,
  historicalOf,
  movedView,
  positionOf,
  ranked,
  roundYears,
  type Span,
  spanOf,
  yearOf,
} from "../../../../build/site/tools/timeline/view.ts";
import type { AnyValues } from "../../../../build/site/tools/tool.ts";
import { drawnBy, SMALL, wordsOf } from "../seeded-tools.ts";

const WHOLE: Span = [-2149, 2027];
const spacing = fc.constantFrom("even" as const, "ago" as const);
const view = fc
  .tuple(fc.integer({ min: -2149, max: 2025 }), fc.integer({ min: 1, max: 3000 }))
  .map(([from, years]): Span => [from, Math.min(2027, from + years)]);

describe("the year of a historical earthquake", () => {
  it.each([
    ["-002149", -2149],
    ["0115-12-13", 115.95],
    ["1556-01-23", 1556.06],
    ["2011-03-11T05:46", 2011.19],
  ])("reads %s as the year %f", (when, year) => {
    expect(yearOf(when)).toBeCloseTo(year, 2);
  });

  it("refuses what is not a time", () => {
    expect(() => yearOf("long ago")).toThrow(RangeError);
  });
});

it("ranks figures, largest first, and not the least of a class", () => {
  const [model] = readTable(earthquakeTable(SMALL.events)).map(historicalOf);
  if (!model) throw new Error("no earthquakes");
  const quakes = (
    [
      [101, true],
      [7, false],
      [51, true],
      [9, false],
    ] as const
  ).map(([deaths, atLeast]) => ({ ...model, deaths, atLeast }));
  expect(ranked(quakes, "deaths").map(({ deaths }) => deaths)).toEqual([9, 7]);
});

/** A place in a drawing. */
function place(year: number): number {
  return (year + 2149) / 5;
}

describe("the axis of time", () => {
  it("counts years as historians do: no year 0", () => {
    expect([-2150, -1, 1, 2018].map(astronomical)).toEqual([-2149, 0, 1, 2018]);
    expect(astronomical(0)).toBe(1);
    fc.assert(fc.property(fc.integer({ min: -3000, max: 3000 }), (year) => astronomical(historical(year)) === year));
  });

  it("gives a place and back the year, whichever spacing", () => {
    fc.assert(
      fc.property(spacing, fc.double({ min: -2149, max: 2027, noNaN: true }), (kind, year) => {
        const axis = positionOf(kind, 2028);
        expect(axis.year(axis.of(year))).toBeCloseTo(year, 6);
      }),
    );
  });

  it("stays within what there is, a year wide at least, however it is moved", () => {
    const change = fc.record({
      spacing,
      factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
      shift: fc.double({ min: -2, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(view, change, (before, how) => {
        const [from, to] = movedView(before, WHOLE, how);
        expect(from).toBeGreaterThanOrEqual(WHOLE[0]);
        expect(to).toBeLessThanOrEqual(WHOLE[1]);
        expect(to - from).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it("marks round years, which lie apart, as they are written: 1000 BC is -999", () => {
    const years = roundYears(WHOLE, place, 50);
    expect(years).toContain(-999);
    expect(years).toContain(1000);
    for (const [i, year] of years.entries()) if (i > 0) expect(place(year) - place(years[i - 1] ?? 0)).toBeGreaterThanOrEqual(50);
  });
});

describe("the timeline", () => {
  const earthquakes = readTable(earthquakeTable(SMALL.events.filter(({ historical }) => historical))).map(historicalOf);
  const tool = timelineTool(earthquakes);

  const drawn = (changed: AnyValues = {}) => drawnBy(tool, changed);

  it("tells how many, the deadliest, and the gap as one of the record", () => {
    const translations = wordsOf(drawn());
    expect(spanOf(earthquakes)).toEqual([-463, 1801]);
    expect(translations).toContain("Earthquakes on record from 464 BC to 1800: 2.");
    expect(translations).toContain("464 BC, with 20,000 deaths");
    expect(translations).toContain("That is a gap in the record, not in the earthquakes.");
    expect(translations).toContain("because this value is not on record: 0.");
    expect(wordsOf(drawn({ by: "magnitude" }))).toContain("because this value is not on record: 1.");
  });

  it("shows the first and the last year that are asked for, and no year beside them", () => {
    const [one] = earthquakes;
    const whole = timelineTool([1800, 1801, 1802, 1803].flatMap((year) => (one ? { ...one, when: `${year}`, year } : [])));
    const shown = (from: number, to: number) => {
      return /: (\d+)\./.exec(wordsOf(drawnBy(whole, { from, to })))?.[1];
    };
    expect([shown(1800, 1803), shown(1801, 1802), shown(1800, 1802)]).toEqual(["4", "2", "3"]);
  });

  it("says 1 death, not 1 deaths", () => {
    const one = timelineTool(earthquakes.map((earthquake) => ({ ...earthquake, deaths: 1 })));
    expect(wordsOf(drawnBy(one))).toContain("with 1 death.");
  });

  it("finds the longest time without an earthquake, the ends of the view included", () => {
    expect(longestGap([{ year: 100 }, { year: 150 }], [0, 180])).toEqual([0, 100]);
    expect(longestGap([], [0, 180])).toEqual([0, 180]);
  });

  it("counts those since 1900 where others are shown, too", () => {
    expect(wordsOf(drawn({}))).toContain("Of these, since 1900:");
    const modern = timelineTool(earthquakes.map((one) => ({ ...one, when: "1950-06", year: 1950.5 })));
    expect(wordsOf(drawnBy(modern))).toMatch(/from 1950 to 1950: 2\. Deadliest/);
  });

  it("draws every year inside a narrow drawing, with labels that lie apart", () => {
    const { markup } = drawnBy(tool, {}, { width: 360, card: (text) => html`<title>${text}</title>` }).figure;
    expect(markup).toContain('viewBox="0 0 360 ');
    expect(markup).toMatch(/<title>[^<]* · 464 BC · Deaths: 20,?000<\/title>/);
    const coordinates = (pattern: RegExp) => [...markup.matchAll(pattern)].map(([, x]) => Number(x));
    const [marks, labels] = [coordinates(/<circle[^>]* cx="([^"]+)"/g), coordinates(/<text x="([^"]+)" y="339"/g)];
    expect(marks.length).toBeGreaterThan(0);
    expect(labels.length).toBeGreaterThan(2);
    for (const x of [...marks, ...labels]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThanOrEqual(360);
    }
    for (const [i, x] of labels.entries()) if (i > 0) expect(x - (labels[i - 1] ?? 0)).toBeGreaterThanOrEqual(51.8);
  });

  it("draws with finite numbers where there is no earthquake", () => {
    expect(drawnBy(timelineTool([])).figure.markup).not.toMatch(/NaN|Infinity/);
  });
});
