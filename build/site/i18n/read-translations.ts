import { readdirSync, readFileSync } from "node:fs";
import { COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { memoize, memoizeByKey } from "../../contract/wire/memoize.ts";
import { sha256 } from "../../platform/hash.ts";
import { type Derive, NO_CELLS } from "../../store/derive.ts";
import type { ReadyFile } from "../files.ts";
import { LANGUAGES, type LanguageTag } from "./languages.ts";
import { faultsOfPlurals, valuesIn } from "./plural.ts";
import { type AllTexts, type Names, type Site, type Texts, type TranslatedNames } from "./translations.ts";

const FOLDER = new URL("../../../data/languages/", import.meta.url);

let read: AllTexts | undefined;

/**
 * Reads all texts of the interface (`data/languages/{area}/{language}.json`).
 *
 * @param derive keeps which texts were checked
 * @throws Error if a language lacks a text, so that the build fails and not the page
 */
export function readTexts(derive: Derive = NO_CELLS): AllTexts {
  if (read) return read;
  const texts = fromFiles();
  derive("texts", [], () => check(texts));
  return (read = texts);
}

/** @returns true */
function check(texts: AllTexts): boolean {
  const faults = faultsOfTexts(texts);
  if (faults.length > 0) throw new Error(`texts of the pages, ${faults.length} faults:\n${faults.join("\n")}`);
  return true;
}

function fromFiles(): AllTexts {
  const areas = readdirSync(FOLDER);
  const languages = LANGUAGES.map(({ tag }) => {
    const present = areas.filter((area) => readdirSync(new URL(`${area}/`, FOLDER)).includes(`${tag}.json`));
    return [tag, Object.fromEntries(present.map((area) => [area, textsIn(`${area}/${tag}.json`)]))] as const;
  });
  return Object.fromEntries(languages) as AllTexts;
}

function textsIn(path: string): Texts {
  return JSON.parse(readFileSync(new URL(path, FOLDER), "utf8")) as Texts;
}

/**
 * Describes texts that are missing, unused, empty, or have other placeholders than the English text; empty if there are none.
 *
 * @param texts as read, complete or not
 */
export function faultsOfTexts(texts: AllTexts): string[] {
  return LANGUAGES.flatMap(({ tag }) =>
    Object.entries(texts.en).flatMap(([area, english]) => {
      const translated = texts[tag]?.[area];
      if (!translated) return [`${area}/${tag}.json is missing`];
      const faults = [...faultsOfArea(english, translated), ...pluralFaults(translated, tag)];
      return faults.map((fault) => `${area}/${tag}.json: ${fault}`);
    }),
  );
}

function pluralFaults(translated: Texts, tag: LanguageTag): string[] {
  return Object.entries(translated).flatMap(([key, text]) =>
    faultsOfPlurals(text, tag).map((fault) => `the text ${key} has not the forms of a plural that the language has (${fault})`),
  );
}

function faultsOfArea(english: Texts, translated: Texts): string[] {
  const missing = Object.keys(english).filter((key) => !translated[key]?.trim());
  const leftOver = Object.keys(translated).filter((key) => english[key] === undefined);
  const otherwise = Object.entries(english).filter(
    ([key, text]) => translated[key]?.trim() && valuesIn(text).join() !== valuesIn(translated[key]).join(),
  );
  return [
    ...missing.map((key) => `the text ${key} is missing`),
    ...leftOver.map((key) => `the text ${key} is one that English does not have`),
    ...otherwise.map(([key, text]) => `the text ${key} has not the values of the English one: ${valuesIn(text).join(", ")}`),
  ];
}

/** The terms that pages name which are not about terms. Their names are among the texts. */
const NAMED_TERMS = ["gutenberg-richter-law", "seismic-zone"];

/**
 * `assets/texts/{language}.json`: the texts for rendering a data page in the reader's language.
 * `assets/texts/shell/{language}.json`: those of the header and the notes above the page, for the scripts of every page;
 * `assets/texts/figure/{language}.json`: those for taking a figure away.
 */
export function textFiles(translated: ReadonlyMap<LanguageTag, TranslatedNames>): ReadyFile[] {
  const texts = readTexts();
  return LANGUAGES.flatMap(({ tag }) => {
    const { shell, data, plates, seas, tools, figure } = texts[tag];
    const names = translated.get(tag)?.terms ?? {};
    const said = {
      shell,
      data,
      plates,
      seas,
      // Lists use texts of the tools.
      tools: textsOf(tools, /^(reset|unread)$/),
      terms: Object.fromEntries(NAMED_TERMS.flatMap((slug) => (names[slug] ? [[slug, names[slug]]] : []))),
    };
    return [
      jsonFile(`assets/texts/${tag}.json`, said),
      jsonFile(`assets/texts/shell/${tag}.json`, shell),
      jsonFile(`assets/texts/figure/${tag}.json`, figure),
    ];
  });
}

function jsonFile(path: string, content: unknown): ReadyFile {
  return { path, bytes: new TextEncoder().encode(JSON.stringify(content)) };
}

function textsOf(texts: Texts = {}, expected: RegExp): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => expected.test(key)));
}

