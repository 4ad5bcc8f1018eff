import type { WordSets } from "../shards/word-sets.ts";

/** How well a text matches. */
export const SOMEWHERE = 1;
export const WHOLE_WORDS = 2;

/** The texts that match a query. */
export interface Matches {
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
export function matchWords({ texts, joined, start, holders }: WordSets, terms: readonly string[]): Matches {
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
      const end = holders.first[word + 1] as number;
      for (let at = holders.first[word] as number; at < end; at++) {
        const text = holders.members[at] as number;
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
