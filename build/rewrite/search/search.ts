import { fold, words } from "../../contract/wire/fold.ts";
import type { Part } from "../body.ts";
import type { Names } from "../shards/names.ts";
import type { Snapshot } from "../snapshot.ts";
import { MAXIMUM_FOUND, matchBeginnings, matchWords, searchEvents, selectEvents, WHOLE_WORDS } from "./match.ts";
import { type Reading, readQuery } from "./reading.ts";

/** A rank after all others. */
const NO_MATCH = 4;

/** Makes the body of `/api/search/`. */
export function searchBody({ places, results }: Snapshot, q: string): Part[] {
  return ['{"results":[', { shards: results, rows: searchEvents(places, words(fold(q))) }, "]}"];
}

/**
 * Makes the body of `/api/v1/search/`. What has the words of the query comes first, as in `/api/search/`, then what the query means.
 *
 * @param q trimmed
 */
export function combinedSearchBody({ names, nameRecords, places, results }: Snapshot, q: string): Part[] {
  const terms = words(fold(q));
  const literal = searchEvents(places, terms);
  let named = searchNames(names, terms, matchBeginnings);
  let reading = readQuery(names, places, q, false);
  const isNamed = named.countries.length + named.glossary.length > 0;
  // A scan and a search for slips take ten times as long, and what they find is seldom meant where a word is known.
  if (literal.length === 0 && !isNamed && (reading.lost || isEmpty(reading))) {
    named = searchNames(names, terms, matchWords);
    reading = readQuery(names, places, q, true);
  }
  const meant = selectEvents(places, reading);
  const events = reading.order !== undefined ? merged(meant, literal) : merged(literal, meant);
  const countries = merged(named.countries.slice(0, reading.isName ? named.equalCountries : undefined), reading.countries, named.countries);
  const glossary = merged(named.glossary.slice(0, reading.isName ? named.equalTerms : undefined), reading.terms, named.glossary);
  const lists = { countries, glossary, earthquakes: events };
  const isName = reading.isName || named.equalCountries + named.equalTerms > 0;
  const order = isName ? (["countries", "glossary", "earthquakes"] as const) : (["earthquakes", "countries", "glossary"] as const);
  const equal = named.equalCountries > 0 || named.equalTerms === 0 ? undefined : "glossary";
  const best = equal ?? order.find((kind) => lists[kind].length > 0) ?? null;
  return [
    `{"query":${JSON.stringify(q)},"count":${events.length + countries.length + glossary.length},"best":${JSON.stringify(best)},` +
      '"earthquakes":[',
    { shards: results, rows: events },
    `],"deaths":${JSON.stringify(events.map((row) => places.deaths[row] || null))},"countries":[`,
    { shards: nameRecords, rows: countries },
    '],"glossary":[',
    { shards: nameRecords, rows: glossary },
    "]}",
  ];
}

function isEmpty({ countries, terms, parts, from, order }: Reading): boolean {
  return countries.length + terms.length + parts.length === 0 && from === undefined && order === undefined;
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
}

/**
 * Finds countries and glossary entries. A country matches if one of its names, in any language, contains every term of the query. A
 * glossary entry matches if one of its names does, or its term and definition together. Order: names that equal the query, names
 * that contain the terms as whole words, names with words that begin so, matches that need the definition; within each group by
 * name. If there is nothing of all that, the terms may be anywhere in the words. At most 50 of each kind.
 *
 * @param terms words of a folded query
 */
function searchNames(names: Names, terms: readonly string[], matcher: typeof matchWords): Named {
  const { entryOfName, countries, texts } = names;
  const rank = new Uint8Array(countries + names.terms).fill(NO_MATCH);
  const { found, match } = matcher(texts, terms);
  for (const text of found) {
    const defined = text - entryOfName.length;
    const row = defined < 0 ? (entryOfName[text] as number) : countries + defined;
    if (row >= rank.length) continue;
    const own = match[text] !== WHOLE_WORDS ? 2 : texts.sizes[text] === terms.length ? 0 : 1;
    rank[row] = Math.min(rank[row] as number, defined < 0 ? own : 3);
  }
  const [ofCountries, ofTerms] = [best(rank, 0, countries), best(rank, countries, rank.length)];
  return {
    countries: ofCountries.flat().slice(0, MAXIMUM_FOUND),
    glossary: ofTerms.flat().slice(0, MAXIMUM_FOUND),
    equalCountries: ofCountries[0]?.length ?? 0,
    equalTerms: ofTerms[0]?.length ?? 0,
  };
}

/** The rows by rank. */
function best(rank: Uint8Array, from: number, to: number): number[][] {
  const groups: number[][] = [[], [], [], []];
  for (let row = from; row < to; row++) groups[rank[row] as number]?.push(row);
  return groups;
}
