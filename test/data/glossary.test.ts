import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GlossaryEntry } from "../../build/catalogue/catalogue.ts";
import { GLOSSARY_CATEGORIES } from "../../build/contract/texts/vocabulary.ts";
import { slugWords } from "../../build/contract/wire/slug.ts";
import { readGlossary } from "../../build/pipeline/load/geography.ts";

const DATA = join(import.meta.dirname, "../../data");
const entries = readGlossary(DATA);
const bySlug = new Map(entries.map((entry) => [entry.slug, entry]));

const FULL_STOP = /[.?!](?=\s|$)/g;

function slugsWhere(isWrong: (entry: GlossaryEntry) => boolean): string[] {
  return entries.filter(isWrong).map(({ slug }) => slug);
}

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, at) => texts.indexOf(text) !== at);
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.?!])\s+(?=\p{Lu})/u);
}

function reachableFrom(start: string): Set<string> {
  const reached = new Set([start]);
  for (const slug of reached) for (const related of bySlug.get(slug)?.related ?? []) reached.add(related);
  return reached;
}

describe("the glossary as a whole", () => {
  it("explains at least 150 terms", () => {
    expect(entries.length).toBeGreaterThanOrEqual(150);
  });

  it("has one file for each category of the API, and no other file", () => {
    const files = readdirSync(join(DATA, "glossary")).toSorted();
    expect(files).toEqual(GLOSSARY_CATEGORIES.map((category) => `${category}.json`).toSorted());
  });

  it.each(GLOSSARY_CATEGORIES)("says enough about %s to be worth a category", (category) => {
    expect(entries.filter((entry) => entry.category === category).length).toBeGreaterThanOrEqual(10);
  });

  it.each(GLOSSARY_CATEGORIES)("keeps the file of %s in the order of its terms", (category) => {
    const rows = JSON.parse(readFileSync(join(DATA, "glossary", `${category}.json`), "utf8")) as { term: string }[];
    const order = rows.map(({ term }) => slugWords(term));
    expect(order).toEqual(order.toSorted());
  });

  it("gives each term once, and each slug once", () => {
    expect(repeated(entries.map(({ term }) => term.toLowerCase()))).toEqual([]);
    expect(repeated(entries.map(({ slug }) => slug))).toEqual([]);
  });

  it("gives what a term is also called once, and to no term that another one is", () => {
    const called = entries.flatMap(({ term, alsoCalled }) => [term, ...alsoCalled]);
    expect(repeated(called.map(slugWords))).toEqual([]);
    expect(entries.filter(({ alsoCalled }) => alsoCalled.length > 0).length).toBeGreaterThanOrEqual(60);
  });

  it("derives every slug from its term by the folding that slugs have everywhere", () => {
    expect(slugsWhere(({ term, slug }) => slug !== slugWords(term))).toEqual([]);
  });
});

