import { COUNTRY_CODES } from "../../contract/texts/vocabulary.ts";
import { lowerBound } from "../../platform/lists.ts";
import { DAY_MS } from "../../platform/time.ts";
import { type BinaryFormat, columnJoiner, readBinary, ShardError, writeBinary } from "./binary.ts";
import { joinRecords, type RecordTable, recordTable } from "./records.ts";

/** Country value of events without a country. */
export const NO_COUNTRY = 255;

/** The last day of a JavaScript date, ECMA-262 section 21.4.1.1: ±100,000,000 days from 1970. */
const LAST_DAY = 100_000_000;
/** Largest number of distinct magnitudes with 16-bit ranks. A month has about 700. */
const MAXIMUM_MAGNITUDES = 65_536;

/** The columns from which lists are selected. One value per row, rows newest first. */
export interface Columns {
  rows: number;
  /** UTC days with rows, newest first, days since 1970. */
  day: Int32Array;
  /** Time of each row, ms since the start of its UTC day. */
  timeOfDay: Uint32Array;
  /** All distinct magnitudes as published, ascending. */
  magnitudes: Float64Array;
  /** Index of each row's magnitude in `magnitudes`. Comparing indexes compares magnitudes exactly. */
  rank: Uint16Array;
  /** Position of each row, degrees; longitudes in [-180, 180). */
  latitude: Float64Array;
  longitude: Float64Array;
  /** Index into COUNTRY_CODES, or NO_COUNTRY. */
  country: Uint8Array;
  /** The records, one shard for each day. */
  records: RecordTable;
  /** Length of each row's feature in the live feed, bytes; 0 where there is none. */
  features: Uint32Array;
}

/** One row for the writer. */
export interface ColumnRow {
  /** ms since 1970 UTC, an integer. */
  time: number;
  magnitude: number;
  /** Degrees. */
  latitude: number;
  /** Degrees, in [-180, 180). */
  longitude: number;
  /** ISO 3166-1 alpha-2 of COUNTRY_CODES, or null. */
  country: string | null;
}

export const COLUMNS_FORMAT = {
  name: "columns",
  magic: "QTC1",
  version: 4,
  counts: ["rows", "days", "magnitudes"],
  sections: [
    ["f64", "magnitudes", "magnitudes"],
    ["f64", "rows", "latitude"],
    ["f64", "rows", "longitude"],
    ["u32", "rows", "time"],
    ["u32", "rows", "length"],
    ["u32", "rows", "feature length"],
    ["i32", "days", "day"],
    ["u32", "days", "day rows"],
    ["u16", "rows", "magnitude"],
    ["u8", "rows", "country"],
  ],
} as const satisfies BinaryFormat;

/**
 * @param rows newest first
 * @param lengths length of each row's record, bytes of UTF-8
 * @param features the same of its feature in the live feed; 0 where there is none
 * @throws RangeError for a row that the format cannot represent
 */
export function writeColumns(rows: readonly ColumnRow[], lengths: Uint32Array, features: Uint32Array): Uint8Array {
  for (const { latitude, longitude } of rows) {
    if (!isPosition(latitude, longitude)) throw new RangeError(`${latitude}, ${longitude} is not a position`);
  }
  const days: number[] = [];
  const dayRows: number[] = [];
  for (const { time } of rows) {
    const day = dayOf(time);
    if (days.at(-1) !== day) {
      days.push(day);
      dayRows.push(0);
    }
    dayRows[dayRows.length - 1]!++;
  }
  const magnitudes = distinctMagnitudes(rows);
  const rankOf = new Map(Array.from(magnitudes, (magnitude, rank) => [magnitude, rank]));
  const countryOf = new Map<string | null, number>(COUNTRY_CODES.map((code, index) => [code, index]));
  countryOf.set(null, NO_COUNTRY);
  return writeBinary(COLUMNS_FORMAT, {
    magnitudes,
    latitude: Float64Array.from(rows, ({ latitude }) => latitude),
    longitude: Float64Array.from(rows, ({ longitude }) => longitude),
    time: Uint32Array.from(rows, ({ time }) => time - dayOf(time) * DAY_MS),
    length: lengths,
    "feature length": features,
    day: Int32Array.from(days),
    "day rows": Uint32Array.from(dayRows),
    magnitude: Uint16Array.from(rows, ({ magnitude }) => rankOf.get(magnitude) as number),
    country: Uint8Array.from(rows, ({ country }) => {
      const index = countryOf.get(country);
      if (index === undefined) throw new RangeError(`no country ${country} in the list of codes`);
      return index;
    }),
  });
}

function isPosition(latitude: number, longitude: number): boolean {
  return latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180;
}

