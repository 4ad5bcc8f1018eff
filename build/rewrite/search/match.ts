import { memoize, memoizeByKey } from "../../contract/wire/memoize.ts";
import { NO_COUNTRY } from "../shards/columns.ts";
import { type Groups, groupRows, type InvertedIndex } from "../shards/inverted-index.ts";
import { CLASSES, type Places } from "../shards/places.ts";
import type { Order, Reading } from "./reading.ts";
import { wordIndex } from "./words.ts";

/** Maximum results of each kind. */
export const MAXIMUM_FOUND = 50;

/** How well a text matches. */
const SOMEWHERE = 1;
export const WHOLE_WORDS = 2;

/** The texts that match a query. */
interface Matches {
  /** The texts that contain every term, unordered. */
  found: Uint32Array;
  /** Of a text: SOMEWHERE, WHOLE_WORDS if every term is a whole word of it, or 0. Valid until the next search of the same texts. */
  match: (text: number) => number;
}

/**
 * Finds the texts that contain every term. One scan for a term finds the words that contain it, however many texts there are. Then
 * the matched terms of each text that has one of these words are counted. A text that lacks a term is excluded.
 *
 * @param terms words of a folded query; without terms nothing matches
 */
export function matchWords({ texts, joined, start, postings }: InvertedIndex, terms: readonly string[]): Matches {
  const somewhere = new Uint8Array(texts);
  const whole = new Uint8Array(texts);
  const found = new Uint32Array(texts);
  let count = 0;
  for (const [number, term] of rarestFirst(terms).entries()) {
    count = 0;
    let word = 0;
    for (let hit = joined.indexOf(term); hit >= 0; hit = joined.indexOf(term, start[word])) {
      while ((start[word + 1] as number) <= hit) word++;
      const isWord = start[word] === hit && start[word + 1] === hit + term.length + 1;
      const end = postings.first[word + 1] as number;
      for (let at = postings.first[word] as number; at < end; at++) {
        const text = postings.members[at] as number;
        if (somewhere[text] === number) {
          somewhere[text] = number + 1;
          found[count++] = text;
        }
        if (isWord && whole[text] === number) whole[text] = number + 1;
      }
      word++;
    }
    if (count === 0) break;
  }
  const match = new Uint8Array(texts);
  for (let at = 0; at < count; at++) {
    const text = found[at] as number;
    match[text] = whole[text] === terms.length ? WHOLE_WORDS : SOMEWHERE;
  }
  return { found: found.subarray(0, count), match: (text) => match[text] as number };
}

/** Long terms are in few texts: often none has the first, and the others need not be looked for. */
function rarestFirst(terms: readonly string[]): string[] {
  return terms.toSorted((a, b) => b.length - a.length);
}

/** The rows by class, newest first within a class; the name of each row; and the rows of each name. */
const ranking = memoizeByKey(({ cls, name, names }: Places) => {
  const rows = groupRows(cls, CLASSES).members;
  const nameOf = rows.map((row) => name[row] as number);
  return { rows, nameOf, byName: groupRows(nameOf, names.texts) };
});

/**
 * The rows of events whose place name contains every term, at most 50: whole-word matches first, then by class (great, major,
 * significant, other), then newest first.
 *
 * @param terms words of a folded query
 */
export function searchEvents(places: Places, terms: readonly string[]): number[] {
  return bestMatches(places, matchWords(places.names, terms));
}

/**
 * As `searchEvents`, but a term is a whole word of the place name or the beginning of one, from `beginningLength` characters on.
 *
 * @param terms words of a folded query
 */
export function searchBeginnings(places: Places, terms: readonly string[]): number[] {
  return bestMatches(places, matchBeginnings(places.names, terms, beginningLength));
}

/** How many characters of a word a query has to give. One of Chinese says as much as three letters. */
export function beginningLength(word: string): number {
  return /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word) ? 1 : 3;
}

function bestMatches(places: Places, matches: Matches): number[] {
  const best = bestOf(places, matches, WHOLE_WORDS, MAXIMUM_FOUND);
  if (best.length === MAXIMUM_FOUND) return best;
  return [...best, ...bestOf(places, matches, SOMEWHERE, MAXIMUM_FOUND - best.length)];
}

