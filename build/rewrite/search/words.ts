import { memoizeByKey } from "../../contract/wire/memoize.ts";
import { lowerBound } from "../../platform/lists.ts";
import type { InvertedIndex } from "../shards/inverted-index.ts";
import { MEANINGS, type Names } from "../shards/names.ts";
import { isOneSlip, loose, romanised, skeleton, stemsOf, stemsOfAdjective } from "./spelling.ts";

/** An index of the words of texts, made when a query first needs it. */
interface WordIndex {
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
      let low = lowerBound(0, sorted.length, (at) => (written[sorted[at] as number] as string) >= beginning);
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

/**
 * The entries of each name, by the sorted numbers of its words; those of names of several words, written as one; and the names of each
 * country and place in Latin letters, as words.
 */
export const phrases = memoizeByKey((names: Names) => {
  const { texts, entryOfName } = names;
  const { numberOf } = wordIndex(texts);
  const list = texts.joined.slice(1, -1).split("\n");
  const numbers = list.map((word) => numberOf.get(loose(word)) as number);
  const entries = new Map<string, number[]>();
  const placesFrom = names.countries + names.terms + MEANINGS.length;
  const entryOfJoined = new Map<string, number>();
  const namesOf = new Map<number, string[][]>();
  entryOfName.forEach((entry, name) => {
    const own = [...texts.wordsOf(name)];
    const key = keyOf(own.map((word) => numbers[word] as number));
    const known = entries.get(key);
    if (!known) entries.set(key, [entry]);
    else if (!known.includes(entry)) known.push(entry);
    if (entry < placesFrom && entry >= names.countries + names.terms) return;
    const spelled = own.map((word) => loose(list[word] as string));
    if (spelled.length > 1) entryOfJoined.set(spelled.join(""), entry);
    if ((entry < placesFrom && entry >= names.countries) || spelled.some((word) => /[^a-z0-9]/.test(word))) return;
    const all = namesOf.get(entry);
    if (all) all.push(spelled);
    else namesOf.set(entry, [spelled]);
  });
  const entriesAt = (word: number) => entries.get(keyOf([numbers[word] as number])) ?? [];
  return { entries, entriesAt, entryOfJoined, namesOf };
});

function keyOf(numbers: readonly number[]): string {
  return numbers.length === 1 ? String(numbers[0]) : [...new Set(numbers)].toSorted((a, b) => a - b).join();
}

/** Looks up a phrase as it is written; two words also as one: after shock, Richter Skala. */
export function exactEntries(names: Names): (phrase: readonly string[]) => readonly number[] {
  const { entries } = phrases(names);
  const { numberOf } = wordIndex(names.texts);
  const look = (phrase: readonly string[]) => {
    const numbers = phrase.map((word) => numberOf.get(word));
    return numbers.includes(undefined) ? undefined : entries.get(keyOf(numbers as number[]));
  };
  return (phrase) => look(phrase) ?? (phrase.length === 2 ? look([phrase.join("")]) : undefined) ?? [];
}

/** Letters of each of two words that are written as one. */
const LEAST_PART = 4;

/** A word that nothing is called, as the two known words that it is written of: tsunamiwarning, Japanbeben, haiti2010. */
export function splitWord(names: Names, events: WordIndex, word: string): string[] {
  const [, letters, year] = /^(\p{L}{4,})([0-9]{3,4})$/u.exec(word) ?? [];
  if (letters !== undefined && year !== undefined) return [letters, year];
  const { numberOf, slips } = wordIndex(names.texts);
  const own = loose(word);
  if (numberOf.has(own) || events.numberOf.has(own) || phrases(names).entryOfJoined.has(own) || slips(own).length > 0) return [word];
  for (let at = own.length - LEAST_PART; at >= LEAST_PART; at--)
    if (numberOf.has(own.slice(0, at)) && numberOf.has(own.slice(at))) return [own.slice(0, at), own.slice(at)];
  return [word];
}

/** A stem that is not a country has more letters. */
const SHORT_STEM = 4;

/**
 * Looks up a phrase of which one word may have a slip, or that is a name without its blanks. A country with an ending comes before other
 * names with a slip. If nothing is called so, a phrase in Latin letters, another name with an ending, or what an adjective is made of.
 *
 * @param events words of places, which are right as they are
 */
export function phraseReader(names: Names, events: WordIndex): (phrase: readonly string[]) => readonly number[] {
  const own = wordIndex(names.texts);
  const exact = exactEntries(names);
  const { entriesAt, entryOfJoined } = phrases(names);
  const placesFrom = names.countries + names.terms + MEANINGS.length;
  const isCountry = (entry: number) => entry < names.countries;
  return (phrase) => {
    const found = exact(phrase);
    const [word = ""] = phrase;
    if (phrase.length === 1 && (found.length > 0 || events.numberOf.has(word))) return found;
    const joined = phrase.length === 1 ? entryOfJoined.get(word) : undefined;
    if (joined !== undefined) return [joined];
    const unknown = phrase.flatMap((one, at) => (own.numberOf.has(one) ? [] : [at]));
    const slipped = unknown.length === 0 ? [...phrase.keys()] : unknown.length === 1 ? unknown : [];
    const slips = slipped.flatMap((at) => own.slips(phrase[at] as string).flatMap((one) => exact(phrase.with(at, one))));
    const near = [...new Set([...found, ...slips])];
    const stems = phrase.length > 1 || near.some(isCountry) ? [] : stemsOf(word);
    const country = stems.map((one) => exact([one]).filter(isCountry)).find(({ length }) => length > 0);
    if (country) return country;
    if (near.length > 0) return near;
    const latin = phrase.map(romanised);
    const roman = latin.every((one, at) => one === phrase[at]) ? [] : exact(latin);
    if (roman.length > 0 || phrase.length > 1) return roman;
    const others = stems.filter(({ length }) => length > SHORT_STEM).map((one) => exact([one]));
    return others.find(({ length }) => length > 0) ?? beginningAs(word);
  };

  /** The one country or place whose name begins as an adjective does. */
  function beginningAs(word: string): number[] {
    for (const stem of stemsOfAdjective(word)) {
      const entries = own.wordsFrom(stem).flatMap(([number]) => entriesAt(number));
      const [found, ...more] = new Set(entries.filter((entry) => isCountry(entry) || entry >= placesFrom));
      if (found !== undefined && more.length === 0) return [found];
    }
    return [];
  }
}

/** The words that one was likely meant for: with a slip, or of another alphabet. */
export function likeWords(index: WordIndex, word: string): string[] {
  const latin = romanised(word);
  const roman = latin === word ? [] : index.numberOf.has(latin) ? [latin] : index.slips(latin);
  return [...new Set([...index.slips(word), ...roman, ...index.alike(word)])];
}
