import type { TimePrecision } from "../contract/texts/vocabulary.ts";
import { DAY_MS } from "../platform/time.ts";

/**
 * A date and time as a catalogue states it, UTC. If a part is unknown, it is null, and so are all smaller parts. `year` is
 * historical: -1 is 1 BC and there is no year 0 (the NOAA catalogue begins in -2150). The calendar is that of the source: agencies
 * do not state whether old dates are Julian, but the table of this project does.
 */
export interface CivilTime {
  year: number;
  month: number | null;
  day: number | null;
  hour: number | null;
  minute: number | null;
  second: number | null;
}

/** The precision of the time; a known hour without its minute counts as `day`. */
export function precisionOf(time: CivilTime): TimePrecision {
  if (time.month === null) return "year";
  if (time.day === null) return "month";
  if (time.hour === null || time.minute === null) return "day";
  return time.second === null ? "minute" : "second";
}

/**
 * The instant in ms since 1970 UTC (negative before), with 01 or 00 for unknown parts. It is for sorting and printing and implies
 * no precision.
 */
export function instantOf(time: CivilTime): number {
  const precision = precisionOf(time);
  const clock = precision === "minute" || precision === "second";
  const date = new Date(0);
  // Date.UTC would take the years 0-99 for 1900-1999.
  date.setUTCFullYear(astronomicalYear(time.year), (time.month ?? 1) - 1, time.day ?? 1);
  date.setUTCHours(clock ? (time.hour ?? 0) : 0, clock ? (time.minute ?? 0) : 0, 0, 0);
  return date.getTime() + Math.round((clock ? (time.second ?? 0) : 0) * 1000);
}

/**
 * Converts the day of a Julian date to the Gregorian calendar, also before 1582 (proleptic), through the day number (Meeus, 1998,
 * chapter 7).
 */
export function fromJulianCalendar(time: CivilTime): CivilTime {
  const { year, month, day } = time;
  if (month === null || day === null) return time;
  const [y, m] = month > 2 ? [astronomicalYear(year), month] : [astronomicalYear(year) - 1, month + 12];
  // Day 0 is 1 January 1970 of the Gregorian calendar, Julian day number 2,440,588.
  const number = Math.floor(365.25 * (y + 4716)) + Math.floor(30.6001 * (m + 1)) + day - 1524 - 2_440_588;
  const date = new Date(number * DAY_MS);
  const years = date.getUTCFullYear();
  return { ...time, year: years > 0 ? years : years - 1, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Whether a month has a day. Dates before 1582 may be Julian, in which every fourth year has a 29 February. */
export function dayExists(year: number, month: number, day: number): boolean {
  if (month === 2 && year < 1582) return day >= 1 && day <= 29;
  const last = new Date(0);
  last.setUTCFullYear(astronomicalYear(year), month, 0);
  return day >= 1 && day <= last.getUTCDate();
}

/** In ISO 8601, 1 BC is year 0 and 2 BC is year -1. */
function astronomicalYear(historical: number): number {
  return historical < 0 ? historical + 1 : historical;
}

/**
 * `YYYY-MM-DDTHH:MM:SS.sssZ`; outside the years 0000-9999 with a sign and six digits (ISO 8601 expanded years).
 *
 * @param instant ms since 1970 UTC
 */
export function isoTime(instant: number): string {
  return new Date(instant).toISOString();
}

export function isoTimeOrNull(instant: number | null | undefined): string | null {
  return instant === null || instant === undefined ? null : isoTime(instant);
}
