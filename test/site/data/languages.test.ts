import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { COUNTRY_CODES } from "../../../build/contract/texts/vocabulary.ts";
import { readPlates } from "../../../build/pipeline/load/plates.ts";
import type { Content } from "../../../build/site/data/page.ts";
import { dataPage } from "../../../build/site/data/pages.ts";
import { renderContext } from "../../../build/site/data/render-context.ts";
import { localNumber, neutralNumber } from "../../../build/site/format/numbers.ts";
import { LANGUAGES } from "../../../build/site/i18n/languages.ts";
import { readTexts } from "../../../build/site/i18n/read-translations.ts";
import { type Translations, translationsIn } from "../../../build/site/i18n/translations.ts";
import { countryNames, NAMED_LANGUAGES } from "../../../scripts/maintain/prepare-country-names.ts";
import { allAnswers } from "../../answers/all-answers.ts";
import { smallInput } from "../../answers/small-catalogue.ts";

const CATALOGUE = assembleCatalogue(smallInput());

/** A language in which every text is the English one in brackets. */
function bracketed(): Translations {
  const { data, shell } = readTexts().en;
  const inBrackets = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `[${text}]`]));
  const texts = { data: inBrackets(data ?? {}), shell: inBrackets(shell ?? {}), plates: { West: "Platte im Westen" } };
  const translations = translationsIn("en", texts);
  return { ...translations, language: { tag: "xx" as "en", name: "Xx", dir: "rtl" } };
}

function pageIn(translations: Translations, id: "country" | "earthquake" | "term" | "plate", more = {}): string {
  return renderedIn(translations, id, neutralNumber, more).main.markup;
}

function renderedIn(translations: Translations, id: "country" | "earthquake" | "term" | "plate", number = neutralNumber, more = {}) {
  const kinds = { country: "country", earthquake: "event", term: "term", plate: "plate" } as const;
  const answer = [...allAnswers(CATALOGUE)].find(({ endpoint }) => endpoint.id === id);
  const names = {
    hasPage: () => true,
    country: (iso2: string) => `country ${iso2}`,
    term: (slug: string) => `term ${slug}`,
    definition: (slug: string) => (slug === "earthquake" ? "Ein Beben." : undefined),
    plate: (slug: string) => CATALOGUE.plates.find((one) => one.slug === slug)?.name ?? slug,
  };
  const context = renderContext(translations, names, number);
  return dataPage({ kind: kinds[id], body: { ...(answer?.body as object), ...more }, usedIn: [] } as unknown as Content, context);
}

describe("a page of data in another language", () => {
  it("is the same page of the same answer with other words", () => {
    const page = pageIn(bracketed(), "earthquake");
    expect(page).toContain("[Depth]");
    expect(page).toContain("country NO");
    expect(page).toMatch(/href="\/countries\/north\/\?lang=xx"/);
    expect(page).toContain("<span>[18\u00A0km NNE of Hualian, Taiwan]</span></h1>");
    expect(page).toContain('<p class="names"><span lang="en">18\u00A0km NNE of Hualian, Taiwan</span></p>');
  });

  it("says where an earthquake with a name was, beside the words of the source", () => {
    expect(pageIn(bracketed(), "earthquake", { name: "Hualien" })).toContain(
      '<p class="names"><span>[18\u00A0km NNE of Hualian, Taiwan]</span> · <span lang="en">18\u00A0km NNE of Hualian, Taiwan</span></p>',
    );
  });

  it("has the magnitude in its title as the language writes numbers", () => {
    const { title } = renderedIn(translationsIn("de", readTexts().de), "earthquake", localNumber("de"));
    expect(title).toMatch(/^Magnitude 6,4: /);
    expect(renderedIn(translationsIn("en", readTexts().en), "earthquake").title).toMatch(/^Magnitude 6.4: /);
  });

  it("names countries in that language", () => {
    expect(pageIn(bracketed(), "country")).toMatch(
      /<h1><span [^>]*>\[Earthquakes in <span data-country="NO">country NO<\/span>\]<\/span><\/h1>/,
    );
  });

  it("names plates in that language where they have a name in it", () => {
    const east = pageIn(bracketed(), "plate");
    expect(east).toContain('<h1 data-plate="East">[The East plate]</h1>');
    expect(east).toContain('<a href="/plates/west/?lang=xx">Platte im Westen</a>');
  });

  it("has a short definition of a term in that language over the one in English, which says so", () => {
    const page = pageIn(bracketed(), "term");
    expect(page).toContain("<h1>term earthquake</h1>");
    expect(page).toContain("[In English: <span");
    expect(page).toContain('<h2>[Definition]</h2><p class="definition">Ein Beben.</p>');
    expect(page).toContain('[Definition] <small>([in English])</small></h2><p class="definition" lang="en">');
  });
});

/** Whether there is a name for each of these and for nothing else. */
function expectNames(names: Readonly<Record<string, string>>, expected: readonly string[]): void {
  expect(Object.keys(names).toSorted()).toEqual(expected.toSorted());
  expect(Object.values(names).filter((name) => name.trim() === "")).toEqual([]);
}

describe("the names of countries", () => {
  it("are those of CLDR in fourteen languages, all 250 of each", () => {
    const made = countryNames();
    expect([...made.keys()]).toEqual(NAMED_LANGUAGES);
    for (const [language, text] of made) {
      const file = new URL(`../../../data/country-names/${language}.json`, import.meta.url);
      expect(readFileSync(file, "utf8")).toBe(text);
      expectNames(JSON.parse(text) as Record<string, string>, COUNTRY_CODES);
    }
  });
});

describe("the names of plates", () => {
  const known = readPlates(join(import.meta.dirname, "../../../data")).map(({ name }) => name);
  it.each(LANGUAGES.map(({ tag }) => tag))("in %s are of plates that there are, and each is of one plate only", (tag) => {
    const names = readTexts()[tag]["plates"] ?? {};
    expect(Object.keys(names).filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
  });
});

describe("the names of the glossary's terms", () => {
  const DATA = new URL("../../../data/", import.meta.url);
  const slugs = readdirSync(new URL("glossary/", DATA)).flatMap((file) =>
    (JSON.parse(readFileSync(new URL(`glossary/${file}`, DATA), "utf8")) as { slug: string }[]).map(({ slug }) => slug),
  );

  it.each(NAMED_LANGUAGES)("are all there in %s, and none for a term that there is not", (language) => {
    expectNames(JSON.parse(readFileSync(new URL(`term-names/${language}.json`, DATA), "utf8")) as Record<string, string>, slugs);
  });

  it("have short definitions of the same sixty terms in each language, and no other", () => {
    const read = (language: string) =>
      JSON.parse(readFileSync(new URL(`term-definitions/${language}.json`, DATA), "utf8")) as Record<string, string>;
    const defined = Object.keys(read("de"));
    expect(defined).toHaveLength(60);
    expect(defined.filter((slug) => !slugs.includes(slug))).toEqual([]);
    for (const language of NAMED_LANGUAGES) expectNames(read(language), defined);
  });
});
