import { type Arbitrary, assert, constantFrom, double, oneof, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { readGlossary } from "../../../build/pipeline/load/geography.ts";
import { readTable } from "../../../build/site/earthquakes/table.ts";
import { earthquakeTable } from "../../../build/site/earthquakes/write-table.ts";
import { firstValues } from "../../../build/site/tools/form.ts";
import { toolsFromCatalogue } from "../../../build/site/tools/from-catalogue.ts";
import type { Field } from "../../../build/site/tools/tool.ts";
import { AS_OF, smallInput, usgs } from "../../answers/small-catalogue.ts";
import { liveEvent } from "../../catalogue/make-records.ts";
import { DATA_FOLDER, englishKit, SMALL } from "./seeded-tools.ts";

/** Any value that a reader may enter, the ends of ranges among them. */
function anyValue(field: Field): Arbitrary<number | string> {
  if (field.kind === "choice") return constantFrom(...field.options);
  const { least, most } = field;
  return oneof(constantFrom(least, most), double({ min: least, max: most, noNaN: true }));
}

const HISTORY = readTable(earthquakeTable(SMALL.events.filter(({ historical }) => historical)));
const TERMS = new Set(readGlossary(DATA_FOLDER).map(({ slug }) => slug));

describe.each(toolsFromCatalogue(SMALL, HISTORY, new Set()).map((tool) => [tool.slug, tool] as const))("the tool %s", (slug, tool) => {
  const context = englishKit(slug);

  it("draws whatever can be entered, and never a number that is none", () => {
    const entered = record(Object.fromEntries(tool.fields.map((field) => [field.name, anyValue(field)])));
    assert(
      property(entered, (values) => {
        const { answer, figure, more } = tool.draw(values, context, tool.seed);
        expect(`${answer.markup}${figure.markup}${more?.markup ?? ""}`).not.toMatch(/NaN|Infinity|∞|undefined/);
        expect(answer.markup).toContain("<p");
      }),
    );
  });

  it("begins with options that there are, says what each field is, and where it ends", () => {
    for (const field of tool.fields) {
      expect(context.t(`field.${field.name}`)).toBeTruthy();
      if (field.kind === "choice") expect(field.options).toContain(field.first);
    }
    for (const key of [...tool.limits, "formula_where"]) expect(context.t(key)).toBeTruthy();
    const { figure } = tool.draw(firstValues(tool.fields), context, tool.seed);
    for (const [svg] of figure.markup.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/role="img" aria-label="[^"]+"/);
  });

  it("leads to terms that the glossary has", () => {
    for (const term of tool.terms) expect(TERMS).toContain(term);
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
