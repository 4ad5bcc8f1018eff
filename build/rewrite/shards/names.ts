import { COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { type BinaryFormat, readBinary, ShardError, writeBinary } from "./binary.ts";
import { type InvertedIndex, prefixSums, readInvertedIndex, wordsOf, writeInvertedIndex } from "./inverted-index.ts";
import { checkRecords, type RecordTable, recordTable, writeRecords } from "./records.ts";

/** The index for countries and glossary terms in the combined search, and of the words from which it knows what a query means. */
export interface Names {
  /** Every name of every entry; then the term and definition of each glossary entry. */
  texts: InvertedIndex;
  /** The entry of each name: countries, glossary entries, meanings, places. Only the first two have records. */
  entryOfName: Uint32Array;
  countries: number;
  terms: number;
  /** The index of each country in `COUNTRY_CODES`. */
  code: Uint8Array;
  /** One record for each country, by name, and one for each term, by term. */
  records: RecordTable;
  /** The bytes of the records, in one shard. */
  shards: readonly Uint8Array[];
}

export interface CountryNames {
  iso2: string;
  names: readonly string[];
  /** JSON of the record as in answers. */
  record: string;
}

export interface TermText {
  term: string;
  /** Short forms and other spellings of the term. */
  names: readonly string[];
  definition: string;
  record: string;
}

/** What a word of a query asks for, besides a name. `since`: its year is the first one. `filler` asks for nothing: "earthquake", "in". */
export const MEANINGS = ["deadliest", "strongest", "latest", "since", "filler"] as const;

/** Words that are in no record. */
export interface SearchWords {
  /** Words and phrases, in all languages of the interface. */
  meanings: Readonly<Record<(typeof MEANINGS)[number], readonly string[]>>;
  /** Towns and regions: the English name, then other names. */
  places: readonly (readonly string[])[];
}

export const NO_SEARCH_WORDS: SearchWords = { meanings: { deadliest: [], strongest: [], latest: [], since: [], filler: [] }, places: [] };

export const NAMES_FORMAT = {
  name: "names",
  magic: "QTN1",
  version: 4,
  counts: ["countries", "terms", "entries", "texts", "words", "pairs", "text", "records", "bytes"],
  sections: [
    ["u32", "entries", "names"],
    ["u32", "texts", "text words"],
    ["u32", "pairs", "words"],
    ["u32", "records", "length"],
    ["u8", "countries", "code"],
    ["u8", "text", "text"],
    ["u8", "bytes", "records"],
  ],
} as const satisfies BinaryFormat;

export function writeNames(
  countries: readonly CountryNames[],
  terms: readonly TermText[],
  { meanings, places }: SearchWords = NO_SEARCH_WORDS,
): Uint8Array {
  const names = [
    ...countries.map((country) => country.names),
    ...terms.map((entry) => [entry.term, ...entry.names]),
    ...MEANINGS.map((meaning) => meanings[meaning]),
    ...places,
  ];
  const texts = [...names.flat(), ...terms.map(({ term, definition }) => `${term}\n${definition}`)].map(wordsOf);
  const { sizes, pairs, text, words } = writeInvertedIndex(texts);
  const list = [...countries, ...terms].map(({ record }) => record);
  const sections = {
    names: Uint32Array.from(names, ({ length }) => length),
    "text words": sizes,
    words: pairs,
    length: Uint32Array.from(list, (record) => new TextEncoder().encode(record).length),
    code: Uint8Array.from(countries, ({ iso2 }) => COUNTRY_CODES.indexOf(iso2)),
    text,
    records: list.length === 0 ? new Uint8Array(0) : writeRecords(list),
  };
  return writeBinary(NAMES_FORMAT, sections, { terms: terms.length, words });
}

/** @throws ShardError for any bytes that the writer cannot have written */
export function readNames(given: Uint8Array): Names {
  const { counts, sections } = readBinary(NAMES_FORMAT, given);
  const [countries = 0, terms = 0, entries = 0, textCount = 0, wordCount = 0] = counts;
  const { names: namesOf, "text words": sizes, words: pairs, length, code, text, records: bytes } = sections;
  const format = NAMES_FORMAT.name;
  if (entries < countries + terms + MEANINGS.length) throw new ShardError(format, "entries", entries);
  const first = prefixSums(namesOf);
  const nameCount = first[entries] as number;
  if (textCount !== nameCount + terms) throw new ShardError(format, "texts", textCount);
  if (length.length !== countries + terms) throw new ShardError(format, "records", length.length);
  const entryOfName = new Uint32Array(nameCount);
  namesOf.forEach((_, entry) => entryOfName.fill(entry, first[entry], first[entry + 1]));
  const texts = readInvertedIndex(format, sizes, pairs, text, wordCount);
  const records = recordTable(format, length, Uint32Array.from(length.length > 0 ? [length.length] : []));
  if (length.length > 0 || bytes.length > 0) checkRecords(format, bytes, records, 0);
  return { texts, entryOfName, countries, terms, code, records, shards: [bytes] };
}