describe("the text of a term", () => {
  it("has no blank at an edge, no line break and no doubled blank", () => {
    const isUntidy = (text: string) => text !== text.trim() || /[\n\t]| {2}/.test(text);
    expect(slugsWhere((entry) => [entry.term, entry.summary, entry.definition, entry.example].some(isUntidy))).toEqual([]);
  });

  it("is composed Unicode, so that a search finds what it shows", () => {
    expect(slugsWhere((entry) => JSON.stringify(entry) !== JSON.stringify(entry).normalize("NFC"))).toEqual([]);
  });

  it("is summed up in one sentence of at most 160 characters", () => {
    expect(slugsWhere(({ summary }) => summary.length < 30 || summary.length > 160)).toEqual([]);
    expect(slugsWhere(({ summary }) => !summary.endsWith(".") || sentences(summary).length !== 1)).toEqual([]);
  });

  it("is defined in 120 to 1,000 characters and more than one sentence", () => {
    expect(slugsWhere(({ definition }) => definition.length < 120 || definition.length > 1000)).toEqual([]);
    expect(slugsWhere(({ definition }) => (definition.match(FULL_STOP) ?? []).length < 2)).toEqual([]);
  });

  it("is illustrated by an example of 40 to 300 characters that is a sentence", () => {
    expect(slugsWhere(({ example }) => example.length < 40 || example.length > 300)).toEqual([]);
    expect(slugsWhere(({ example }) => !/^[\p{Lu}\d].*[.?!]$/u.test(example))).toEqual([]);
  });

  it("says something else in each of its parts", () => {
    const summaryWithoutStop = ({ summary }: GlossaryEntry) => summary.slice(0, -1).toLowerCase();
    expect(slugsWhere((entry) => entry.definition.toLowerCase().includes(summaryWithoutStop(entry)))).toEqual([]);
    expect(slugsWhere((entry) => entry.definition.includes(entry.example))).toEqual([]);
  });

  it("shares no sentence with any other term", () => {
    const all = entries.flatMap(({ summary, definition, example }) => [summary, ...sentences(definition), example]);
    expect(repeated(all)).toEqual([]);
  });

  it("is spelt as in Britain, but where an American spelling is given to be searched for", () => {
    const american =
      /\b(?:centers?|centered|colors?|harbor|behavior|paleo\w*|epicenter|hypocenter|catalog|gray|(?:character|general|local|organ|real|recogn)iz\w+|modeling|modeled|plow|defense|mold)\b/i;
    const forSearch = new Set(["epicentre", "hypocentre", "palaeoseismology", "earthquake-catalogue"]);
    const isAmerican = (entry: GlossaryEntry) => american.test([entry.term, entry.summary, entry.definition, entry.example].join(" "));
    expect(slugsWhere((entry) => isAmerican(entry) && !forSearch.has(entry.slug))).toEqual([]);
  });
});

describe("the source of a term", () => {
  it("is a work with its author or publisher, and no page that nobody has looked up", () => {
    expect(slugsWhere(({ source }) => source.length < 20 || /\bpp?\. ?\d/.test(source))).toEqual([]);
  });

  it("is used by a term, or is not in the list of sources", () => {
    const list = JSON.parse(readFileSync(join(DATA, "glossary-sources.json"), "utf8")) as Record<string, string>;
    expect(new Set(entries.map(({ source }) => source))).toEqual(new Set(Object.values(list)));
  });
});

describe("the relations between terms", () => {
  it("are two to six for each term, none twice and none to itself", () => {
    expect(slugsWhere(({ related }) => related.length < 2 || related.length > 6)).toEqual([]);
    expect(slugsWhere(({ slug, related }) => related.includes(slug) || repeated(related).length > 0)).toEqual([]);
  });

  it("all lead to a term, and back from it", () => {
    const leadsBack = (from: string, to: string) => bySlug.get(to)?.related.includes(from) ?? false;
    expect(slugsWhere(({ slug, related }) => !related.every((to) => leadsBack(slug, to)))).toEqual([]);
  });

  it("connect the whole glossary: from any term every other can be reached", () => {
    expect(reachableFrom("earthquake").size).toBe(entries.length);
  });
});

describe("the terms that keep a user of the API from a mistake", () => {
  it.each([
    ["alert-level", /not the same as green/],
    ["tsunami-flag", /neither .* nor .* expected/],
    ["negative-magnitude", /Zero itself is a magnitude/],
    ["magnitude", /no top/],
    ["richter-scale", /nearly always wrong/],
    ["fixed-depth", /10 km/],
    ["deleted-event", /not the same as deleted/],
    ["event-alias", /Bookmarks/],
    ["update-time", /nothing to do with when the ground shook/],
    ["seismic-intensity", /Unlike magnitude/],
    ["jma-seismic-intensity", /neither a magnitude nor a Mercalli degree/],
    ["radiated-energy", /1\.5 Ms \+ 4\.4.*surface-wave magnitudes.*4\.8/],
    ["mcs-scale", /must not be passed on as Modified Mercalli/],
    ["old-style", /gives Gregorian dates throughout/],
    ["moment-magnitude", /Mw = 2\/3 \(log10 M0 - 9\.1\), with M0 in N m/],
  ])("%s says so: %s", (slug, warning) => {
    expect(bySlug.get(slug)?.definition).toMatch(warning);
  });
});