const DATA = new URL("../../../data/", import.meta.url);

/**
 * `assets/names/countries/{language}.json`, and likewise of terms and plates, for each language except English, for pages that are
 * rendered in the browser and for the search; and `assets/names/plates.json`, all names of each plate by its slug.
 */
export function nameFiles(
  translated: ReadonlyMap<LanguageTag, TranslatedNames>,
  plates: readonly { slug: string; name: string }[],
): ReadyFile[] {
  const licence = { path: "assets/names/licence.txt", bytes: readFileSync(new URL("country-names/LICENSE", DATA)) };
  const texts = readTexts();
  const files = [...translated].flatMap(([tag, { countries, terms }]) => [
    jsonFile(`assets/names/countries/${tag}.json`, countries),
    jsonFile(`assets/names/terms/${tag}.json`, terms),
    jsonFile(`assets/names/plates/${tag}.json`, texts[tag].plates),
  ]);
  const tags = [...translated.keys()];
  const called = plates.map(({ slug, name }) => [slug, [...new Set([name, ...tags.flatMap((tag) => texts[tag].plates?.[name] ?? [])])]]);
  return [licence, jsonFile("assets/names/plates.json", Object.fromEntries(called)), ...files];
}

/**
 * The translated names of countries and terms in each language except English.
 *
 * @param terms slugs of the glossary
 * @throws Error if a language lacks a name, so that the build fails and not the page
 */
export function readNames(terms: readonly string[]): ReadonlyMap<LanguageTag, TranslatedNames> {
  const others = LANGUAGES.filter(({ tag }) => tag !== "en");
  return new Map(
    others.map(({ tag }) => [
      tag,
      {
        countries: namesIn(`country-names/${tag}.json`, COUNTRY_CODES),
        terms: namesIn(`term-names/${tag}.json`, terms),
      },
    ]),
  );
}

/** A process that builds again reads each file once. */
const namesOf = memoize(String, (path: string): Names => JSON.parse(readFileSync(new URL(path, DATA), "utf8")) as Names);

function namesIn(path: string, expected: readonly string[]): Names {
  const names = namesOf(path);
  const faults = faultsOfNames(names, expected).missing;
  if (faults.length > 0) throw new Error(`${path}, ${faults.length} faults:\n${faults.join("\n")}`);
  return names;
}

/** The names that are missing or empty, and those that are not expected. */
export function faultsOfNames(names: Names, expected: readonly string[]): { missing: string[]; leftOver: string[] } {
  const known = new Set(expected);
  const missing = expected.filter((key) => typeof names[key] !== "string" || names[key].trim() === "");
  const leftOver = Object.keys(names).filter((key) => !known.has(key));
  return { missing: missing.map((key) => `${key} has no name`), leftOver: leftOver.map((key) => `there is no ${key}`) };
}

/** Identifies the texts of a language and the properties that all pages of the site share. */
export function textsKey(texts: AllTexts[LanguageTag], { sample, pagesFrom: from, publicUrl, staleAfterS, brand }: Site): string {
  return sha256(JSON.stringify([hashOfTexts(texts), sample, String(from), publicUrl, staleAfterS, brand]));
}

const hashOfTexts = memoizeByKey((texts: AllTexts[LanguageTag]) => sha256(JSON.stringify(texts)));
