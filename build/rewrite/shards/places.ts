import { COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { type BinaryFormat, columnJoiner, readBinary, readText, ShardError, writeBinary } from "./binary.ts";
import { NO_COUNTRY } from "./columns.ts";
import { type InvertedIndex, joinIndexes, readInvertedIndex, wordsOf, writeInvertedIndex } from "./inverted-index.ts";
import { joinRecords, type RecordTable, recordTable } from "./records.ts";

/** The index for the search by place. Rows are newest first. */
export interface Places {
  rows: number;
  /** The distinct search texts: place names, and for historical events also their names and years. */
  names: InvertedIndex;
  /** The name of each row. */
  name: Uint32Array;
  /** 0 great, 1 major, 2 significant, 3 other. */
  cls: Uint8Array;
  /** Index in `COUNTRY_CODES`, or `NO_COUNTRY`. */
  country: Uint8Array;
  /** Of our era; 0 is 1 BC. */
  year: Int32Array;
  /** Twice the number; one more if it is only the least of a class; 0 if nothing is known. */
  deaths: Uint32Array;
  magnitude: Float32Array;
  /** The common name of each row that has one. */
  titles: ReadonlyMap<number, string>;
  /** EarthquakeSearchResult records. */
  records: RecordTable;
}

/** The deaths of a row; null if their number is not known. */
export function deathsOf({ deaths }: Places, row: number): number | null {
  const twice = deaths[row] as number;
  return twice % 2 === 0 && twice > 0 ? twice / 2 : null;
}

/** Number of classes. */
export const CLASSES = 4;
export type EventClass = 0 | 1 | 2 | 3;

/** One row, as input of the writer. */
export interface PlaceRow {
  /** The place and other searched texts of the row. */
  text: string;
  cls: EventClass;
  /** ms since 1970 UTC. */
  time: number;
  magnitude: number;
  /** As in `Places`. */
  deaths: number;
  country: string | null;
  /** The common name of the earthquake, if it has one. */
  title?: string | undefined;
}

export const PLACES_FORMAT = {
  name: "places",
  magic: "QTP1",
  version: 5,
  counts: ["rows", "shards", "names", "words", "pairs", "text", "titled", "titles"],
  sections: [
    ["u32", "rows", "length"],
    ["u32", "rows", "name"],
    ["u32", "shards", "shard rows"],
    ["u32", "names", "name words"],
    ["u32", "pairs", "words"],
    ["i32", "rows", "year"],
    ["u32", "rows", "deaths"],
    ["f32", "rows", "magnitude"],
    ["u32", "titled", "titled rows"],
    ["u8", "rows", "class"],
    ["u8", "rows", "country"],
    ["u8", "text", "text"],
    ["u8", "titles", "titles"],
  ],
} as const satisfies BinaryFormat;

/**
 * Names are numbered from the oldest row, so that a new event only appends to the shard. Names with the same words share a number.
 *
 * @param rows newest first
 * @param lengths length of each row's record, bytes of UTF-8
 * @param shardRows number of rows of each record shard
 */
export function writePlaces(rows: readonly PlaceRow[], lengths: Uint32Array, shardRows: readonly number[]): Uint8Array {
  const names: string[][] = [];
  const numberOfWords = new Map<string, number>();
  // Folding is the most expensive step, and many events share a place.
  const numberOfText = new Map<string, number>();
  const name = new Uint32Array(rows.length);
  for (let row = rows.length - 1; row >= 0; row--) {
    const own = (rows[row] as PlaceRow).text;
    let number = numberOfText.get(own);
    if (number === undefined) {
      const list = wordsOf(own);
      const key = list.join(" ");
      number = numberOfWords.get(key) ?? names.push(list) - 1;
      numberOfWords.set(key, number);
      numberOfText.set(own, number);
    }
    name[row] = number;
  }
  const { sizes, pairs, text, words } = writeInvertedIndex(names);
  const titled = rows.flatMap(({ title }, row) => (title === undefined ? [] : [row]));
  const sections = {
    length: lengths,
    name,
    "shard rows": Uint32Array.from(shardRows),
    "name words": sizes,
    words: pairs,
    year: Int32Array.from(rows, ({ time }) => new Date(time).getUTCFullYear()),
    deaths: Uint32Array.from(rows, ({ deaths }) => deaths),
    magnitude: Float32Array.from(rows, ({ magnitude }) => magnitude),
    "titled rows": Uint32Array.from(titled),
    class: Uint8Array.from(rows, ({ cls }) => cls),
    country: Uint8Array.from(rows, ({ country }) => (country === null ? NO_COUNTRY : COUNTRY_CODES.indexOf(country))),
    text,
    titles: new TextEncoder().encode(titled.map((row) => `${rows[row]?.title}\n`).join("")),
  };
  return writeBinary(PLACES_FORMAT, sections, { words });
}

/** Parses a place shard. Only the words are copied, into a string. @throws ShardError for any bytes that the writer cannot have written */
export function readPlaces(bytes: Uint8Array): Places {
  const { counts, sections } = readBinary(PLACES_FORMAT, bytes);
  const [rows = 0, , nameCount = 0, wordCount = 0] = counts;
  const { length, name, year, deaths, magnitude, "titled rows": titled, class: cls, country, text, titles: lines } = sections;
  const format = PLACES_FORMAT.name;
  const names = readInvertedIndex(format, sections["name words"], sections.words, text, wordCount);
  const records = recordTable(format, length, sections["shard rows"]);
  for (let row = 0; row < rows; row++) {
    if ((name[row] as number) >= nameCount) throw new ShardError(format, "name", row, name[row]);
    if ((cls[row] as number) >= CLASSES) throw new ShardError(format, "class", row, cls[row]);
  }
  const list = readText(format, lines).split("\n");
  const titles = new Map<number, string>();
  titled.forEach((row, at) => titles.set(row, list[at] as string));
  if (list.length !== titled.length + 1 || titled.some((row) => row >= rows)) throw new ShardError(format, "title");
  return { rows, names, name, cls, country, year, deaths, magnitude, titles, records };
}

/**
 * The table of all rows of several files.
 *
 * @param parts newest first
 * @throws ShardError
 */
export function joinPlaces(parts: readonly Places[]): Places {
  const { index, numbers } = joinIndexes(parts.toReversed().map(({ names }) => names));
  const column = columnJoiner(parts);
  const cls = column(Uint8Array, (part) => part.cls);
  const titles = new Map<number, string>();
  let before = 0;
  for (const part of parts) {
    for (const [row, title] of part.titles) titles.set(before + row, title);
    before += part.rows;
  }
  return {
    rows: cls.length,
    names: index,
    name: column(Uint32Array, ({ name }, at) => name.map((number) => numbers.at(-1 - at)?.[number] as number)),
    cls,
    country: column(Uint8Array, ({ country }) => country),
    year: column(Int32Array, ({ year }) => year),
    deaths: column(Uint32Array, ({ deaths }) => deaths),
    magnitude: column(Float32Array, ({ magnitude }) => magnitude),
    titles,
    records: joinRecords(PLACES_FORMAT.name, parts),
  };
}
