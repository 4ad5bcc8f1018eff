import { readdirSync, readFileSync } from "node:fs";
import { type Arbitrary, assert, constantFrom, double, oneof, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Texts } from "../../../build/site/i18n/translations.ts";
import { energyTool } from "../../../build/site/tools/energy/tool.ts";
import { feltIntensityTool } from "../../../build/site/tools/felt-intensity/tool.ts";
import { firstValues } from "../../../build/site/tools/form.ts";
import { prebuiltContext } from "../../../build/site/tools/pages.ts";
import { sMinusPTool } from "../../../build/site/tools/s-minus-p/tool.ts";
import { scalesTool } from "../../../build/site/tools/scales/tool.ts";
import type { Field, Tool } from "../../../build/site/tools/tool.ts";
import { recordSection } from "../../../build/site/tools/travel-times/figure.ts";
import { travelTimesTool } from "../../../build/site/tools/travel-times/tool.ts";
import { tsunamiTool } from "../../../build/site/tools/tsunami-travel-time/tool.ts";

const TOOLS: readonly Tool[] = [energyTool, feltIntensityTool, sMinusPTool, scalesTool, travelTimesTool, tsunamiTool({ cells: [] })];

const DATA = new URL("../../../data/", import.meta.url);

function textsOf(area: string): Texts {
  return JSON.parse(readFileSync(new URL(`languages/${area}/en.json`, DATA), "utf8")) as Texts;
}

function textsOfTool(slug: string): Texts {
  return { ...textsOf("tools"), ...textsOf(`tool-${slug}`) };
}

/** Any value that a reader may enter, the ends of ranges among them. */
function anyValue(field: Field): Arbitrary<number | string> {
  if (field.kind === "choice") return constantFrom(...field.options);
  const { least, most } = field;
  return oneof(constantFrom(least, most), double({ min: least, max: most, noNaN: true }));
}

function slugsOfGlossary(): Set<string> {
  const files = readdirSync(new URL("glossary/", DATA));
  const terms = files.flatMap((file) => JSON.parse(readFileSync(new URL(`glossary/${file}`, DATA), "utf8")) as { slug: string }[]);
  return new Set(terms.map(({ slug }) => slug));
}

describe.each(TOOLS.map((tool) => [tool.slug, tool] as const))("the tool %s", (slug, tool) => {
  const texts = textsOfTool(slug);
  const context = prebuiltContext(texts, "en");

  it("draws whatever can be entered, and never a number that is none", () => {
    const entered = record(Object.fromEntries(tool.fields.map((field) => [field.name, anyValue(field)])));
    assert(
      property(entered, (values) => {
        const { answer, figure, more } = tool.draw(values, context);
        const markup = `${answer.markup}${figure.markup}${more?.markup ?? ""}`;
        expect(markup).not.toMatch(/NaN|Infinity|∞|undefined/);
        expect(answer.markup).toContain("<p");
      }),
      { numRuns: slug === "travel-times" || slug === "s-minus-p" ? 12 : 100 },
    );
  });

  it("has a label and a word for each drawing, and a text for all that it says", () => {
    const { figure } = tool.draw(firstValues(tool.fields), context);
    for (const [svg] of figure.markup.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/role="img"\saria-label="[^"]+"/);
    for (const { name } of tool.fields) expect(texts[`field.${name}`]).toBeTruthy();
    for (const key of [...tool.limits, "formula_where"]) expect(texts[key]).toBeTruthy();
  });

  it("leads to terms that the glossary has", () => {
    const slugs = slugsOfGlossary();
    for (const term of tool.terms) expect(slugs).toContain(term);
  });
});

describe("the record section", () => {
  it("has a line for each earthquake, the nearest first, and when its first wave arrives", () => {
    const context = prebuiltContext(textsOfTool("travel-times"), "en");
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
