import { type Arbitrary, assert, constantFrom, double, oneof, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { readGlossary } from "../../../build/pipeline/load/geography.ts";
import { earthquakeTable, readTable } from "../../../build/site/earthquakes/table.ts";
import { firstValues } from "../../../build/site/tools/form.ts";
import { toolsFromCatalogue } from "../../../build/site/tools/from-catalogue.ts";
import { keyedTools, methodOf } from "../../../build/site/tools/pages.ts";
import { type Field, TOOL_SLUGS } from "../../../build/site/tools/tool.ts";
import { recordSection } from "../../../build/site/tools/travel-times/figure.ts";
import { AS_OF, smallInput, usgs } from "../../answers/small-catalogue.ts";
import { liveEvent } from "../../catalogue/make-records.ts";
import { DATA_FOLDER, drawnBy, englishKit, SMALL } from "./seeded-tools.ts";

/** Any value that a reader may enter, the ends of ranges among them. */
function anyValue(field: Field): Arbitrary<number | string> {
  if (field.kind === "choice") return constantFrom(...field.options);
  const { least, most } = field;
  return oneof(constantFrom(least, most), double({ min: least, max: most, noNaN: true }));
}

const HISTORY = readTable(earthquakeTable(SMALL.events.filter(({ historical }) => historical)));
const TERMS = new Set(readGlossary(DATA_FOLDER).map(({ slug }) => slug));

const TOOLS = keyedTools(toolsFromCatalogue(SMALL, HISTORY, new Set())).map(({ tool }) => [tool.slug, tool] as const);

it("there is a tool for each slug", () => {
  expect(TOOLS.map(([slug]) => slug).toSorted()).toEqual(TOOL_SLUGS.toSorted());
});

describe.each(TOOLS)("the tool %s", (slug, tool) => {
  const context = englishKit(slug);

  it("draws whatever can be entered, and never a number that is none", () => {
    const entered = record(Object.fromEntries(tool.fields.map((field) => [field.name, anyValue(field)])));
    assert(
      property(entered, (values) => {
        const { answer, figure, more, numbers } = tool.draw(values, context, tool.seed);
        expect(`${answer.markup}${figure.markup}${more?.markup ?? ""}`).not.toMatch(/NaN|In,?fin,?ity|∞|undefined/);
        expect(answer.markup).toContain("<p");
        if (figure.markup.includes("<svg")) expect(numbers).toBeDefined();
        const [names = [], ...rows] = numbers?.() ?? [];
        expect(new Set(names).size).toBe(names.length);
        expect(
          rows.every(
            (row) =>
              row.length === names.length && row.every((cell) => cell === null || cell === String(cell) || Number.isFinite(Number(cell))),
          ),
        ).toBe(true);
      }),
      { numRuns: slug === "travel-times" || slug === "s-minus-p" ? 12 : 100 },
    );
  });

  it("begins with options that there are, says what each field is, and where it ends", () => {
    for (const field of tool.fields) {
      expect(context.t(`field.${field.name}`)).toBeTruthy();
      if (field.kind === "choice") expect(field.options).toContain(field.first);
    }
    for (const key of [...methodOf(tool.slug).limits, "formula_where"]) expect(context.t(key)).toBeTruthy();
    for (const [svg] of drawnBy(tool).figure.markup.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/role="img"\saria-label="[^"]+"/);
  });

  it("leads to terms that the glossary has", () => {
    for (const term of methodOf(tool.slug).terms) expect(TERMS).toContain(term);
  });
});

describe("frequency and magnitude begins", () => {
  const firstOf = (magnitudes: readonly number[]) => {
    const events = magnitudes.map((magnitude, at) => liveEvent({ id: `nc${at}`, time: AS_OF - (at + 1) * 60_000, latitude: 5, magnitude }));
    const catalogue = assembleCatalogue(smallInput({ live: usgs(events), historical: [] }));
    const tool = toolsFromCatalogue(catalogue, [], new Set()).find(({ slug }) => slug === "gutenberg-richter");
    return tool && firstValues(tool.fields);
  };
  const falling = (from: number) => Array.from({ length: 200 }, (_, at) => from + Math.floor(-Math.log10(1 - at / 200) * 10) / 10);

  it("with the world where its earthquakes suffice, else with the country that has the most if its own do", () => {
    expect(firstOf(falling(5))).toMatchObject({ country: "all", least: 4.5 });
    expect(firstOf(falling(1.5))).toMatchObject({ country: "NO", least: 1 });
    expect(firstOf([1.5, 2])).toMatchObject({ country: "all", least: 4.5 });
  });
});

describe("the record section", () => {
  it("has a line for each earthquake, the nearest first, and when its first wave arrives", () => {
    const context = englishKit("travel-times");
    const event = { slug: "", magnitude: 6, depthKm: 10, longitude: 0, time: Date.UTC(2018, 1, 1) };
    const events = [
      { ...event, latitude: 90, place: "far" },
      { ...event, latitude: 35, place: "near" },
    ];
    const { markup } = recordSection(events, { latitude: 0, longitude: 0 }, context);
    expect(markup.match(/class="trace"/g)).toHaveLength(2);
    expect(markup.indexOf("· near")).toBeLessThan(markup.lastIndexOf("· far"));
    // 412.43 s to 35°.
    expect(markup).toContain("2018-02-01T00:06:52");
  });
});
