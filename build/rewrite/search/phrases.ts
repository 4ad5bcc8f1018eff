import { memoizeByKey } from "../../contract/wire/memoize.ts";
import { MEANINGS, type Names } from "../shards/names.ts";
import { loose, romanised, stemsOf } from "./spelling.ts";
import { type WordIndex, wordIndex } from "./words.ts";

/** Looks up the phrases of queries among names: as they are, with a slip, with an ending, and in another alphabet. */

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
    if (entry < placesFrom && entry >= names.countries) return;
    const spelled = own.map((word) => loose(list[word] as string));
    if (spelled.some((word) => /[^a-z0-9]/.test(word))) return;
    if (spelled.length > 1) entryOfJoined.set(spelled.join(""), entry);
    const all = namesOf.get(entry);
    if (all) all.push(spelled);
    else namesOf.set(entry, [spelled]);
  });
  return { entries, entryOfJoined, namesOf };
});

function keyOf(numbers: readonly number[]): string {
  return numbers.length === 1 ? String(numbers[0]) : [...new Set(numbers)].toSorted((a, b) => a - b).join();
}

/** Looks up a phrase as it is written. */
export function exactEntries(names: Names): (phrase: readonly string[]) => readonly number[] {
  const { entries } = phrases(names);
  const { numberOf } = wordIndex(names.texts);
  return (phrase) => {
    const numbers = phrase.map((word) => numberOf.get(word));
    return numbers.includes(undefined) ? [] : (entries.get(keyOf(numbers as number[])) ?? []);
  };
}

/**
 * Looks up a phrase of which one word may have a slip, or that is a name without its blanks; if nothing is called so, a phrase in
 * Latin letters, or a country with an ending.
 *
 * @param events words of places, which are right as they are
 */
export function phraseReader(names: Names, events: WordIndex): (phrase: readonly string[]) => readonly number[] {
  const own = wordIndex(names.texts);
  const exact = exactEntries(names);
  const { entryOfJoined } = phrases(names);
  const country = (stem: string) => exact([stem]).filter((entry) => entry < names.countries);
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
    if (near.length > 0) return near;
    const stem = phrase.length > 1 ? undefined : stemsOf(word).find((one) => country(one).length > 0);
    if (stem !== undefined) return country(stem);
    const latin = phrase.map(romanised);
    return latin.every((one, at) => one === phrase[at]) ? [] : exact(latin);
  };
}

/** The words that one was likely meant for: with a slip, or of another alphabet. */
export function likeWords(index: WordIndex, word: string): string[] {
  const latin = romanised(word);
  const roman = latin === word ? [] : index.numberOf.has(latin) ? [latin] : index.slips(latin);
  return [...new Set([...index.slips(word), ...roman, ...index.alike(word)])];
}
