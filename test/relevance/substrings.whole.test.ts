import * as fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { shardInput } from "../../build/answers/shard-input.ts";
import { loadConfig } from "../../build/config/config.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { rankedEvents, rankedNames, termsOf } from "../rewrite/oracle.ts";
import { searcher } from "./searcher.ts";

const { agencies } = loadConfig(undefined);
const { catalogue } = await loadCatalogue({ agencies }, cachedGeography());
const input = shardInput(catalogue);
const events = input.search.map(({ text, cls, record }) => ({ text, cls, id: idOf(record()) }));
const countries = input.countries.map(({ names, record }) => ({ names, iso2: JSON.parse(record).iso2 as string }));
const terms = input.terms.map(({ term, names, definition, record }) => ({
  names: [term, ...names],
  definition,
  slug: JSON.parse(record).slug as string,
}));

function idOf(record: string): string {
  return (JSON.parse(record) as { event_id: string }).event_id;
}

/** Everything that can be searched: a line of an event, a name, a definition. */
const texts = [
  ...new Set(events.flatMap(({ text }) => text.split("\n"))),
  ...countries.flatMap(({ names }) => names),
  ...terms.flatMap(({ names, definition }) => [...names, definition]),
].map((text) => [...text]);

/** Some neighbouring characters of a text, wherever they begin and end; of accents, kana and Hangul as well. */
const piece = fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 2, max: 12 })).map(([text, from, length]) => {
  const start = from % Math.max(1, text.length - 1);
  return text.slice(start, start + length).join("");
});

const query = fc
  .oneof({ weight: 3, arbitrary: piece }, { weight: 1, arbitrary: fc.tuple(piece, piece).map((two) => two.join(" ")) })
  .chain((q) => fc.constantFrom(q, q.toUpperCase(), q.normalize("NFD")))
  .filter((q) => [...q.trim()].length >= 2);

describe("a search for any piece of what can be searched", () => {
  it("finds just what brute force finds, in its order", async () => {
    const search = await searcher(inject("embeddedTree"));
    await fc.assert(
      fc.asyncProperty(query, async (q) => {
        const found = await search(q);
        const words = termsOf(q);
        expect(found.results.map(({ event_id }) => event_id)).toEqual(rankedEvents(events, ({ text }) => text, words).map(({ id }) => id));
        // Names may also be found by their meaning, and all of them are there unless the list is full.
        const [ofCountries, ofTerms] = [found.countries.map(({ iso2 }) => iso2), found.glossary.map(({ slug }) => slug)];
        if (ofCountries.length < 50)
          expect(ofCountries).toEqual(expect.arrayContaining(rankedNames(countries, words).map(({ iso2 }) => iso2)));
        if (ofTerms.length < 50) expect(ofTerms).toEqual(expect.arrayContaining(rankedNames(terms, words).map(({ slug }) => slug)));
      }),
      { numRuns: 200 },
    );
  });
});
