import { fold, words } from "../../contract/wire/fold.ts";
import { NO_COUNTRY } from "../shards/columns.ts";
import type { InvertedIndex } from "../shards/inverted-index.ts";
import { MEANINGS, type Names } from "../shards/names.ts";
import { loose } from "./spelling.ts";
import { exactEntries, likeWords, phraseReader, phrases, wordIndex } from "./words.ts";

export type Order = "deaths" | "magnitude" | "time";

/** What a query means. */
export interface Reading {
  /** Rows of records: the countries and the glossary entries that it names. */
  countries: number[];
  terms: number[];
  /** Whether it is nothing but the name of a country or term. */
  isName: boolean;
  /** The index of the first country in `COUNTRY_CODES`. */
  country: number | undefined;
  /** Those of all that are named one after another. */
  nations: number[];
  /** The names of these countries in Latin letters, by which a text may name them. */
  nationNames: string[][];
  /** Its first and last year. */
  from: number | undefined;
  to: number | undefined;
  order: Order | undefined;
  /** The least magnitude. */
  least: number | undefined;
  /** The English name of the first town or region, folded. */
  place: string | undefined;
  /** What else the query names. */
  parts: Part[];
  /** Whether nothing is known of some word. */
  lost: boolean;
}

/** A place, or a word that is in the name of one. */
interface Part {
  /** The names of it, any of which a text may have. A name is all of its words. */
  names: string[][];
  /** Whether these are the names that the search words have for one place, of which the first is the English one. */
  isPlace: boolean;
}

const ORDERS: readonly (Order | undefined)[] = ["deaths", "magnitude", "time"];
const SINCE = MEANINGS.indexOf("since");

/** A magnitude in a query, as in "M 6", "magnitude 6.5", "M6+" and "マグニチュード7以上". */
const MAGNITUDE = new RegExp(
  "(^|[^\\p{L}\\p{N}])(?:m[wsbl]?|mag|magnitud[eo]?|magnitudine|starke|магнитуд\\p{L}*|μεγεθος|μεγεθους|buyukluk\\p{L}*|परिमाण|तीव्रता|" +
    "قوه?ة?|بقوة|マグニチュード|震级|里氏)[\\s.]*(\\d(?:[.,]\\d)?)(?!\\p{N})\\s*(?:\\+|以上|級|级)?",
  "u",
);

/** Words of the longest phrase that is looked up. */
const LONGEST_PHRASE = 5;
/** Characters of the longest word in a text without blanks. */
const LONGEST_WORD = 10;

/**
 * Reads a query: the countries, terms, towns and regions that it names, in any language, its year, and what it wishes for. The longest
 * phrases that are known come first.
 *
 * @param eventWords the words of all places
 * @param corrects whether words that nothing is called may have one slip, or be written in another alphabet
 */
export function readQuery(names: Names, eventWords: InvertedIndex, q: string, corrects: boolean): Reading {
  const { namesOf } = phrases(names);
  const [own, events] = [wordIndex(names.texts), wordIndex(eventWords)];
  const folded = fold(q);
  const [stated, , magnitude] = MAGNITUDE.exec(folded) ?? [];
  const tokens = words(stated === undefined ? folded : folded.replace(stated, " ")).flatMap((word) =>
    tokensOf(word, own.numberOf, events.numberOf),
  );
  const reading: Reading = {
    countries: [],
    terms: [],
    isName: false,
    country: undefined,
    nations: [],
    nationNames: [],
    from: undefined,
    to: undefined,
    order: undefined,
    least: magnitude === undefined ? undefined : Number(magnitude.replace(",", ".")),
    place: undefined,
    parts: [],
    lost: false,
  };
  const entriesOf = corrects ? phraseReader(names, events) : exactEntries(names);
  const entriesAt = (from: number, to: number) => entriesOf(tokens.slice(from, to));
  const { countries, terms, code } = names;
  const meaningsFrom = countries + terms;
  const placesFrom = meaningsFrom + MEANINGS.length;
  let at = 0;
  let isOpen = false;
  while (at < tokens.length) {
    let to = Math.min(tokens.length, at + LONGEST_PHRASE);
    let found: readonly number[] = [];
    while (to > at && (found = entriesAt(at, to)).length === 0) to--;
    const token = tokens[at] as string;
    if (to === at) {
      readWord(token);
      at++;
      continue;
    }
    const isAll = at === 0 && to === tokens.length && stated === undefined;
    const meaning = found.find((entry) => entry >= meaningsFrom && entry < placesFrom);
    const named = found.filter((entry) => entry < countries);
    const defined = found.filter((entry) => entry >= countries && entry < meaningsFrom);
    const placed = found.filter((entry) => entry >= placesFrom);
    if (meaning !== undefined && (!isAll || (named.length === 0 && defined.length === 0))) {
      reading.order ??= ORDERS[meaning - meaningsFrom];
      isOpen ||= meaning - meaningsFrom === SINCE;
    } else {
      reading.countries.push(...named);
      reading.terms.push(...defined);
      reading.isName ||= isAll && named.length + defined.length > 0;
      if (named.length > 0) {
        reading.nations.push(code.at(named[0] as number) as number);
        reading.nationNames.push(...named.flatMap((entry) => namesOf.get(entry) ?? []));
      } else if (placed.length > 0) {
        const spelled = placed.flatMap((entry) => namesOf.get(entry) ?? []);
        reading.place ??= spelled[0]?.join(" ");
        reading.parts.push({ names: spelled, isPlace: true });
      }
    }
    at = to;
  }
  if (!isOpen) reading.to = reading.from;
  reading.nations = reading.nations.filter((own) => own !== NO_COUNTRY);
  reading.country = reading.nations[0];
  return reading;

  function readWord(token: string): void {
    if (/^[0-9]{3,4}$/.test(token)) reading.from ??= Number(token);
    else if (events.numberOf.has(token)) reading.parts.push(partOf([token]));
    else {
      const near = corrects ? likeWords(events, token) : [];
      // What is written in another alphabet is a place.
      if (!/[a-z]/.test(token)) reading.place ??= near[0];
      reading.parts.push(partOf(near));
      reading.lost ||= near.length === 0;
    }
  }
}

/** A part that is one of some words. */
function partOf(alternatives: readonly string[]): Part {
  return { names: alternatives.map((word) => [word]), isPlace: false };
}

/** Splits words of scripts without blanks into known words, the longest first, and numbers from letters. */
function tokensOf(folded: string, ...known: ReadonlyMap<string, number>[]): string[] {
  const word = loose(folded);
  const isKnown = (text: string) => known.some((numbers) => numbers.has(text));
  if (isKnown(word) || !/[\p{sc=Han}\p{sc=Hiragana}]/u.test(word)) return [word];
  const tokens: string[] = [];
  let rest = "";
  const flush = () => {
    if (rest !== "") tokens.push(rest);
    rest = "";
  };
  for (const run of word.match(/[0-9]+|[^0-9]+/g) ?? []) {
    for (let at = 0; at < run.length; ) {
      let length = /[0-9]/.test(run) ? run.length : Math.min(LONGEST_WORD, run.length - at);
      if (!/[0-9]/.test(run)) while (length > 0 && !isKnown(run.slice(at, at + length))) length--;
      if (length === 0) rest += run[at++];
      else {
        flush();
        tokens.push(run.slice(at, at + length));
        at += length;
      }
    }
    flush();
  }
  return tokens;
}
