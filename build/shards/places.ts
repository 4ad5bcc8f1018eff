import { fold } from "../contract/fold.ts";
import { type BinaryFormat, readBinary, writeBinary } from "./binary.ts";
import { type Dictionary, dictionary } from "./dictionary.ts";
import { type RecordTable, recordTable } from "./records.ts";
import { ShardError } from "./shard-error.ts";

/** What the search by place selects by. Rows are newest first. */
export interface Places {
  rows: number;
  /** The distinct folded place names. */
  names: Dictionary;
  /** The name of each row. */
  name: Uint32Array;
  /** 0 major, 1 significant, 2 other. */
  cls: Uint8Array;
  /** EarthquakeSearchResult records. */
  records: RecordTable;
}

export type EventClass = 0 | 1 | 2;

/** One row for the writer. */
export interface PlaceRow {
  place: string;
  cls: EventClass;
  /** Length of the record, bytes of UTF-8. */
  length: number;
}

const FORMAT: BinaryFormat = {
  name: "places",
  magic: "QTP1",
  version: 1,
  counts: ["rows", "shards", "names", "text"],
  sections: [
    ["u32", "rows"],
    ["u32", "rows"],
    ["u32", "shards"],
    ["u8", "rows"],
    ["u8", "text"],
  ],
};

/**
 * Names are numbered from the oldest row on, so that a new event only adds to them.
 *
 * @param rows newest first
 * @param shardRows number of rows of each record shard
 */
export function writePlaces(rows: readonly PlaceRow[], shardRows: readonly number[]): Uint8Array {
  const numbers = new Map<string, number>();
  // Events share few places, and folding is the dearest part of all this.
  const numberOfPlace = new Map<string, number>();
  const name = new Uint32Array(rows.length);
  for (let row = rows.length - 1; row >= 0; row--) {
    const { place } = rows[row] as PlaceRow;
    const number = numberOfPlace.get(place) ?? numberOf(numbers, fold(place));
    numberOfPlace.set(place, number);
    name[row] = number;
  }
  const text = new TextEncoder().encode(dictionary([...numbers.keys()]).text);
  return writeBinary(
    FORMAT,
    [rows.length, shardRows.length, numbers.size, text.length],
    [
      Uint32Array.from(rows, ({ length }) => length),
      name,
      Uint32Array.from(shardRows),
      Uint8Array.from(rows, ({ cls }) => cls),
      text,
    ],
  );
}

function numberOf(numbers: Map<string, number>, folded: string): number {
  const number = numbers.get(folded) ?? numbers.size;
  numbers.set(folded, number);
  return number;
}

/**
 * Reads a place shard; only the names are copied, into a string.
 *
 * @throws ShardError for anything that the writer would not have written
 */
export function readPlaces(bytes: Uint8Array): Places {
  const { counts, sections } = readBinary(FORMAT, bytes);
  const [rows = 0, , nameCount = 0] = counts;
  const [length, name, shardRows, cls, text] = sections as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint8Array,
    Uint8Array,
  ];
  const names = readNames(text, nameCount);
  const records = recordTable(FORMAT.name, length, shardRows);
  for (let row = 0; row < rows; row++) {
    if ((name[row] as number) >= nameCount) throw fault(`row ${row} has the name ${name[row]} of ${nameCount}`);
    if ((cls[row] as number) > 2) throw fault(`row ${row} has the class ${cls[row]}`);
  }
  return { rows, names, name, cls, records };
}

function fault(what: string): ShardError {
  return new ShardError(FORMAT.name, what);
}

function readNames(bytes: Uint8Array, count: number): Dictionary {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fault("the names are not UTF-8");
  }
  const names = count === 0 && text === "" ? [] : text.split("\n");
  if (names.length !== count) throw fault(`has ${names.length} names instead of ${count}`);
  return dictionary(names);
}
