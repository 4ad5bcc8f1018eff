import { type BinaryFormat, readBinary, ShardError, writeBinary } from "./binary.ts";
import { type InvertedIndex, readInvertedIndex, wordsOf, writeInvertedIndex } from "./inverted-index.ts";
import { checkRecords, type RecordTable, recordTable, writeRecords } from "./records.ts";

/** The index for countries and glossary terms in the combined search. */
export interface Names {
  /** Every name of every country and glossary entry; then the term and definition of each entry. */
  texts: InvertedIndex;
  /** The record of each name. */
  recordOfName: Uint32Array;
  countries: number;
  terms: number;
  /** One record for each country, by name, and one for each term, by term. */
  records: RecordTable;
  /** The bytes of the records, in one shard. */
  shards: readonly Uint8Array[];
}

export interface CountryNames {
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

export const NAMES_FORMAT: BinaryFormat = {
  name: "names",
  magic: "QTN1",
  version: 3,
  counts: ["countries", "terms", "names", "texts", "words", "pairs", "text", "records", "bytes"],
  sections: [
    ["u32", "names", "name"],
    ["u32", "texts", "text words"],
    ["u32", "pairs", "words"],
    ["u32", "records", "length"],
    ["u8", "text", "text"],
    ["u8", "bytes", "records"],
  ],
};

export function writeNames(countries: readonly CountryNames[], terms: readonly TermText[]): Uint8Array {
  const names = [...countries.map((country) => country.names), ...terms.map((entry) => [entry.term, ...entry.names])];
  const texts = [...names.flat(), ...terms.map(({ term, definition }) => `${term}\n${definition}`)].map(wordsOf);
  const { sizes, pairs, text, words } = writeInvertedIndex(texts);
  const recordOfName = Uint32Array.from(names.flatMap((own, record) => own.map(() => record)));
  const list = [...countries, ...terms].map(({ record }) => record);
  const lengths = Uint32Array.from(list, (record) => new TextEncoder().encode(record).length);
  const bytes = list.length === 0 ? new Uint8Array(0) : writeRecords(list);
  return writeBinary(NAMES_FORMAT, [countries, terms, recordOfName, texts, words, pairs, text, lengths, bytes].map(countOf), [
    recordOfName,
    sizes,
    pairs,
    lengths,
    text,
    bytes,
  ]);
}

function countOf(counted: number | { length: number }): number {
  return typeof counted === "number" ? counted : counted.length;
}

/** @throws ShardError for any bytes that the writer cannot have written */
export function readNames(given: Uint8Array): Names {
  const { counts, sections } = readBinary(NAMES_FORMAT, given);
  const [countries = 0, terms = 0, nameCount = 0, textCount, wordCount = 0] = counts;
  const [recordOfName, sizes, pairs, length, text, bytes] = sections as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint8Array,
    Uint8Array,
  ];
  const format = NAMES_FORMAT.name;
  if (textCount !== nameCount + terms) throw new ShardError(format, "texts", textCount);
  if (length.length !== countries + terms) throw new ShardError(format, "records", length.length);
  recordOfName.forEach((record, name) => {
    if (record >= length.length) throw new ShardError(format, "name", name, record);
  });
  const texts = readInvertedIndex(format, sizes, pairs, text, wordCount);
  const records = recordTable(format, length, Uint32Array.from(length.length > 0 ? [length.length] : []));
  if (length.length > 0 || bytes.length > 0) checkRecords(format, bytes, records, 0);
  return { texts, recordOfName, countries, terms, records, shards: [bytes] };
}
