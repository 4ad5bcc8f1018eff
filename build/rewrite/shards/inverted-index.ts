import { fold, words } from "../../contract/wire/fold.ts";
import { readText, ShardError } from "./binary.ts";

/** Members sorted by group. */
export interface Groups {
  /** Index of the first member of each group in `members`, and a last entry with the number of members. */
  first: Uint32Array;
  members: Uint32Array;
}

/**
 * Groups members by their keys 0, 1, 2, … with a counting sort; members keep their order.
 *
 * @param keys the group of each member, less than `count`
 * @param count number of groups
 */
export function groupRows(keys: ArrayLike<number>, count: number): Groups {
  const first = new Uint32Array(count + 1);
  for (let at = 0; at < keys.length; at++) first[(keys[at] as number) + 1]!++;
  for (let group = 0; group < count; group++) first[group + 1]! += first[group] as number;
  const next = first.slice();
  const members = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at++) members[next[keys[at] as number]!++] = at;
  return { first, members };
}

/** Prefix sums: the sums of the first 0, 1, 2, … sizes. */
export function prefixSums(sizes: Uint32Array): Float64Array {
  const sums = new Float64Array(sizes.length + 1);
  for (let at = 0; at < sizes.length; at++) sums[at + 1] = (sums[at] as number) + (sizes[at] as number);
  return sums;
}

/**
 * Searchable texts, each as the set of its words. A search term is a run of letters and digits, as a word is, so a text contains
 * the term exactly if one of its words does. Thousands of place names share a few hundred words.
 */
export interface InvertedIndex {
  /** Number of texts. */
  texts: number;
  /** Number of words of each text. */
  sizes: Uint32Array;
  /** All words, with a line feed before and after each, so that one scan finds all words that contain a term. */
  joined: string;
  /** Start of each word in `joined`, and a last entry for the end. */
  start: Uint32Array;
  /** The texts that contain each word. */
  postings: Groups;
  /** The words of each text, in its order. */
  wordsOf: (text: number) => Uint32Array;
}

/** The sections of a shard for word sets. */
interface InvertedIndexSections {
  /** Number of words of each text. */
  sizes: Uint32Array;
  /**
   * The words of each text, in the order of the texts, each word once per text: 0 for the next word that no text before has, otherwise
   * the number of the word, from 1. Compressed, this takes a third of the plain numbers.
   */
  pairs: Uint32Array;
  /** The words, joined by line feeds, UTF-8. */
  text: Uint8Array;
  words: number;
}

/** The distinct words of a text for searching. Words with an apostrophe are also indexed without it, as in Hawai'i and Hawaii. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const joined = folded.replace(/['’‘`]/g, "");
  return [...new Set(joined === folded ? words(folded) : [...words(folded), ...words(joined)])];
}

/** Words are numbered by first occurrence. */
export function writeInvertedIndex(texts: readonly (readonly string[])[]): InvertedIndexSections {
  const numbers = new Map<string, number>();
  const pairs: number[] = [];
  for (const word of texts.flat()) {
    const known = numbers.get(word);
    pairs.push(known ?? 0);
    if (known === undefined) numbers.set(word, numbers.size + 1);
  }
  return {
    sizes: Uint32Array.from(texts, ({ length }) => length),
    pairs: Uint32Array.from(pairs),
    text: new TextEncoder().encode([...numbers.keys()].join("\n")),
    words: numbers.size,
  };
}

/**
 * @param count number of words
 * @throws ShardError if the sections contradict one another
 */
export function readInvertedIndex(
  format: string,
  sizes: Uint32Array,
  stored: Uint32Array,
  bytes: Uint8Array,
  count: number,
): InvertedIndex {
  const list = bytes.length === 0 ? [] : readText(format, bytes).split("\n");
  if (list.length !== count) throw new ShardError(format, "words", list.length, count);
  if (list.includes("")) throw new ShardError(format, "empty-word", list.indexOf(""));
  const first = prefixSums(sizes);
  if (first[sizes.length] !== stored.length) throw new ShardError(format, "pairs", first[sizes.length], stored.length);
  let known = 0;
  const pairs = stored.map((word, at) => {
    if (word > known || (word === 0 && known === count)) throw new ShardError(format, "word", at, word);
    return word === 0 ? known++ : word - 1;
  });
  return indexOf(sizes, pairs, list);
}

/** @param pairs the words of each text, numbers of `words` */
function indexOf(sizes: Uint32Array, pairs: Uint32Array, words: readonly string[]): InvertedIndex {
  const start = new Uint32Array(words.length + 1).fill(1);
  words.forEach((word, at) => {
    start[at + 1] = (start[at] as number) + word.length + 1;
  });
  const first = prefixSums(sizes);
  const { first: firstPosting, members } = groupRows(pairs, words.length);
  const textOfPair = new Uint32Array(pairs.length);
  sizes.forEach((_, text) => textOfPair.fill(text, first[text], first[text + 1]));
  const postings = { first: firstPosting, members: members.map((pair) => textOfPair[pair] as number) };
  const own = (text: number) => pairs.subarray(first[text], first[text + 1]);
  return { texts: sizes.length, sizes, joined: `\n${words.join("\n")}\n`, start, postings, wordsOf: own };
}

/**
 * The index of the texts of several indexes, each text once. Texts and words are numbered by their first occurrence, as in an index
 * that is written of all texts.
 *
 * @returns also the numbers of the texts of each index in it
 */
export function joinIndexes(indexes: readonly InvertedIndex[]): { index: InvertedIndex; numbers: Uint32Array[] } {
  const [words, texts] = [new Map<string, number>(), new Map<string, number>()];
  const [sizes, pairs]: [number[], number[]] = [[], []];
  const numbers = indexes.map(({ texts: count, joined, start, wordsOf: own }) => {
    /** The number of each word in the joined index, and 1; 0 until it is looked up. */
    const numberOf = new Uint32Array(start.length - 1);
    const wordIn = (word: number) => {
      numberOf[word] ||= numberIn(words, joined.slice(start[word], (start[word + 1] as number) - 1)) + 1;
      return numberOf[word] - 1;
    };
    return Uint32Array.from({ length: count }, (_, text) => {
      const list = own(text).map(wordIn);
      const known = texts.size;
      const number = numberIn(texts, list.join(" "));
      if (number === known) {
        sizes.push(list.length);
        pairs.push(...list);
      }
      return number;
    });
  });
  return { index: indexOf(Uint32Array.from(sizes), Uint32Array.from(pairs), [...words.keys()]), numbers };
}

/** The number of a value; the next one if it is new. */
function numberIn(numbers: Map<string, number>, value: string): number {
  const known = numbers.get(value) ?? numbers.size;
  if (known === numbers.size) numbers.set(value, known);
  return known;
}
