import { COUNTRY_CODES } from "../contract/vocabulary.ts";
import { type BinaryFormat, readBinary, writeBinary } from "./binary.ts";
import { type RecordTable, recordTable } from "./records.ts";
import { ShardError } from "./shard-error.ts";

/** Stands in the country column where an event belongs to no country. */
export const NO_COUNTRY = 255;
/** Stands in the magnitude column where hundredths are not exact; the number itself is in `oddMagnitude`. */
export const ODD_MAGNITUDE = -32768;

export const DAY_MS = 86_400_000;
/** The last day that a date can have, ECMA-262 section 21.4.1.1: ±100,000,000 days from 1970. */
const LAST_DAY = 100_000_000;

/** What lists are selected by, a number a row, rows newest first. */
export interface Columns {
  rows: number;
  /** UTC days that have rows, newest first, days since 1970. */
  day: Int32Array;
  /** Time of each row, ms since the beginning of its UTC day. */
  timeOfDay: Uint32Array;
  /** Magnitude in hundredths, or ODD_MAGNITUDE. */
  hundredths: Int16Array;
  /** The magnitudes of the rows with ODD_MAGNITUDE, in their order. */
  oddMagnitude: Float64Array;
  /** Index into COUNTRY_CODES, or NO_COUNTRY. */
  country: Uint8Array;
  /** The records, one shard a day. */
  records: RecordTable;
}

/** One row for the writer. */
export interface ColumnRow {
  /** ms since 1970 UTC, an integer. */
  time: number;
  magnitude: number;
  /** ISO 3166-1 alpha-2 of COUNTRY_CODES, or null. */
  country: string | null;
  /** Length of the record, bytes of UTF-8. */
  length: number;
}

const FORMAT: BinaryFormat = {
  name: "columns",
  magic: "QTC1",
  version: 1,
  counts: ["rows", "days", "odd"],
  sections: [
    ["f64", "odd"],
    ["u32", "rows"],
    ["u32", "rows"],
    ["i32", "days"],
    ["u32", "days"],
    ["i16", "rows"],
    ["u8", "rows"],
  ],
};

/**
 * @param rows newest first
 * @throws RangeError for a row that the format cannot hold
 */
export function writeColumns(rows: readonly ColumnRow[]): Uint8Array {
  const days: number[] = [];
  const dayRows: number[] = [];
  for (const { time } of rows) {
    const day = dayOf(time);
    if (days.at(-1) === day) dayRows[dayRows.length - 1] = (dayRows.at(-1) ?? 0) + 1;
    else {
      days.push(day);
      dayRows.push(1);
    }
  }
  const hundredths = rows.map(({ magnitude }) => hundredthsOf(magnitude));
  const odd = rows.filter((_, row) => hundredths[row] === ODD_MAGNITUDE).map(({ magnitude }) => magnitude);
  return writeBinary(
    FORMAT,
    [rows.length, days.length, odd.length],
    [
      Float64Array.from(odd),
      Uint32Array.from(rows, ({ time }) => time - dayOf(time) * DAY_MS),
      Uint32Array.from(rows, ({ length }) => length),
      Int32Array.from(days),
      Uint32Array.from(dayRows),
      Int16Array.from(hundredths),
      Uint8Array.from(rows, ({ country }) => countryIndex(country)),
    ],
  );
}

/** The UTC day of an instant, days since 1970. */
export function dayOf(time: number): number {
  if (!Number.isInteger(time)) throw new RangeError(`the time ${time} is not a whole millisecond`);
  return Math.floor(time / DAY_MS);
}

function hundredthsOf(magnitude: number): number {
  if (!Number.isFinite(magnitude)) throw new RangeError(`the magnitude ${magnitude} is not a number`);
  const hundredths = Math.round(magnitude * 100);
  return Math.abs(hundredths) <= 32767 && hundredths / 100 === magnitude ? hundredths : ODD_MAGNITUDE;
}

function countryIndex(code: string | null): number {
  if (code === null) return NO_COUNTRY;
  const index = COUNTRY_CODES.indexOf(code);
  if (index < 0) throw new RangeError(`there is no country ${code}`);
  return index;
}

/**
 * Reads a column shard without copying it.
 *
 * @throws ShardError for anything that the writer would not have written
 */
export function readColumns(bytes: Uint8Array): Columns {
  const { counts, sections } = readBinary(FORMAT, bytes);
  const [odd, timeOfDay, length, day, dayRows, hundredths, country] = sections as [
    Float64Array,
    Uint32Array,
    Uint32Array,
    Int32Array,
    Uint32Array,
    Int16Array,
    Uint8Array,
  ];
  const records = recordTable(FORMAT.name, length, dayRows);
  const columns = { rows: counts[0] as number, day, timeOfDay, hundredths, oddMagnitude: odd, country, records };
  checkDays(columns);
  checkTimes(columns);
  checkMagnitudes(columns);
  for (let row = 0; row < columns.rows; row++) {
    const index = country[row] as number;
    if (index >= COUNTRY_CODES.length && index !== NO_COUNTRY) throw fault(row, `has the country ${index}`);
  }
  return columns;
}

function fault(row: number, what: string): ShardError {
  return new ShardError(FORMAT.name, `row ${row} ${what}`);
}

function checkDays({ day }: Columns): void {
  for (let at = 0; at < day.length; at++) {
    const value = day[at] as number;
    if (Math.abs(value) > LAST_DAY) throw new ShardError(FORMAT.name, `there is no day ${value}`);
    if (at > 0 && value >= (day[at - 1] as number)) {
      throw new ShardError(FORMAT.name, `day ${value} stands after day ${day[at - 1]}`);
    }
  }
}

function checkTimes({ day, timeOfDay, records }: Columns): void {
  for (let at = 0; at < day.length; at++) {
    let newer = DAY_MS - 1;
    for (let row = records.firstRow[at] as number; row < (records.firstRow[at + 1] as number); row++) {
      const time = timeOfDay[row] as number;
      if (time > newer) throw fault(row, time < DAY_MS ? "is newer than the one before" : "is past the end of its day");
      newer = time;
    }
  }
}

function checkMagnitudes({ rows, hundredths, oddMagnitude }: Columns): void {
  let odd = 0;
  for (let row = 0; row < rows; row++) if (hundredths[row] === ODD_MAGNITUDE) odd++;
  if (odd !== oddMagnitude.length) {
    throw new ShardError(FORMAT.name, `${odd} rows have an odd magnitude, and ${oddMagnitude.length} are given`);
  }
  for (const magnitude of oddMagnitude) {
    if (!Number.isFinite(magnitude)) throw new ShardError(FORMAT.name, `${magnitude} is not a magnitude`);
    if (hundredthsOf(magnitude) !== ODD_MAGNITUDE) {
      throw new ShardError(FORMAT.name, `the magnitude ${magnitude} is exact in hundredths and yet among the odd ones`);
    }
  }
}

/** How many rows are newer than an instant (ms since 1970 UTC): the first that many, as rows are newest first. */
export function rowsNewerThan({ day, timeOfDay, records }: Columns, instant: number): number {
  const wanted = Math.floor(instant / DAY_MS);
  const at = firstWhere(0, day.length, (index) => (day[index] as number) <= wanted);
  const from = records.firstRow[at] as number;
  if (at === day.length || (day[at] as number) < wanted) return from;
  const within = instant - wanted * DAY_MS;
  return firstWhere(from, records.firstRow[at + 1] as number, (row) => (timeOfDay[row] as number) <= within);
}

/** The first index in [from, to) from which on a condition holds, or `to`. */
function firstWhere(from: number, to: number, holds: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
