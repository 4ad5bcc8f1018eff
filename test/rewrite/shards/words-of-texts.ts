import type { InvertedIndex } from "../../../build/rewrite/shards/inverted-index.ts";

/** The words of each text, sorted. */
export function wordsOfTexts({ texts, joined, start, postings }: InvertedIndex): string[][] {
  const found: string[][] = Array.from({ length: texts }, () => []);
  for (let word = 0; word + 1 < start.length; word++) {
    const text = joined.slice(start[word], (start[word + 1] as number) - 1);
    for (const holder of postings.members.subarray(postings.first[word], postings.first[word + 1])) {
      found[holder]?.push(text);
    }
  }
  return found.map((list) => list.toSorted());
}
