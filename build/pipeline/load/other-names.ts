import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { CountryFacts, GlossaryEntry } from "../../catalogue/catalogue.ts";
import { readDataFile } from "./data-file.ts";

/** Names of history that earthquake catalogues and books have, by ISO 3166-1 alpha-2. */
const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  BD: ["East Pakistan"],
  BF: ["Upper Volta"],
  BJ: ["Dahomey"],
  BZ: ["British Honduras"],
  ET: ["Abyssinia"],
  ID: ["Dutch East Indies", "Netherlands East Indies"],
  KI: ["Gilbert Islands"],
  LK: ["Ceylon"],
  RU: ["Soviet Union", "USSR"],
  TH: ["Siam"],
  TW: ["Formosa"],
  VU: ["New Hebrides"],
  WS: ["Western Samoa"],
  ZW: ["Rhodesia"],
};

/** Countries with their names in the languages of the interface, and with former names, for the search. */
export function withOtherNames(dataDirectory: string, countries: readonly CountryFacts[]): CountryFacts[] {
  const translated = namesBy(join(dataDirectory, "country-names"));
  return countries.map((country) => {
    const others = [...(FORMER_NAMES[country.iso2] ?? []), ...translated(country.iso2)];
    return { ...country, names: [...new Set([...country.names, ...others])] };
  });
}

/** Terms with their names in the languages of the interface, for the search. */
export function withTranslations(dataDirectory: string, glossary: readonly GlossaryEntry[]): GlossaryEntry[] {
  const translated = namesBy(join(dataDirectory, "term-names"));
  return glossary.map((entry) => ({ ...entry, alsoCalled: [...new Set([...entry.alsoCalled, ...translated(entry.slug)])] }));
}

/** The names in all languages of a folder, by the keys of its files. */
function namesBy(folder: string): (key: string) => string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const languages = files.toSorted().map((name) => readDataFile(join(folder, name), z.record(z.string(), z.string())));
  return (key) => languages.flatMap((names) => names[key] ?? []);
}
