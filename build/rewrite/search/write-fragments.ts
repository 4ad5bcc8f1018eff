import { fold } from "../../contract/wire/fold.ts";
import { memoize } from "../../contract/wire/memoize.ts";
import { groupBy, lowerBound } from "../../platform/lists.ts";
import { wordsOf } from "../shards/inverted-index.ts";
import { type CountryNames, MEANINGS, type SearchWords, type TermText } from "../shards/names.ts";
import type { PlaceRow } from "../shards/places.ts";
import {
  countryPage,
  countryWords,
  type NamesFile,
  namesPath,
  type PageEvent,
  type PageFile,
  pageOfRarest,
  SCRIPTS,
  type Script,
  scriptsOf,
  WORLD_PAGE,
  wordPage,
} from "./fragments.ts";
import { MAXIMUM_FOUND } from "./match.ts";
import { loose } from "./spelling.ts";

type Row = PlaceRow & { record: () => string };

interface FragmentInput {
  /** Newest first, equal times by id. */
  search: readonly Row[];
  countries: readonly CountryNames[];
  terms: readonly TermText[];
  words: SearchWords;
}

/** Of a word of more events, the page has only the first of each order: one does not look for a place by such a word alone. */
const MOST_OF_WORD = 150;

/** What the file of a script says besides the words of events. */
type FixedNames = Pick<NamesFile, "countries" | "terms" | "words">;

interface Fragments {
  names: { path: string; script: Script; events: Pick<NamesFile, "eventWords" | "frequent"> }[];
  /** Rows are numbers of events. */
  pages: { path: string; rows: readonly number[]; content: () => PageFile }[];
}

/** Every file of the search but that of the newest day. @param places as `latinNames` */
export function searchFragments({ search, countries }: Omit<FragmentInput, "terms" | "words">, places: readonly LatinNames[]): Fragments {
  const rowsOfWord = new Map<string, number[]>();
  const rowsOfCountry = new Map<string, number[]>();
  const wordsIn = memoize((text: string) => text, wordsOf, Number.POSITIVE_INFINITY);
  search.forEach((row, at) => {
    const [own, year] = [wordsIn(row.text), String(yearOf(row))];
    for (const word of own) add(rowsOfWord, word, at);
    if (!own.includes(year)) add(rowsOfWord, year, at);
    if (row.country !== null) add(rowsOfCountry, row.country, at);
  });
  const { best, ofEachYear, sinceAnyYear } = choices(search);
  const pages = new Map<string, (readonly number[])[]>([[WORLD_PAGE, [sinceAnyYear]]]);
  const put = (page: string, rows: readonly number[]) => {
    const known = pages.get(page);
    if (known) known.push(rows);
    else pages.set(page, [rows]);
  };
  const named = countryWords(countries.map(({ iso2, record }) => [iso2, (JSON.parse(record) as { name: string }).name]));
  const countriesBeginning = beginningsOf(named);
  for (const [word, rows] of rowsOfWord) {
    const own = isFrequent(rows) ? best(rows) : ofEachYear(rows);
    put(wordPage(word), own);
    for (const iso2 of countriesBeginning(word)) put(countryPage(iso2), own);
  }
  for (const [iso2, rows] of rowsOfCountry) put(countryPage(iso2), ofEachYear(rows));
  const frequent = new Set([...rowsOfWord].filter(([, rows]) => isFrequent(rows)).map(([word]) => word));
  for (const names of places) {
    const page = pageOfRarest(names[0] as string[], { frequent, countryOf: named });
    for (const name of names.slice(1)) {
      const [first = [], ...others] = name.map((word) => rowsOfWord.get(word) ?? []);
      const sets = others.map((rows) => new Set(rows));
      put(page, ofEachYear(first.filter((row) => sets.every((rows) => rows.has(row)))));
    }
  }
  const wordsOfScript = groupWords(rowsOfWord.keys());
  return {
    names: SCRIPTS.map((script) => {
      const own = (wordsOfScript.get(script) ?? []).toSorted();
      const events = { eventWords: own.map((word) => `${word}\n`).join(""), frequent: own.filter((word) => frequent.has(word)) };
      return { path: namesPath(script), script, events };
    }),
    pages: Array.from(pages, ([path, lists]) => {
      const rows = [...new Set(lists.flat())].toSorted((a, b) => a - b);
      return { path, rows, content: () => pageOf(rows.map((row) => search[row] as Row)) };
    }),
  };
}

function groupWords(all: Iterable<string>): Map<Script, string[]> {
  const found = new Map<Script, string[]>();
  for (const word of all) for (const script of scriptsOf(word)) add(found, script, word);
  return found;
}

/** Names of a place, each as its words. */
type LatinNames = readonly (readonly string[])[];

/** The names of each place by which events are looked for. */
export function latinNames({ places }: SearchWords): LatinNames[] {
  return places
    .map((names) => names.map((name) => wordsOf(name).map(loose)).filter((own) => own.every((word) => /^[a-z0-9]+$/.test(word))))
    .filter((names) => names.length > 0);
}

function isFrequent(rows: readonly number[]): boolean {
  return rows.length > MOST_OF_WORD;
}

