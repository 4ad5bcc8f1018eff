import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { CountryFacts, GlossaryEntry } from "../../catalogue/catalogue.ts";
import type { SearchWords } from "../../rewrite/shards/names.ts";
import { readDataFile } from "./data-file.ts";

/** Names with a bar between two. */
const list = z.string().transform((names) => names.split("|"));

const FILE = z.strictObject({
  meanings: z.strictObject({ deadliest: list, strongest: list, latest: list, since: list, filler: list }),
  countries: z.record(z.string(), list),
  terms: z.record(z.string(), list),
  places: z.array(list),
});

/** Further words of the search (`search-words.json`): the words of a query that are not names, and names that no other file has. */
function readWords(dataDirectory: string): z.infer<typeof FILE> {
  return readDataFile(join(dataDirectory, "search-words.json"), FILE);
}

export function readSearchWords(dataDirectory: string): SearchWords {
  const { meanings, places } = readWords(dataDirectory);
  return { meanings, places };
}

/** Countries with their names in the languages of the interface, and with former names, for the search. */
export function withOtherNames(dataDirectory: string, countries: readonly CountryFacts[]): CountryFacts[] {
  const translated = namesBy(join(dataDirectory, "country-names"));
  const more = readWords(dataDirectory).countries;
  return countries.map((country) => {
    const others = [...(more[country.iso2] ?? []), ...translated(country.iso2)];
    return { ...country, names: [...new Set([...country.names, ...others])] };
  });
}

/** Terms with their names in the languages of the interface, for the search. */
export function withTranslations(dataDirectory: string, glossary: readonly GlossaryEntry[]): GlossaryEntry[] {
  const translated = namesBy(join(dataDirectory, "term-names"));
  const more = readWords(dataDirectory).terms;
  return glossary.map((entry) => {
    return { ...entry, alsoCalled: [...new Set([...entry.alsoCalled, ...translated(entry.slug), ...(more[entry.slug] ?? [])])] };
  });
}

/** The names in all languages of a folder, by the keys of its files. */
function namesBy(folder: string): (key: string) => string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const languages = files.toSorted().map((name) => readDataFile(join(folder, name), z.record(z.string(), z.string())));
  return (key) => languages.flatMap((names) => names[key] ?? []);
}
