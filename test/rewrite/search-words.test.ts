import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countryWords, pageOfRarest } from "../../build/rewrite/search/fragments.ts";
import { isOneSlip, loose } from "../../build/rewrite/search/spelling.ts";
import { askerOf, textOf } from "./ask.ts";
import { type PlainCatalogue, type PlainEvent, shardInputOf } from "./plain-catalogue.ts";

const letters = (all: string) => fc.string({ unit: fc.constantFrom(...all), maxLength: 6 });

describe("words", () => {
  it("are one slip apart if a letter is lost, added or changed, or two neighbours are exchanged", () => {
    const slips = (word: string) =>
      Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const).flatMap(([before, after]) => [
        before + after.slice(1),
        ...[..."abc"].flatMap((letter) => [before + letter + after, ...(after === "" ? [] : [before + letter + after.slice(1)])]),
        ...(after.length < 2 ? [] : [before + after.charAt(1) + after.charAt(0) + after.slice(2)]),
      ]);
    fc.assert(
      fc.property(letters("abc"), letters("abc"), (a, b) => isOneSlip(a, b) === (a === b || slips(a).includes(b))),
      { numRuns: 2_000 },
    );
  });

  it("without what people leave out stay the same without it again", () => {
    fc.assert(fc.property(letters("aйыэъأىةءـ़ीूァュー・っ國島廣1١"), (word) => loose(loose(word)) === loose(word)));
  });

  it("of a query lead to one page, in any order; a word of several countries leads to the first", () => {
    const countryOf = countryWords([
      ["CD", "DR Congo"],
      ["CG", "Congo"],
      ["JP", "Japan"],
    ]);
    expect(Object.fromEntries(countryOf)).toEqual({ congo: "CD", japan: "JP" });
    const weights = { frequent: new Set(["near"]), countryOf };
    const words = fc.uniqueArray(fc.constantFrom("near", "japan", "tokyo", "osaka", "2011", "of"), { minLength: 1 });
    fc.assert(fc.property(words, (own) => pageOfRarest(own, weights) === pageOfRarest(own.toReversed(), weights)));
  });
});

describe("the search of a country in a year", () => {
  const event = (id: string, year: number, country: string, place: string): PlainEvent => {
    return { id, aliases: [], time: Date.UTC(year, 5, 1), magnitude: 6, latitude: 0, longitude: 0, place, country, cls: 2 };
  };
  const country = (iso2: string, name: string, ...names: string[]) => ({ names: [name, ...names], record: { name, iso2 } });
  const catalogue: PlainCatalogue = {
    asOf: Date.UTC(2018, 1, 7),
    events: [
      event("us3", 2017, "KR", "sea off Japan"),
      event("us2", 2010, "IT", "Rome"),
      event("us4", 2010, "KR", "Seoul"),
      event("us1", 2006, "JP", "Tokyo"),
    ],
    countries: [country("IT", "Italy", "Италия"), country("JP", "Japan"), country("KR", "Korea")],
    terms: [],
  };

  it.each([
    ["japan 2006", ["us1"]],
    // Across the border, with its name.
    ["japan 2017", ["us3"]],
    // Remembered wrongly by one.
    ["japan 2007", ["us1"]],
    ["итальянское 2010", ["us2"]],
  ])("for %s finds %j", async (q, ids) => {
    const ask = await askerOf(shardInputOf(catalogue));
    const { earthquakes } = JSON.parse(textOf(await ask.body(`/api/v1/search/?q=${encodeURIComponent(q)}`)));
    expect(earthquakes.map(({ event_id: id }: { event_id: string }) => id)).toEqual(ids);
  });
});
