import { COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { fold, words } from "../../contract/wire/fold.ts";
import type { InvertedIndex } from "../shards/inverted-index.ts";
import type { Names } from "../shards/names.ts";
import type { Places } from "../shards/places.ts";
import { MAXIMUM_FOUND, matchBeginnings, matchWords, searchBeginnings, searchEvents, selectEvents, WHOLE_WORDS } from "./match.ts";
import { type Reading, readQuery } from "./reading.ts";
import { splitWord, wordIndex } from "./words.ts";

/** A rank after all others. */
const NO_MATCH = 4;

/** What a query says, before any event is looked at. */
export interface Understood {
  /** The words of the folded query. */
  terms: readonly string[];
  reading: Reading;
  corrects: boolean;
}

/** Rows of records. */
export interface Found {
  /** The list that has what was most likely meant; null if there is nothing. */
  best: "countries" | "glossary" | "earthquakes" | null;
  understood: Meaning;
  earthquakes: number[];
  countries: number[];
  glossary: number[];
}

/** What a query names and wishes for, as answers say it; null where it says nothing. */
interface Meaning {
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  place: string | null;
  from: number | null;
  to: number | null;
  least_magnitude: number | null;
  order: Exclude<Reading["order"], undefined> | null;
}

/**
 * @param eventWords the words of all places; its postings may lack their members
 * @param corrects whether words that nothing is called may have a slip, or be written in another alphabet
 */
export function understand(names: Names, eventWords: InvertedIndex, q: string, corrects: boolean): Understood {
  const terms = words(fold(q));
  if (!corrects) return { terms, reading: readQuery(names, eventWords, q, false), corrects };
  const split = terms.flatMap((word) => splitWord(names, wordIndex(eventWords), word));
  return { terms: split, reading: readQuery(names, eventWords, split.length > terms.length ? split.join(" ") : q, true), corrects };
}

/**
 * Finds what a query says. With corrections the terms may be anywhere in words. This takes ten times as long, and finds what is
 * seldom meant where a word is known.
 *
 * @returns undefined only for a query that was understood without corrections and needs them
 */
export function find(names: Names, places: Places, { terms, reading, corrects }: Understood): Found | undefined {
  const literal = corrects ? searchEvents(places, terms) : searchBeginnings(places, terms);
  const named = searchNames(names, terms, corrects);
  const isNamed = named.countries.length + named.glossary.length > 0;
  if (!corrects && literal.length === 0 && !isNamed && (reading.lost || isEmpty(reading))) return undefined;
  const meant = selectEvents(places, reading);
  const countries = merged(named.countries.slice(0, reading.isName ? named.equalCountries : undefined), reading.countries, named.countries);
  const glossary = merged(named.glossary.slice(0, reading.isName ? named.equalTerms : named.namedTerms), reading.terms, named.glossary);
  const lists = { countries, glossary, earthquakes: reading.order === undefined ? merged(literal, meant) : merged(meant, literal) };
  const isName = reading.isName || named.equalCountries + named.equalTerms > 0;
  const order = isName ? (["countries", "glossary", "earthquakes"] as const) : (["earthquakes", "countries", "glossary"] as const);
  const equal = named.equalCountries > 0 || named.equalTerms === 0 ? undefined : "glossary";
  return { best: equal ?? order.find((kind) => lists[kind].length > 0) ?? null, understood: meaningOf(reading), ...lists };
}

function meaningOf({ country, place, from, to, least, order }: Reading): Meaning {
  return {
    country: COUNTRY_CODES[country ?? -1] ?? null,
    place: place ?? null,
    from: from ?? null,
    to: to ?? null,
    least_magnitude: least ?? null,
    order: order ?? null,
  };
}

function isEmpty({ countries, terms, parts, from, order, least }: Reading): boolean {
  return countries.length + terms.length + parts.length === 0 && from === undefined && order === undefined && least === undefined;
}

function merged(...lists: readonly number[][]): number[] {
  return [...new Set(lists.flat())].slice(0, MAXIMUM_FOUND);
}

interface Named {
  /** Rows of the records of names. */
  countries: number[];
  glossary: number[];
  /** How many of them, from the first on, have a name that equals the query. */
  equalCountries: number;
  equalTerms: number;
  /** How many of the glossary entries, from the first on, were found by their names, not by the definition. */
  namedTerms: number;
}

/**
 * Finds countries and glossary entries. A country matches if one of its names, in any language, contains every term of the query. A
 * glossary entry matches if one of its names does, or its term and definition together. Order: names that equal the query, names
 * that contain the terms as whole words, names with words that begin so, matches that need the definition; within each group by
 * name. At most 50 of each kind.
 *
 * @param terms words of a folded query
 * @param anywhere whether the terms may be anywhere in the words of names
 */
function searchNames(names: Names, terms: readonly string[], anywhere: boolean): Named {
  const { entryOfName, countries, texts } = names;
  const rank = new Uint8Array(countries + names.terms).fill(NO_MATCH);
  const { found, match } = anywhere ? matchWords(texts, terms) : matchBeginnings(texts, terms);
  for (const text of found) {
    const defined = text - entryOfName.length;
    if (anywhere && defined >= 0) continue;
    const row = defined < 0 ? (entryOfName[text] as number) : countries + defined;
    if (row >= rank.length) continue;
    const own = match(text) !== WHOLE_WORDS ? 2 : texts.sizes[text] === terms.length ? 0 : 1;
    rank[row] = Math.min(rank[row] as number, defined < 0 ? own : 3);
  }
  const [ofCountries, ofTerms] = [best(rank, 0, countries), best(rank, countries, rank.length)];
  return {
    countries: ofCountries.flat().slice(0, MAXIMUM_FOUND),
    glossary: ofTerms.flat().slice(0, MAXIMUM_FOUND),
    equalCountries: ofCountries[0]?.length ?? 0,
    equalTerms: ofTerms[0]?.length ?? 0,
    namedTerms: ofTerms.slice(0, 3).flat().length,
  };
}

/** The rows by rank. */
function best(rank: Uint8Array, from: number, to: number): number[][] {
  const groups: number[][] = [[], [], [], []];
  for (let row = from; row < to; row++) groups[rank[row] as number]?.push(row);
  return groups;
}
