import type { Names } from "../shards/names.ts";
import { matchWords, WHOLE_WORDS } from "./match-words.ts";
import { MAXIMUM_FOUND } from "./search-events.ts";

/** A rank behind all others. */
const NO_MATCH = 4;

/**
 * Countries of which a name, in any language, holds every term of the query; and entries of the glossary of which a name
 * does, or the term and its definition together. First come those that are called just so, in no more words; then those
 * of which a name holds the terms as whole words; then anywhere; then those where the definition was needed; each by name.
 * At most 50 of both.
 *
 * @param terms words of a folded query
 * @returns rows of the records of names
 */
export function searchNames(names: Names, terms: readonly string[]): { countries: number[]; glossary: number[] } {
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