/**
 * The best rows among names with the same quality of match. If there are many matches, a scan of all rows, best first, soon finds
 * enough of them. If there are few, collecting and sorting them is faster. Collecting takes about 25 ns for each match, scanning 1
 * ns for each row, and on average there is a match every rows/matches rows.
 */
function bestOf(places: Places, { found, match }: Matches, quality: number, limit: number): number[] {
  const { rows, nameOf, byName } = ranking(places);
  const { first, members } = byName;
  let matches = 0;
  for (const name of found) {
    if (match(name) === quality) matches += (first[name + 1] as number) - (first[name] as number);
  }
  const best: number[] = [];
  if (matches * matches < 2 * rows.length) {
    const positions = new Uint32Array(matches);
    let at = 0;
    for (const name of found) {
      if (match(name) !== quality) continue;
      const own = members.subarray(first[name], first[name + 1]);
      positions.set(own, at);
      at += own.length;
    }
    for (const position of positions.toSorted().subarray(0, limit)) best.push(rows[position] as number);
    return best;
  }
  for (let position = 0; position < rows.length && best.length < limit; position++) {
    if (match(nameOf[position] as number) === quality) best.push(rows[position] as number);
  }
  return best;
}

/** The position of each row in each order: without a wish by class, newest first. And the rows of each country. */
const orders = memoizeByKey((places: Places) => {
  const { deaths, magnitude, country } = places;
  const { rows } = ranking(places);
  const positions = (sorted: Uint32Array) => {
    const position = new Uint32Array(sorted.length);
    sorted.forEach((row, at) => {
      position[row] = at;
    });
    return { sorted, position };
  };
  const by = (value: ArrayLike<number>) => positions(rows.toSorted((a, b) => (value[b] as number) - (value[a] as number) || a - b));
  const byOrder: Record<Order | "class", ReturnType<typeof positions>> = {
    class: positions(rows),
    deaths: by(deaths),
    magnitude: by(magnitude),
    time: positions(rows.toSorted()),
  };
  const ofCountry = groupRows(country, NO_COUNTRY + 1);
  const national = memoize(
    (code: number, order: Order | "class") => `${code} ${order}`,
    (code: number, order: Order | "class") => {
      const { position } = byOrder[order];
      return holdersOf(ofCountry, code).toSorted((a, b) => (position[a] as number) - (position[b] as number));
    },
  );
  return { byOrder, national };
});

/**
 * The rows of events that a query means, at most 50. If no event is all of it, the place counts more than its country, and these more
 * than the year. Of a place without an event in the year there follow those of its country.
 */
export function selectEvents(places: Places, { nations, nationNames, from, to, order, least, parts, lost }: Reading): number[] {
  const known = parts.filter(({ names }) => names.length > 0);
  const isTimeOnly = nations.length + known.length === 0;
  if (isTimeOnly && (lost || (from === undefined && order === undefined && least === undefined))) return [];
  const { byOrder, national: nationalBy } = orders(places);
  // Who asks for a magnitude sees the strongest first.
  const by = order ?? (least === undefined ? "class" : "magnitude");
  const { sorted, position } = byOrder[by];
  const inTime = (row: number) => {
    const year = places.year[row] as number;
    if ((order === "deaths" && places.deaths[row] === 0) || (least !== undefined && (places.magnitude[row] as number) < least))
      return false;
    return from === undefined || (year >= from && year <= (to ?? year));
  };
  if (isTimeOnly) return firstOf(sorted, inTime);
  const inOrder = (rows: Uint32Array) => rows.toSorted((a, b) => (position[a] as number) - (position[b] as number));
  const named = known.length > 0 ? inOrder(rowsNamed(places, known)) : undefined;
  const ofNations = nations.map((country) => nationalBy(country, by));
  const national = ofNations.length > 1 ? inOrder(Uint32Array.from(ofNations.flatMap((rows) => [...rows]))) : ofNations[0];
  const both = named && national ? named.filter((row) => nations.includes(places.country[row] as number)) : undefined;
  const first = (wanted: (row: number) => boolean) =>
    [both, named, national].map((rows) => (rows ? firstOf(rows, wanted) : [])).find(({ length }) => length > 0);
  const exact = first(inTime);
  if (exact || from === undefined || from !== to) return exact ?? first(() => true) ?? [];
  // An earthquake across the border has the names of both countries.
  const abroad = named ? [] : firstOf(inOrder(rowsNamed(places, [{ names: nationNames, isPlace: false }])), inTime);
  if (abroad.length > 0) return abroad;
  // A year is often remembered wrongly by one; and the earthquake that a town remembers may have the name of another place.
  const near = first((row) => Math.abs((places.year[row] as number) - from) <= 1);
  const home = named && nations.length === 0 ? mostCommon(named.map((row) => places.country[row] as number)) : NO_COUNTRY;
  const atHome = home === NO_COUNTRY ? [] : firstOf(nationalBy(home, by), inTime);
  const lists = near ? [near, atHome] : [atHome, first(() => true) ?? []];
  return [...new Set(lists.flat())].slice(0, MAXIMUM_FOUND);
}

