import { type Arbitrary, assert, constantFrom, double, oneof, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { readGlossary } from "../../../build/pipeline/load/geography.ts";
import { firstValues } from "../../../build/site/tools/form.ts";
import { toolsFromCatalogue } from "../../../build/site/tools/from-catalogue.ts";
import type { Field } from "../../../build/site/tools/tool.ts";
import { DATA_FOLDER, englishKit, SMALL } from "./seeded-tools.ts";

/** Any value that a reader may enter, the ends of ranges among them. */
function anyValue(field: Field): Arbitrary<number | string> {
  if (field.kind === "choice") return constantFrom(...field.options);
  const { least, most } = field;
  return oneof(constantFrom(least, most), double({ min: least, max: most, noNaN: true }));
}

const TERMS = new Set(readGlossary(DATA_FOLDER).map(({ slug }) => slug));

describe.each(toolsFromCatalogue(SMALL, new Set()).map((tool) => [tool.slug, tool] as const))("the tool %s", (slug, tool) => {
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
