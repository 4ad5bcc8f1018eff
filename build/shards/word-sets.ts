import { fold, words } from "../contract/wire/fold.ts";
import { firsts, type Groups, groupBy } from "./groups.ts";
import { ShardError } from "./shard-error.ts";
import { readText } from "./utf8.ts";

/**
 * Texts as what a search sees of them: the set of their words. A search term is a word, a run of letters and digits, so it
 * occurs in a text exactly if it occurs in one of the text's words; and thousands of place names have some hundred words.
 */
export interface WordSets {
  /** How many texts there are. */
  texts: number;
  /** Number of words of each text. */
  sizes: Uint32Array;
  /** All words, each before and after a line feed, so that one scan finds a term in all of them. */
  joined: string;
  /** Where each word begins in `joined`, and after the last one where another would. */
  start: Uint32Array;
  /** The texts that hold each word. */
  holders: Groups;
}

/** What the writer of a shard makes of texts. */
export interface WordSetSections {
  /** Number of words of each text. */
  sizes: Uint32Array;
  /** The words of each text, one text after the other, each word once a text. */
  pairs: Uint32Array;
  /** The words, joined by line feeds, UTF-8. */
  text: Uint8Array;
  words: number;
}

/** The words of a text as a search sees them, each once. What an apostrophe divides is also written in one: Hawai'i, Hawaii. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  return [...new Set([...words(folded), ...words(folded.replace(/['’‘`]/g, ""))])];
}

/** Words are numbered in the order in which they first occur. */
export function writeWordSets(texts: readonly (readonly string[])[]): WordSetSections {
  const numbers = new Map<string, number>();
  const pairs: number[] = [];
  for (const word of texts.flat()) {
    if (!numbers.has(word)) numbers.set(word, numbers.size);
    pairs.push(numbers.get(word) as number);
  }
  return {
    sizes: Uint32Array.from(texts, ({ length }) => length),
    pairs: Uint32Array.from(pairs),
    text: new TextEncoder().encode([...numbers.keys()].join("\n")),
    words: numbers.size,
  };
}

/**
 * @param count how many words there are
 * @throws ShardError where the sections contradict one another
 */
export function readWordSets(
  format: string,
  sizes: Uint32Array,
  pairs: Uint32Array,
  bytes: Uint8Array,
  count: number,
): WordSets {
  const list = bytes.length === 0 ? [] : readText(format, bytes).split("\n");
  if (list.length !== count) throw new ShardError(format, "words", list.length, count);
  const start = new Uint32Array(count + 1).fill(1);
  list.forEach((word, at) => {
    if (word === "") throw new ShardError(format, "empty-word", at);
    start[at + 1] = (start[at] as number) + word.length + 1;
  });
  const first = firsts(sizes);
  if (first[sizes.length] !== pairs.length) throw new ShardError(format, "pairs", first[sizes.length], pairs.length);
  pairs.forEach((word, at) => {
    if (word >= count) throw new ShardError(format, "word", at, word);
  });
  const { first: firstHolder, members } = groupBy(pairs, count);
  const textOfPair = new Uint32Array(pairs.length);
  sizes.forEach((_, text) => textOfPair.fill(text, first[text], first[text + 1]));
  const holders = { first: firstHolder, members: members.map((pair) => textOfPair[pair] as number) };
  return { texts: sizes.length, sizes, joined: `\n${list.join("\n")}\n`, start, holders };
}
