import { fold, words } from "../contract/wire/fold.ts";
import { memoizeByKey } from "../contract/wire/memoize.ts";
import type { Part } from "./body.ts";
import { groupBy } from "./shards/groups.ts";
import type { InvertedIndex } from "./shards/inverted-index.ts";
import type { Names } from "./shards/names.ts";
import { CLASSES, type Places } from "./shards/places.ts";
import type { Snapshot } from "./snapshot.ts";

/** Maximum results of each kind. */
export const MAXIMUM_FOUND = 50;

/** How well a text matches. */
const SOMEWHERE = 1;
const WHOLE_WORDS = 2;

/** A rank after all others. */
const NO_MATCH = 4;

/** The texts that match a query. */
interface Matches {
  /** The texts that contain every term, unordered. */
  found: Uint32Array;
  /** For each text: SOMEWHERE, WHOLE_WORDS if every term is a whole word of it, or 0. */
  match: Uint8Array;
}

/**
 * Finds the texts that contain every term. One scan for a term finds the words that contain it, however many texts there are. Then
 * the matched terms of each text that has one of these words are counted. A text that lacks a term is excluded.
 *
 * @param terms words of a folded query; without terms nothing matches
 */
function matchWords({ texts, joined, start, postings }: InvertedIndex, terms: readonly string[]): Matches {
  const somewhere = new Uint8Array(texts);
  const whole = new Uint8Array(texts);
  const found = new Uint32Array(texts);
  let count = 0;
  const last = terms.length - 1;
  terms.forEach((term, number) => {
    let word = 0;
    for (let hit = joined.indexOf(term); hit >= 0; hit = joined.indexOf(term, start[word])) {
      while ((start[word + 1] as number) <= hit) word++;
      const isWord = start[word] === hit && start[word + 1] === hit + term.length + 1;
      const end = postings.first[word + 1] as number;
      for (let at = postings.first[word] as number; at < end; at++) {
        const text = postings.members[at] as number;
        if (somewhere[text] === number) {
          somewhere[text] = number + 1;
          if (number === last) found[count++] = text;
        }
        if (isWord && whole[text] === number) whole[text] = number + 1;
      }
      word++;
    }
  });
  const match = new Uint8Array(texts);
  for (let at = 0; at < count; at++) {
    const text = found[at] as number;
    match[text] = whole[text] === terms.length ? WHOLE_WORDS : SOMEWHERE;
  }
  return { found: found.subarray(0, count), match };
}

/** The rows by class, newest first within a class; the name of each row; and the rows of each name. */
const ranking = memoizeByKey(({ cls, name, names }: Places) => {
  const rows = groupBy(cls, CLASSES).members;
  const nameOf = rows.map((row) => name[row] as number);
  return { rows, nameOf, byName: groupBy(nameOf, names.texts) };
});

/**
 * The rows of events whose place name contains every term, at most 50: whole-word matches first, then by class (major,
 * significant, other), then newest first.
 *
 * @param terms words of a folded query
 */
export function searchEvents(places: Places, terms: readonly string[]): number[] {
  const matches = matchWords(places.names, terms);
  const best = bestOf(places, matches, WHOLE_WORDS, MAXIMUM_FOUND);
  if (best.length === MAXIMUM_FOUND) return best;
  return [...best, ...bestOf(places, matches, SOMEWHERE, MAXIMUM_FOUND - best.length)];
}

/**
 * The best rows among names with the same quality of match. If there are many matches, a scan of all rows, best first, soon finds
 * enough of them. If there are few, collecting and sorting them is faster. Collecting takes about 25 ns for each match, scanning 1
 * ns for each row, and on average there is a match every rows/matches rows.
 */
function bestOf(places: Places, { found, match }: Matches, quality: number, limit: number): number[] {
  const { rows, nameOf, byName } = ranking(places);
  const { first, members } = byName;
  let matches = 0;
  for (const name of found) {
    if (match[name] === quality) matches += (first[name + 1] as number) - (first[name] as number);
  }
  const best: number[] = [];
  if (matches * matches < 2 * rows.length) {
    const positions = new Uint32Array(matches);
    let at = 0;
    for (const name of found) {
      if (match[name] !== quality) continue;
      const own = members.subarray(first[name], first[name + 1]);
      positions.set(own, at);
      at += own.length;
    }
    for (const position of positions.toSorted().subarray(0, limit)) best.push(rows[position] as number);
    return best;
  }
  for (let position = 0; position < rows.length && best.length < limit; position++) {
    if (match[nameOf[position] as number] === quality) best.push(rows[position] as number);
  }
  return best;
}

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
