import type { WordSets } from "../../../build/rewrite/shards/word-sets.ts";

/** The words of each text, sorted. */
export function wordsOfTexts({ texts, joined, start, holders }: WordSets): string[][] {
  const found: string[][] = Array.from({ length: texts }, () => []);
  for (let word = 0; word + 1 < start.length; word++) {
    const text = joined.slice(start[word], (start[word + 1] as number) - 1);
    for (const holder of holders.members.subarray(holders.first[word], holders.first[word + 1])) {
      found[holder]?.push(text);
    }
  }
  return found.map((list) => list.toSorted());
}
