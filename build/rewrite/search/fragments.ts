import { wordsOf } from "../shards/inverted-index.ts";
import type { SearchWords } from "../shards/names.ts";
import { beginningLength } from "./match.ts";
import { loose } from "./spelling.ts";

/**
 * The files from which a browser searches where no host answers: the names of each script, pages with the events of words, years
 * and countries, and the page of the newest day. A new event changes only this one: the others have the events of earlier days.
 */

const FOLDER = "assets/search/";

/** Number of pages of words. */
const PAGES = 512;

const LETTERS = {
  latin: /[a-z]/,
  cyrillic: /\p{sc=Cyrillic}/u,
  greek: /\p{sc=Greek}/u,
  arabic: /\p{sc=Arabic}/u,
  devanagari: /\p{sc=Devanagari}/u,
  han: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
} as const;

/** `other`: Hebrew, Korean and so on, and numbers. */
export type Script = keyof typeof LETTERS | "other";
export const SCRIPTS = [...Object.keys(LETTERS), "other"] as Script[];

/** The scripts of a folded text. What has letters of several is in the file of each. */
export function scriptsOf(folded: string): Script[] {
  const found = SCRIPTS.filter((script) => script !== "other" && LETTERS[script].test(folded));
  return found.length > 0 ? found : ["other"];
}

/** `names-{script}.json`: folded names in a script. Every country and term is there, because their numbers are the same in all files. */
export interface NamesFile {
  countries: [iso2: string, slug: string, name: string, ...names: string[]][];
  terms: [slug: string, term: string, ...names: string[]][];
  words: SearchWords;
  /** The words of all places of earlier days in this script, each followed by a line feed. */
  eventWords: string;
  /** Those of them that are in so many events that their page does not have all. */
  frequent: string[];
}

export interface PageFile {
  /** Newest first. */
  events: PageEvent[];
}

/** The record of an event in answers (`EarthquakeSearchResult`). */
export interface EventRecord {
  event_id: string;
  magnitude: number;
  place_description: string;
  occurred_at: string;
  slug: string;
}

export interface PageEvent {
  record: EventRecord;
  /** The words of its search text that are not in its place. */
  more: string;
  cls: 0 | 1 | 2 | 3;
  deaths: number;
  country: string | null;
  /** The common name of the earthquake, if it has one. */
  title?: string;
}

export function namesPath(script: Script): string {
  return `${FOLDER}names-${script}.json`;
}

/** The page of the words that begin as this one, as numbers do. @param word folded */
export function wordPage(word: string): string {
  const own = loose(word);
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const letter of own.slice(0, beginningLength(own))) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193);
  return `${FOLDER}${((hash >>> 0) ^ (hash >>> 16)) & (PAGES - 1)}.json`;
}

export function countryPage(iso2: string): string {
  return `${FOLDER}${iso2}.json`;
}

/** The page of the events that a query may mean that names no place. */
export const WORLD_PAGE = `${FOLDER}world.json`;

/** The page of all events of the newest UTC day, and of the hour before it. */
export const NEWEST_PAGE = `${FOLDER}newest.json`;

/** The word by which texts name each country, which the page of the country has as well. @param names English */
export function countryWords(names: Iterable<readonly [iso2: string, name: string]>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [iso2, name] of names) {
    const word = wordsOf(name).reduce((longest, own) => (own.length > longest.length ? own : longest), "");
    if (!found.has(word)) found.set(word, iso2);
  }
  return found;
}

/** What is known of words before any page is read. */
export interface WordWeights {
  /** Words of many events. */
  frequent: ReadonlySet<string>;
  /** The country of each word by which texts name one. */
  countryOf: ReadonlyMap<string, string>;
}

/** The page of the word, of several, that is likely in the fewest events: a long one. */
export function pageOfRarest(own: readonly string[], { frequent, countryOf }: WordWeights): string {
  const lengthOf = (word: string) => (frequent.has(word) ? -1 : /^[0-9]/.test(word) ? 0 : word.length);
  const rarest = own.reduce((best, word) => ((lengthOf(word) - lengthOf(best) || (word < best ? 1 : -1)) > 0 ? word : best));
  const iso2 = countryOf.get(rarest);
  return iso2 === undefined ? wordPage(rarest) : countryPage(iso2);
}