function distinctMagnitudes(rows: readonly ColumnRow[]): Float64Array {
  const magnitudes = new Set<number>();
  for (const { magnitude } of rows) {
    if (!Number.isFinite(magnitude)) throw new RangeError(`the magnitude ${magnitude} is not a number`);
    magnitudes.add(magnitude);
  }
  if (magnitudes.size > MAXIMUM_MAGNITUDES) throw new RangeError(`${magnitudes.size} different magnitudes are too many`);
  return Float64Array.from(magnitudes).toSorted();
}

/** The UTC day of an instant, days since 1970. */
export function dayOf(time: number): number {
  if (!Number.isInteger(time)) throw new RangeError(`the time ${time} is not a whole millisecond`);
  return Math.floor(time / DAY_MS);
}

/** Reads a column shard without copying it. @throws ShardError for anything that the writer would not have written */
export function readColumns(bytes: Uint8Array): Columns {
  const { sections } = readBinary(COLUMNS_FORMAT, bytes);
  const { magnitudes, latitude, longitude, time: timeOfDay, length, day, "day rows": dayRows, magnitude: rank, country } = sections;
  const features = sections["feature length"];
  const rows = length.length;
  magnitudes.forEach((magnitude, at) => {
    const ascends = at === 0 || magnitude > (magnitudes[at - 1] as number);
    if (!ascends || !Number.isFinite(magnitude)) throw fault("magnitude-order", at, magnitude);
  });
  day.forEach((value, at) => {
    if (Math.abs(value) > LAST_DAY || value >= (day[at - 1] ?? Infinity)) throw fault("day-order", at, value);
  });
  const records = recordTable(COLUMNS_FORMAT.name, length, dayRows);
  for (let at = 0; at < day.length; at++) {
    let newer = DAY_MS - 1;
    for (let row = records.firstRow[at] as number; row < (records.firstRow[at + 1] as number); row++) {
      const time = timeOfDay[row] as number;
      if (time > newer) throw fault("time-order", row, time);
      newer = time;
    }
  }
  for (let row = 0; row < rows; row++) {
    const index = country[row] as number;
    if ((rank[row] as number) >= magnitudes.length) throw fault("magnitude", row, rank[row]);
    if (!isPosition(latitude[row] as number, longitude[row] as number)) throw fault("position", row, latitude[row], longitude[row]);
    if (index >= COUNTRY_CODES.length && index !== NO_COUNTRY) throw fault("country", row, index);
  }
  return { rows, day, timeOfDay, magnitudes, rank, latitude, longitude, country, records, features };
}

/**
 * The table of all rows of several files.
 *
 * @param parts newest first
 * @throws ShardError if a file has a day of another or is older than the next one, or for too many distinct magnitudes
 */
export function joinColumns(parts: readonly Columns[]): Columns {
  const magnitudes = Float64Array.from(new Set(parts.flatMap((part) => [...part.magnitudes]))).toSorted();
  const rankOf = new Map(Array.from(magnitudes, (magnitude, rank) => [magnitude, rank]));
  const day = Int32Array.from(parts.flatMap((part) => [...part.day]));
  day.forEach((value, at) => {
    if (value >= (day[at - 1] ?? Infinity)) throw fault("day-order", at, value);
  });
  if (magnitudes.length > MAXIMUM_MAGNITUDES) throw fault("magnitude", magnitudes.length);
  const column = columnJoiner(parts);
  const latitude = column(Float64Array, (part) => part.latitude);
  return {
    rows: latitude.length,
    day,
    timeOfDay: column(Uint32Array, ({ timeOfDay }) => timeOfDay),
    magnitudes,
    rank: column(Uint16Array, (part) => {
      const ranks = Uint16Array.from(part.magnitudes, (magnitude) => rankOf.get(magnitude) as number);
      return part.rank.map((rank) => ranks[rank] as number);
    }),
    latitude,
    longitude: column(Float64Array, ({ longitude }) => longitude),
    country: column(Uint8Array, ({ country }) => country),
    records: joinRecords(COLUMNS_FORMAT.name, parts),
    features: column(Uint32Array, ({ features }) => features),
  };
}

function fault(what: string, ...numbers: (number | undefined)[]): ShardError {
  return new ShardError(COLUMNS_FORMAT.name, what, ...numbers);
}

/** The number of rows newer than an instant (ms since 1970 UTC). Rows are newest first, so these are the first ones. */
export function rowsNewerThan({ day, timeOfDay, records }: Columns, instant: number): number {
  const dayOfInstant = Math.floor(instant / DAY_MS);
  const at = lowerBound(0, day.length, (index) => (day[index] as number) <= dayOfInstant);
  const from = records.firstRow[at] as number;
  if (day[at] !== dayOfInstant) return from;
  return lowerBound(from, records.firstRow[at + 1] as number, (row) => (timeOfDay[row] as number) <= instant - dayOfInstant * DAY_MS);
}
