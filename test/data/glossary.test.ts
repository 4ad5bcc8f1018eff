import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GlossaryEntry } from "../../build/catalogue/catalogue.ts";
import { GLOSSARY_CATEGORIES } from "../../build/contract/texts/vocabulary.ts";
import { slugWords } from "../../build/contract/wire/slug.ts";
import { readGlossary } from "../../build/pipeline/load/geography.ts";
import { arrivals } from "../../build/seismology/travel-times.ts";

const DATA = join(import.meta.dirname, "../../data");
const entries = readGlossary(DATA);
const bySlug = new Map(entries.map((entry) => [entry.slug, entry]));

const FULL_STOP = /[.?!](?=\s|$)/g;

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

  it("has entries of texts, and nothing that no answer has", () => {
    const names = ["term", "slug", "summary", "definition", "example", "source", "category"];
    const texts = Object.fromEntries(names.map((name) => [name, expect.stringMatching(/./)]));
    for (const entry of entries) expect(entry).toEqual({ ...texts, alsoCalled: expect.any(Array), related: expect.any(Array) });
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
});

const textsOf = ({ term, summary, definition, example }: GlossaryEntry) => [term, summary, definition, example];
const AMERICAN =
  /\b(?:centers?|centered|colors?|harbor|behavior|paleo\w*|epicenter|hypocenter|catalog|gray|(?:character|general|local|organ|real|recogn)iz\w+|modeling|modeled|plow|defense|mold)\b/i;
/** Terms that give an American spelling to be searched for. */
const SEARCHED = new Set(["epicentre", "hypocentre", "palaeoseismology", "earthquake-catalogue"]);
const leadsBack = (from: string, to: string) => bySlug.get(to)?.related.includes(from) ?? false;

describe("no term", () => {
  it.each<[string, (entry: GlossaryEntry) => boolean]>([
    [
      "has a blank at an edge, a line break or a doubled blank",
      (entry) => textsOf(entry).some((text) => text !== text.trim() || /[\n\t]| {2}/.test(text)),
    ],
    ["has decomposed Unicode, which a search does not find", (entry) => JSON.stringify(entry) !== JSON.stringify(entry).normalize("NFC")],
    ["has a summary that is not of 30 to 160 characters", ({ summary }) => summary.length < 30 || summary.length > 160],
    ["has a summary that is not one sentence", ({ summary }) => !summary.endsWith(".") || sentences(summary).length !== 1],
    ["has a definition that is not of 120 to 1,000 characters", ({ definition }) => definition.length < 120 || definition.length > 1000],
    ["has a definition of one sentence", ({ definition }) => (definition.match(FULL_STOP) ?? []).length < 2],
    ["has an example that is not of 40 to 300 characters", ({ example }) => example.length < 40 || example.length > 300],
    ["has an example that is not a sentence", ({ example }) => !/^[\p{Lu}\d].*[.?!]$/u.test(example)],
    [
      "says its summary in its definition",
      ({ summary, definition }) => definition.toLowerCase().includes(summary.slice(0, -1).toLowerCase()),
    ],
    ["says its example in its definition", ({ definition, example }) => definition.includes(example)],
    [
      "has an American spelling, unless to be searched for",
      (entry) => AMERICAN.test(textsOf(entry).join(" ")) && !SEARCHED.has(entry.slug),
    ],
    [
      "has a source without an author or publisher, or with a page that was not checked",
      ({ source }) => source.length < 20 || /\bpp?\. ?\d/.test(source),
    ],
    ["has fewer than two relations, or more than six", ({ related }) => related.length < 2 || related.length > 6],
    ["is related to itself, or twice to another", ({ slug, related }) => related.includes(slug) || repeated(related).length > 0],
    ["is related to what is not a term, or does not lead back", ({ slug, related }) => !related.every((to) => leadsBack(slug, to))],
    ["has another slug than its term gives", ({ term, slug }) => slug !== slugWords(term)],
  ])("%s", (_, isWrong) => expect(entries.filter(isWrong).map(({ slug }) => slug)).toEqual([]));

  it("shares a sentence with another", () => {
    expect(repeated(entries.flatMap(({ summary, definition, example }) => [summary, ...sentences(definition), example]))).toEqual([]);
  });

  it("is apart from the others: from any term every other can be reached", () => {
    expect(reachableFrom("earthquake").size).toBe(entries.length);
  });
});

it("every source of the list is used by a term, and no other", () => {
  const list = JSON.parse(readFileSync(join(DATA, "glossary-sources.json"), "utf8")) as Record<string, string>;
  expect(new Set(entries.map(({ source }) => source))).toEqual(new Set(Object.values(list)));
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

// With 250 km, which stood here, pP is 55.8 s behind P by iasp91 (Kennett and Engdahl 1991).
it.each([
  ["depth-phase", 60, 270],
  ["seismic-phase", 30, 125],
])("%s has the depth for a pP that is %i s behind P at 60 degrees: %i km", (slug, seconds, depthKm) => {
  const [p, reflected] = arrivals(depthKm, 60, ["P", "pP"]);
  expect(Math.abs((reflected?.seconds ?? 0) - (p?.seconds ?? 0) - seconds)).toBeLessThan(0.5);
  expect(bySlug.get(slug)?.example).toContain(`${depthKm} km`);
});
