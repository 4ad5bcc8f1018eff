import { type CivilTime, dayExists } from "../../store/civil-time.ts";
import type { LeftOut } from "../../store/records.ts";
import { count, lineOfText, positionOf, Unreadable } from "../reading.ts";

/** A row of any form, with the field names of the HazEL API. Absent and empty fields are unknown. */
export type NoaaRow = Readonly<Record<string, unknown>>;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The number in a field; null if it is unknown, NaN if it is not a number. */
function numberOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value.trim() : "no number";
  if (text === "") return null;
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** A value for messages. */
export function describeValue(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value);
  return (text ?? "").slice(0, 40);
}

/** Makes a reader for the fields of one row. It reads an invalid value as unknown and counts it under the name of its field. */
export function fieldReader(row: NoaaRow, doubtful: LeftOut) {
  const noteInvalid = (field: string) => {
    count(doubtful, field);
    return null;
  };
  const number = (field: string, low: number, high: number) => {
    const value = numberOf(row[field]);
    return value === null || (value >= low && value <= high) ? value : noteInvalid(field);
  };
  const whole = (field: string, low: number, high: number) => {
    const value = number(field, low, high);
    return value === null || Number.isInteger(value) ? value : noteInvalid(field);
  };
  return { row, noteInvalid, number, whole, text: (field: string) => lineOfText(row[field]) };
}

export type FieldReader = ReturnType<typeof fieldReader>;

/** The earliest valid year (the first eruption in the tables was in 4360 BC) and the latest. */
const YEARS = { first: -5000, last: 9999 };

/**
 * Reads the date and time of a row, UTC. The time of day ends before its first missing or impossible part.
 *
 * @throws Unreadable `year-unknown`, `date-impossible`
 */
export function readTime({ row, noteInvalid }: FieldReader): CivilTime {
  const year = numberOf(row.year);
  if (year === null) throw new Unreadable("year-unknown", "has no year");
  if (!Number.isInteger(year) || year === 0 || year < YEARS.first || year > YEARS.last) {
    throw new Unreadable("date-impossible", `has the year ${describeValue(row.year)}`);
  }
  const [month, day] = [numberOf(row.month), numberOf(row.day)];
  if (!isDate(year, month, day)) {
    throw new Unreadable("date-impossible", `is dated ${[row.year, row.month, row.day].map(describeValue).join("-")}`);
  }
  if (month === null && day !== null) noteInvalid("day");
  const known = { year, month, day: month === null ? null : day };
  return { ...known, ...readClock({ row, noteInvalid }, known.day !== null) };
}

/** Second 60 (a leap second, or the result of rounding) becomes the next minute. */
const CLOCK = [
  { part: "hour", isPossible: (value: number) => Number.isInteger(value) && value >= 0 && value <= 23 },
  { part: "minute", isPossible: (value: number) => Number.isInteger(value) && value >= 0 && value <= 59 },
  { part: "second", isPossible: (value: number) => value >= 0 && value < 61 },
] as const;

function readClock({ row, noteInvalid }: Pick<FieldReader, "row" | "noteInvalid">, dayKnown: boolean) {
  const clock: Pick<CivilTime, "hour" | "minute" | "second"> = { hour: null, minute: null, second: null };
  let known = dayKnown;
  for (const { part, isPossible } of CLOCK) {
    const value = numberOf(row[part]);
    const coarserKnown = known;
    known &&= value !== null && isPossible(value);
    if (known) clock[part] = value;
    // Some tables use 0 for unknown seconds.
    else if (value !== null && (coarserKnown || value !== 0)) noteInvalid(part);
  }
  return clock;
}

function isDate(year: number, month: number | null, day: number | null): boolean {
  if (month !== null && !(Number.isInteger(month) && month >= 1 && month <= 12)) return false;
  if (day !== null && !(Number.isInteger(day) && day >= 1 && day <= 31)) return false;
  return month === null || day === null || dayExists(year, month, day);
}

/** Position in degrees. If one coordinate is missing, both are unknown. @throws Unreadable `position-impossible` */
export function readPosition({ row, noteInvalid }: FieldReader): { latitude: number | null; longitude: number | null } {
  const [latitude, longitude] = [numberOf(row.latitude), numberOf(row.longitude)];
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) {
    throw new Unreadable("position-impossible", `lies at ${describeValue(row.latitude)}, ${describeValue(row.longitude)}`);
  }
  if (latitude === null || longitude === null) {
    if (latitude !== null || longitude !== null) noteInvalid("position");
    return { latitude: null, longitude: null };
  }
  return positionOf(latitude, longitude);
}

function isWithin(value: number | null, limit: number): boolean {
  return value === null || Math.abs(value) <= limit;
}