function mostCommon(codes: Uint32Array): number {
  const counts = new Uint32Array(NO_COUNTRY + 1);
  for (const code of codes) (counts[code] as number)++;
  return counts.indexOf(Math.max(...counts));
}

function firstOf(rows: Uint32Array, wanted: (row: number) => boolean): number[] {
  const found: number[] = [];
  for (let at = 0; at < rows.length && found.length < MAXIMUM_FOUND; at++) if (wanted(rows[at] as number)) found.push(rows[at] as number);
  return found;
}

/** The rows whose text has, for each part, all words of one of its names. */
function rowsNamed(places: Places, parts: Reading["parts"]): Uint32Array {
  const { texts, postings } = places.names;
  const { numberOf } = wordIndex(places.names);
  const { rows, byName } = ranking(places);
  const has = new Uint8Array(texts);
  let found: number[] = [];
  parts.forEach(({ names }, part) => {
    found = [];
    for (const name of names) {
      const lists = name.map((own) => holdersOf(postings, numberOf.get(own)));
      const [shortest, ...others] = lists.toSorted((a, b) => a.length - b.length);
      for (const text of shortest ?? []) {
        if (has[text] !== part || !others.every((list) => list.includes(text))) continue;
        has[text] = part + 1;
        found.push(text);
      }
    }
  });
  return Uint32Array.from(found.flatMap((text) => Array.from(holdersOf(byName, text), (position) => rows[position] as number)));
}

function holdersOf({ first, members }: Groups, word: number | undefined): Uint32Array {
  return word === undefined ? members.subarray(0, 0) : members.subarray(first[word], first[word + 1]);
}

/**
 * The texts that have every term as a word, or as the beginning of one. Unlike `matchWords` this needs no scan.
 *
 * @param terms words of a folded query
 * @param least a shorter term must be a whole word
 */
export function matchBeginnings(texts: InvertedIndex, terms: readonly string[], least: (term: string) => number = () => 1): Matches {
  const { wordsFrom } = wordIndex(texts);
  const seen = scratch(texts);
  const { begun, whole, found } = seen;
  const base = seen.last;
  seen.last += terms.length;
  let count = 0;
  for (const [number, term] of rarestFirst(terms).entries()) {
    const [before, now] = [number === 0 ? 0 : base + number, base + number + 1];
    const begins = term.length >= least(term);
    count = 0;
    for (const [word, isWord] of wordsFrom(term)) {
      if (!isWord && !begins) break;
      const { first, members } = texts.postings;
      for (let at = first[word] as number; at < (first[word + 1] as number); at++) {
        const text = members[at] as number;
        if (begun[text] !== now && (before === 0 || begun[text] === before)) {
          begun[text] = now;
          found[count++] = text;
        }
        if (isWord && (before === 0 || whole[text] === before)) whole[text] = now;
      }
    }
    if (count === 0) break;
  }
  const end = seen.last;
  const match = (text: number) => (begun[text] !== end ? 0 : whole[text] === end ? WHOLE_WORDS : SOMEWHERE);
  return { found: found.slice(0, count), match };
}

/** Marks of texts. Those of an earlier search are smaller numbers, so that nothing has to be cleared. */
const scratch = memoizeByKey(({ texts }: InvertedIndex) => ({
  last: 0,
  /** The last term that a word of each text is, or begins with. */
  begun: new Float64Array(texts),
  /** The same of whole words. */
  whole: new Float64Array(texts),
  found: new Uint32Array(texts),
}));
