import { fold, words } from "../contract/wire/fold.ts";
import type { Names } from "../shards/names.ts";
import type { Part } from "./body.ts";
import { matchWords, WHOLE_WORDS } from "./match-words.ts";
import { MAXIMUM_FOUND, searchEvents } from "./search-events.ts";
import type { Snapshot } from "./snapshot.ts";

/** Makes the body of `/api/search/`. */
export function searchBody({ places, results }: Snapshot, q: string): Part[] {
  return ['{"results":[', { shards: results, rows: searchEvents(places, words(fold(q))) }, "]}"];
}

/**
 * Makes the body of `/api/v1/search/`.
 *
 * @param q trimmed
 */
export function combinedSearchBody({ names, nameRecords, places, results }: Snapshot, q: string): Part[] {
  const terms = words(fold(q));
  const events = searchEvents(places, terms);
  const { countries, glossary } = searchNames(names, terms);
  return [
    `{"query":${JSON.stringify(q)},"count":${events.length + countries.length + glossary.length},"earthquakes":[`,
    { shards: results, rows: events },
    '],"countries":[',
    { shards: nameRecords, rows: countries },
    '],"glossary":[',
    { shards: nameRecords, rows: glossary },
    "]}",
  ];
}

/** A rank after all others. */
const NO_MATCH = 4;

/**
 * Finds countries and glossary entries. A country matches if one of its names, in any language, contains every term of the query. A
 * glossary entry matches if one of its names does, or its term and definition together. Order: names that equal the query, names
 * that contain the terms as whole words, names that contain them anywhere, matches that need the definition; within each group by
 * name. At most 50 of each kind.
 *
 * @param terms words of a folded query
 * @returns rows of the records of names
 */
function searchNames(names: Names, terms: readonly string[]): { countries: number[]; glossary: number[] } {
  const { recordOfName, countries, texts } = names;
  const rank = new Uint8Array(countries + names.terms).fill(NO_MATCH);
  const { found, match } = matchWords(texts, terms);
  for (const text of found) {
    const defined = text - recordOfName.length;
    const row = defined < 0 ? (recordOfName[text] as number) : countries + defined;
    const own = match[text] !== WHOLE_WORDS ? 2 : texts.sizes[text] === terms.length ? 0 : 1;
    rank[row] = Math.min(rank[row] as number, defined < 0 ? own : 3);
  }
  return { countries: best(rank, 0, countries), glossary: best(rank, countries, rank.length) };
}

function best(rank: Uint8Array, from: number, to: number): number[] {
  const groups: number[][] = [[], [], [], []];
  for (let row = from; row < to; row++) groups[rank[row] as number]?.push(row);
  return groups.flat().slice(0, MAXIMUM_FOUND);
}