/** What is the same in each minute of the file of a script. Each name is folded once for all scripts. */
export function fixedNames({ countries, terms, words }: Omit<FragmentInput, "search">): (script: Script) => FixedNames {
  const countryNames = countries.map(({ iso2, names, record }) => {
    const { slug, name } = JSON.parse(record) as { slug: string; name: string };
    return { known: [iso2, slug, name] as const, names: foldedNames(names) };
  });
  const termNames = terms.map(({ term, names, record }) => {
    return { known: [(JSON.parse(record) as { slug: string }).slug, term] as const, names: foldedNames([term, ...names]) };
  });
  const meanings = MEANINGS.map((meaning) => [meaning, foldedNames(words.meanings[meaning])] as const);
  const places = words.places.map(foldedNames);
  return (script) => ({
    countries: countryNames.map(({ known, names }) => [...known, ...inScript(script, names)]),
    terms: termNames.map(({ known, names }) => [...known, ...inScript(script, names)]),
    words: {
      meanings: Object.fromEntries(
        meanings.map(([meaning, names]) => [meaning, inScript(script, names)]),
      ) as unknown as SearchWords["meanings"],
      // Events are looked for by the Latin names of a place.
      places: places
        .map((names) => ({ own: inScript(script, names), latin: inScript("latin", names) }))
        .flatMap(({ own, latin }) => (own.length > 0 ? [[...new Set([...own, ...latin])]] : [])),
    },
  });
}

interface FoldedName {
  name: string;
  scripts: readonly Script[];
}

function foldedNames(names: readonly string[]): FoldedName[] {
  return Array.from(new Set(names.map(fold)), (name) => ({ name, scripts: scriptsOf(name) }));
}

function inScript(script: Script, names: readonly FoldedName[]): string[] {
  return names.flatMap(({ name, scripts }) => (scripts.includes(script) ? name : []));
}

export function pageOf(rows: readonly Row[]): PageFile {
  return { events: rows.map(pageEvent) };
}

function pageEvent({ text, cls, deaths, country, title, record }: Row): PageEvent {
  const event = JSON.parse(record()) as PageEvent["record"];
  const known = wordsOf(event.place_description);
  const more = wordsOf(text).filter((word) => !known.includes(word));
  return { record: event, more: more.join(" "), cls, deaths, country, ...(title !== undefined && { title }) };
}

/** Which of many rows can be among the results of a query that names no second word. */
function choices(search: readonly PlaceRow[]) {
  const orders = [({ cls }: PlaceRow) => -cls, ({ deaths }: PlaceRow) => deaths, ({ magnitude }: PlaceRow) => magnitude, () => 0].map(
    (value) => leaderOf(search, value),
  );
  const best = (rows: readonly number[]) =>
    rows.length <= MAXIMUM_FOUND ? rows : [...new Set(orders.flatMap((leading) => leading(rows)))];
  const years = search.map(yearOf);
  const byYear = (rows: Iterable<number>) => [...groupBy(rows, (row) => years[row]).values()];
  const allByYear = byYear(search.keys());
  const sinceAnyYear = orders.flatMap((leading) => {
    let first: number[] = [];
    return allByYear.flatMap((rows) => (first = leading([...first, ...rows])));
  });
  const ofEachYear = (rows: readonly number[]) => (rows.length <= MAXIMUM_FOUND ? rows : byYear(rows).flatMap(best));
  return { best, ofEachYear, sinceAnyYear };
}

/** Of many rows, those with the greatest values. A word such as "of" has most rows, in four orders, so ranks are made once. */
function leaderOf(search: readonly PlaceRow[], value: (row: PlaceRow) => number): (rows: readonly number[]) => number[] {
  // There are few distinct values, and rows of the same value stay in their order.
  const sorted = [...groupBy(search.keys(), (row) => value(search[row] as PlaceRow))]
    .toSorted(([a], [b]) => b - a)
    .flatMap(([, own]) => own);
  const rank = new Uint32Array(sorted.length);
  sorted.forEach((row, at) => {
    rank[row] = at;
  });
  return (rows) => leastOf(rows, rank).map((at) => sorted[at] as number);
}

/** The least ranks of rows, in order. */
function leastOf(rows: readonly number[], rank: Uint32Array): number[] {
  const least: number[] = [];
  for (const row of rows) {
    const own = rank[row] as number;
    if (least.length === MAXIMUM_FOUND && own > (least.at(-1) as number)) continue;
    least.splice(
      lowerBound(0, least.length, (at) => (least[at] as number) > own),
      0,
      own,
    );
    if (least.length > MAXIMUM_FOUND) least.pop();
  }
  return least;
}

/** Finds the countries whose word a word begins with. */
function beginningsOf(countryOf: ReadonlyMap<string, string>): (word: string) => string[] {
  const lengths = [...new Set(Array.from(countryOf.keys(), ({ length }) => length))];
  return (word) => lengths.flatMap((length) => (length > word.length ? [] : (countryOf.get(word.slice(0, length)) ?? [])));
}

function yearOf({ time }: PlaceRow): number {
  return new Date(time).getUTCFullYear();
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
