import type { Names } from "../shards/names.ts";
import { matchWords, WHOLE_WORDS } from "./match-words.ts";
import { MAXIMUM_FOUND } from "./search-events.ts";

/** A rank behind all others. */
const NO_MATCH = 3;

/**
 * Countries of which a name, in any language, holds every term: whole-word matches first, then by name. And glossary terms
 * that hold every term of the query as a whole word; then those that hold them anywhere; then those where each stands in
 * the term or its definition; each by term. At most 50 of both.
 *
 * @param terms words of a folded query
 * @returns rows of the records of names
 */
export function searchNames(names: Names, terms: readonly string[]): { countries: number[]; glossary: number[] } {
  const { countryOfName, countries } = names;
  const rank = new Uint8Array(countries + names.terms).fill(NO_MATCH);
  const { found, match } = matchWords(names.texts, terms);
  for (const text of found) {
    const entry = text - countryOfName.length;
    const defined = entry >= names.terms;
    const row = entry < 0 ? (countryOfName[text] as number) : countries + (defined ? entry - names.terms : entry);
    rank[row] = Math.min(rank[row] as number, defined ? 2 : match[text] === WHOLE_WORDS ? 0 : 1);
  }
  return { countries: best(rank, 0, countries), glossary: best(rank, countries, rank.length) };
}

function best(rank: Uint8Array, from: number, to: number): number[] {
  const groups: number[][] = [[], [], []];
  for (let row = from; row < to; row++) groups[rank[row] as number]?.push(row);
  return groups.flat().slice(0, MAXIMUM_FOUND);
}
