import { type Candidate, matchOneToOne } from "../../catalogue/merge/match-one-to-one.ts";
import { distanceKm } from "../../geo/sphere.ts";
import { DAY_MS } from "../../platform/time.ts";
import { magnitudeDifference } from "../../seismology/magnitude-difference.ts";
import type { CivilTime } from "../../store/civil-time.ts";
import type { NoaaEvent } from "./event.ts";

/** How far two records of one earthquake may differ. */
const BOUNDS = { km: 250, magnitudes: 1, days: 1 };

/**
 * With the same words for the place, and hardly any distance between them, the magnitude may have been revised by much more
 * (Iran 1963, 7.2 to 6), or the date put from one calendar into the other: by 9 to 12 days, before Greece as the last had changed.
 */
const REVISED = { km: 100, magnitudes: 3, days: { from: 9, to: 12 }, until: 1923 };

/**
 * Finds which rows of a table are which of our events, where the ids do not say: forms without ids, and the passage from one form
 * to another. One to one, the likest first.
 *
 * A pair is of one year, and what both know of month and day agrees to a day; it has the same tsunami, or lies within 250 km, or
 * has the same words for its place where a position is not known; and its magnitudes are within 1 of each other. With the same words
 * within 100 km the magnitude, at the same hour, or an old date may differ by more (`REVISED`), not both. Rows that are alike in
 * all of that are told apart by the hour, the minute, the distance and the magnitude.
 *
 * @returns by row, our event
 */
export function matchEvents(rows: readonly NoaaEvent[], held: readonly NoaaEvent[]): Map<NoaaEvent, NoaaEvent> {
  const byYear = new Map<number, NoaaEvent[]>();
  for (const event of held) byYear.set(event.time.year, [...(byYear.get(event.time.year) ?? []), event]);
  const pairs = rows.flatMap((row) => (byYear.get(row.time.year) ?? []).flatMap((event) => pairOf(row, event) ?? []));
  return new Map([...matchOneToOne(pairs)].map(([event, row]) => [row, event]));
}

function pairOf(row: NoaaEvent, event: NoaaEvent): Candidate<NoaaEvent, NoaaEvent> | null {
  const apart = placeDifference(row, event);
  if (apart === null) return null;
  const isSamePlace = hasSameWords(row, event) && apart * BOUNDS.km <= REVISED.km;
  const magnitudes = magnitudesApart(row.magnitude, event.magnitude);
  const isResized = magnitudes > BOUNDS.magnitudes;
  const clock = clockDifference(row.time, event.time);
  if (isResized && !(isSamePlace && magnitudes <= REVISED.magnitudes && clock < 1)) return null;
  const days = dayDifference(row.time, event.time, isSamePlace && !isResized && row.time.year <= REVISED.until);
  if (days === null) return null;
  const tsunami = row.tsunamiEventId !== null && row.tsunamiEventId === event.tsunamiEventId ? -2 : 0;
  return { a: event, b: row, score: 2 + days + clock + apart + magnitudes / BOUNDS.magnitudes + tsunami };
}

/**
 * Days between two dates of one year; half a day for what only one of them knows; null if they are two.
 *
 * @param calendars whether one may be of another calendar
 */
function dayDifference(a: CivilTime, b: CivilTime, calendars: boolean): number | null {
  if (a.month === null || b.month === null) return a.month === b.month ? 0 : 0.5;
  if (a.day === null || b.day === null) return a.month !== b.month ? null : a.day === b.day ? 0 : 0.5;
  const days = Math.abs(dayOfYear(a.month, a.day) - dayOfYear(b.month, b.day));
  if (days <= BOUNDS.days) return days;
  return calendars && days >= REVISED.days.from && days <= REVISED.days.to ? days : null;
}

/** Of a leap year; between neighbouring days of other years it is as good. */
function dayOfYear(month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(2000, month - 1, day);
  return Math.round((date.getTime() - Date.UTC(2000, 0, 1)) / DAY_MS);
}

/** 0 for the same hour and minute, 1 for quite other ones; a quarter for what only one of them knows. */
function clockDifference(a: CivilTime, b: CivilTime): number {
  if (a.hour === null || b.hour === null) return a.hour === b.hour ? 0 : 0.25;
  const minutes = Math.abs(a.hour * 60 + (a.minute ?? 0) - b.hour * 60 - (b.minute ?? 0));
  return Math.min(1, minutes / 60);
}

/** 0 for the same place, 1 at the bound; null if they are two. */
function placeDifference(row: NoaaEvent, event: NoaaEvent): number | null {
  const sameWords = hasSameWords(row, event);
  if (row.latitude === null || row.longitude === null || event.latitude === null || event.longitude === null) {
    return sameWords || sameTsunami(row, event) ? 0.5 : null;
  }
  const km = distanceKm(row.latitude, row.longitude, event.latitude, event.longitude);
  if (km <= BOUNDS.km) return km / BOUNDS.km - (sameWords ? 0.1 : 0);
  return sameTsunami(row, event) || sameWords ? 1 : null;
}

function hasSameWords(row: NoaaEvent, event: NoaaEvent): boolean {
  return row.place !== "" && row.place === event.place;
}

function sameTsunami(row: NoaaEvent, event: NoaaEvent): boolean {
  return row.tsunamiEventId !== null && row.tsunamiEventId === event.tsunamiEventId;
}

/** What only one of them knows counts as half of the bound. */
function magnitudesApart(a: number | null, b: number | null): number {
  return a === b ? 0 : (magnitudeDifference(a, b) ?? BOUNDS.magnitudes / 2);
}
