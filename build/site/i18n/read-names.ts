import { readFileSync } from "node:fs";
import { COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import type { Names, TermNames } from "../pages.ts";
import type { ReadyFile } from "../ready-file.ts";
import { LANGUAGES } from "./languages.ts";

const DATA = new URL("../../../data/", import.meta.url);

/** What pages that are rendered anew in a browser are called in: names by code and by slug. */
interface NamesFile {
  /** By ISO 3166-1 alpha-2. */
  countries: Names;
  /** By slug. */
  terms: Names;
}

/**
 * `assets/names/{language}.json` for each language but English.
 *
 * @param terms slugs of the glossary
 * @throws Error where a language lacks a name: it is found when the tree is built, not by a reader
 */
export function nameFiles(terms: readonly string[]): ReadyFile[] {
  const licence = { path: "assets/names/licence.txt", bytes: readFileSync(new URL("country-names/LICENSE", DATA)) };
  const others = LANGUAGES.map(({ tag }): string => tag).filter((tag) => tag !== "en");
  const files = others.map((tag) => {
    const names: NamesFile = {
      countries: namesIn(`country-names/${tag}.json`, COUNTRY_CODES),
      terms: namesIn(`term-names/${tag}.json`, terms),
    };
    return { path: `assets/names/${tag}.json`, bytes: new TextEncoder().encode(JSON.stringify(names)) };
  });
  return files.length === 0 ? [] : [licence, ...files];
}

/**
 * What the terms of the glossary are called in each language but English, by slug.
 *
 * @throws Error where a language lacks a name
 */
export function termNames(terms: readonly string[]): TermNames {
  const others = LANGUAGES.filter(({ tag }) => tag !== "en");
  return new Map(others.map(({ tag }) => [tag, namesIn(`term-names/${tag}.json`, terms)]));
}

function namesIn(path: string, wanted: readonly string[]): Names {
  const names = JSON.parse(readFileSync(new URL(path, DATA), "utf8")) as Names;
  const faults = faultsOfNames(names, wanted).missing;
  if (faults.length > 0) throw new Error(`${path}, ${faults.length} faults:\n${faults.join("\n")}`);
  return names;
}

/** What is missing or empty, and what is left over, in words. */
export function faultsOfNames(names: Names, wanted: readonly string[]): { missing: string[]; leftOver: string[] } {
  const known = new Set(wanted);
  const missing = wanted.filter((key) => typeof names[key] !== "string" || names[key].trim() === "");
  const leftOver = Object.keys(names).filter((key) => !known.has(key));
  return { missing: missing.map((key) => `${key} has no name`), leftOver: leftOver.map((key) => `there is no ${key}`) };
}
