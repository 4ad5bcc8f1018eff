import { memoizeByKey } from "../../contract/wire/memoize.ts";
import type { InvertedIndex } from "../shards/inverted-index.ts";
import { isOneSlip, loose, skeleton } from "./spelling.ts";

/** An index of the words of texts, made when a query first needs it. */
export interface WordIndex {
  /** The number of each word, as `loose` writes it. */
  numberOf: ReadonlyMap<string, number>;
  /** The numbers of the words that begin so, as they are written, and whether it is the whole word. */
  wordsFrom: (beginning: string) => [number: number, isWhole: boolean][];
  /** The words that differ from one of at least four letters by one slip, but that have five themselves. */
  slips: (word: string) => string[];
  /** The Latin words that sound like a word of another script. */
  alike: (word: string) => string[];
}

/** A word that a slip changes has at least so many letters: most pairs of shorter words are one slip apart. */
const LEAST_LETTERS = 5;

/** Consonants that two words must share to be taken for one. */
const LEAST_SOUNDS = 4;

const MOST_ALIKE = 8;

export const wordIndex = memoizeByKey((texts: InvertedIndex): WordIndex => {
  const { joined, start } = texts;
  const written = joined.slice(1, -1).split("\n");
  const words = written.map(loose);
  const numberOf = new Map<string, number>();
  if (start.length > 1) words.forEach((word, number) => numberOf.has(word) || numberOf.set(word, number));
  // One slip leaves the first two letters of a word or its last two as they are.
  const ends = memoizeByKey(() => grouped(numberOf, (word) => (isLong(word) ? [`${word.slice(0, 2)}-`, `-${word.slice(-2)}`] : [])));
  const singles = memoizeByKey(() => new Map(words.flatMap((word) => (/(.)\1/.test(word) ? [[word, single(word)] as const] : []))));
  const sounds = memoizeByKey(() =>
    grouped(numberOf, (word) => {
      const own = /^[a-z]{4,}$/.test(word) ? skeleton(word) : "";
      return own.length < LEAST_SOUNDS ? [] : [own];
    }),
  );
  const alphabetic = memoizeByKey(() =>
    Uint32Array.from(written.keys()).toSorted((a, b) => ((written[a] as string) < (written[b] as string) ? -1 : 1)),
  );
  return {
    numberOf,
    wordsFrom(beginning) {
      const sorted = alphabetic(texts);
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((written[sorted[middle] as number] as string) < beginning) low = middle + 1;
        else high = middle;
      }
      const found: [number, boolean][] = [];
      for (; low < sorted.length; low++) {
        const word = written[sorted[low] as number] as string;
        if (!word.startsWith(beginning)) break;
        found.push([sorted[low] as number, word === beginning]);
      }
      return found;
    },
    slips(word) {
      if (word.length < LEAST_LETTERS - 1 || /[0-9\p{sc=Han}]/u.test(word)) return [];
      const near = [`${word.slice(0, 2)}-`, `-${word.slice(-2)}`].flatMap((end) => ends(texts).get(end) ?? []);
      const [own, singleOf] = [single(word), singles(texts)];
      return [...new Set(near.filter((other) => isOneSlip(word, other) || isOneSlip(own, singleOf.get(other) ?? other)))];
    },
    alike: (word) => (/[a-z]/.test(word) ? [] : (sounds(texts).get(skeleton(word)) ?? []).slice(0, MOST_ALIKE)),
  };
});

/** People double the wrong letter, or none: Phillipines. */
function single(word: string): string {
  return word.replace(/(.)\1/g, "$1");
}

function isLong(word: string): boolean {
  return word.length >= LEAST_LETTERS && !/[0-9\p{sc=Han}]/u.test(word);
}

function grouped(words: ReadonlyMap<string, number>, keysOf: (word: string) => string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words.keys()) {
    for (const key of keysOf(word)) {
      const group = groups.get(key);
      if (group) group.push(word);
      else groups.set(key, [word]);
    }
  }
  return groups;
}
