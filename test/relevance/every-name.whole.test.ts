import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { Country } from "world-countries";
import { readGlossary } from "../../build/pipeline/load/geography.ts";
import { embeddedNotable } from "../../build/pipeline/load/inputs.ts";
import { type Found, searcher } from "./searcher.ts";

const countries = createRequire(import.meta.url)("world-countries/countries.json") as Country[];

describe("whoever has a name", () => {
  let search: (q: string) => Promise<Found>;

  beforeAll(async () => {
    search = await searcher(inject("embeddedTree"));
  });

  it("as a country in any language, or a code, is found by it", async () => {
    const missed: string[] = [];
    for (const { cca2, cca3, name, altSpellings, translations } of countries) {
      const named = [name, ...Object.values(name.native), ...Object.values(translations)];
      for (const q of [cca2, cca3, ...altSpellings, ...named.flatMap(({ common, official }) => [common, official])]) {
        // Of one character alone the API refuses to search: Guam is 괌.
        if ([...q].length < 2) continue;
        const found = await search(q);
        if (!found.countries.some(({ iso2 }) => iso2 === cca2)) missed.push(`${cca2} ${q}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it("as a code comes first", async () => {
    const missed: string[] = [];
    for (const { cca2, cca3 } of countries) {
      for (const q of [cca2, cca3.toLowerCase()]) {
        const [first] = (await search(q)).countries;
        if (first?.iso2 !== cca2) missed.push(`${q} ${first?.iso2}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it("as a historical earthquake is found by each of its names and the year", async () => {
    const missed: string[] = [];
    for (const { id, aliases, magnitude, name, otherNames, time } of embeddedNotable()) {
      if (magnitude === null || name === null) continue;
      for (const own of [name, ...otherNames]) {
        const { earthquakes } = await search(`${own} ${Math.abs(time.year)}`);
        // What the USGS reports as well has the id that it gives.
        if (!earthquakes.some(({ event_id }) => [id, ...aliases, "us1000chhc"].includes(event_id))) {
          missed.push(`${id} ${own}`);
        }
      }
    }
    expect(missed).toEqual([]);
  });

  it("as a country or a term in a language of the interface is found by it among the first three", async () => {
    const missed: string[] = [];
    const [byCode, bySlug] = ["country-names", "term-names"].map((folder) =>
      readdirSync(`data/${folder}`)
        .filter((name) => name.endsWith(".json"))
        .flatMap((name) => Object.entries(JSON.parse(readFileSync(`data/${folder}/${name}`, "utf8")) as Record<string, string>)),
    );
    for (const [code, q] of byCode ?? []) {
      if ([...q].length < 2) continue;
      const first = (await search(q)).countries.slice(0, 3);
      if (!first.some(({ iso2 }) => iso2 === code)) missed.push(`${code} ${q}`);
    }
    for (const [slug, q] of bySlug ?? []) {
      if ([...q].length < 2) continue;
      const first = (await search(q)).glossary.slice(0, 3);
      if (!first.some((entry) => entry.slug === slug)) missed.push(`${slug} ${q}`);
    }
    expect(missed).toEqual([]);
    expect((await search("ceylon")).countries[0]?.iso2).toBe("LK");
    expect((await search("falla")).glossary.map(({ slug }) => slug)).toContain("fault");
  });

  it("as a term comes first by the term, and is found by what else it is called", async () => {
    const missed: string[] = [];
    for (const { term, slug, alsoCalled } of readGlossary("data")) {
      if ((await search(term)).glossary[0]?.slug !== slug) missed.push(term);
      for (const own of alsoCalled) {
        if ((await search(own)).glossary[0]?.slug !== slug) missed.push(`${term}: ${own}`);
      }
    }
    expect(missed).toEqual([]);
  });
});
