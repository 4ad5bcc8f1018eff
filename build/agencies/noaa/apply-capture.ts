import { isDeepStrictEqual } from "node:util";
import { type Candidate, matchOneToOne } from "../../catalogue/merge/associate.ts";
import { distanceKm } from "../../geo/sphere.ts";
import { compareText } from "../../platform/lists.ts";
import { DAY_MS } from "../../platform/time.ts";
import { magnitudeDifference } from "../../seismology/magnitude.ts";
import type { Change } from "../../store/agency.ts";
import { type CivilTime, instantOf } from "../../store/civil-time.ts";
import type { Withdrawal } from "../../store/records.ts";
import { isDerived, type NoaaEvent, type NoaaForm, type NoaaTable } from "./event.ts";

/** NOAA's earthquakes, and the withdrawn ones. No id is in both. */
export interface NoaaHoldings {
  events: readonly NoaaEvent[];
  withdrawn: readonly Withdrawal[];
}

/**
 * Applies a table to the holdings. Pure.
 *
 * - A row belongs to the stored event with the same number. If one of the two has no number, it belongs to the event that it
 *   matches (`matchEvents`).
 * - NOAA's number replaces a derived id, which is kept as an alias.
 * - If a form lacks a field, the stored value is kept (the export of HazEL lacks country and types of magnitudes; the classic table
 *   lacks the tsunami's id).
 * - An event that is missing in the table is withdrawn only if the table is complete and every unreadable row has an id.
 *
 * @param table with unique ids
 * @param retrievedAt ms since 1970 UTC
 */
export function applyEvents(
  held: NoaaHoldings,
  table: Pick<NoaaTable<NoaaEvent>, "rows" | "form" | "complete" | "anonymous" | "unreadable" | "listed">,
  retrievedAt: number,
): { holdings: NoaaHoldings; changes: Change[] } {
  const changes: Change[] = [];
  const eventOf = pairRows(table.rows, held.events);
  const continued = new Set(eventOf.values());
  const kept = held.events.filter((event) => !continued.has(event));
  const gone = goneEvents(kept, table);
  const stay = kept.filter((event) => !gone.has(event));
  const used = new Set([...stay, ...continued].flatMap(idsOf));
  const former = new Map(held.withdrawn.flatMap(({ ids }) => ids.map((id) => [id, ids] as const)));
  const events: NoaaEvent[] = [...stay];
  for (const row of table.rows) {
    const event = eventOf.get(row);
    const next = event ? continueEvent(event, row, table.form) : newEvent(row, used, former);
    for (const id of idsOf(next)) used.add(id);
    events.push(next);
    const change = event ? changeOf(event, next) : { kind: "added" as const, id: next.id };
    if (change) changes.push(change);
  }
  const evidence = `absent from the whole table of ${table.listed} rows`;
  for (const { id } of gone) changes.push({ kind: "withdrawn", id, evidence });
  const statements = [...gone].map((event) => ({ ids: idsOf(event), withdrawnAt: retrievedAt }));
  const withdrawn = joinWithdrawals([...held.withdrawn, ...statements], new Set(events.flatMap(idsOf)));
  return { holdings: { events: events.toSorted(oldestFirst), withdrawn }, changes };
}

function idsOf({ id, aliases }: NoaaEvent): string[] {
  return [id, ...aliases].toSorted();
}

function pairRows(rows: readonly NoaaEvent[], held: readonly NoaaEvent[]): Map<NoaaEvent, NoaaEvent> {
  const byId = new Map(held.flatMap((event) => idsOf(event).map((id) => [id, event] as const)));
  const eventOf = new Map<NoaaEvent, NoaaEvent>();
  for (const row of rows) {
    const event = isDerived(row.id) ? undefined : byId.get(row.id);
    if (event) eventOf.set(row, event);
  }
  const taken = new Set(eventOf.values());
  const free = held.filter((event) => !taken.has(event));
  const [unnumbered, numbered] = [rows.filter(({ id }) => isDerived(id)), rows.filter((row) => !eventOf.has(row))];
  for (const [row, event] of matchEvents(unnumbered, free)) eventOf.set(row, event);
  const found = new Set(eventOf.values());
  // Two different numbers of NOAA are two events, however similar their rows are.
  const own = free.filter((event) => isDerived(event.id) && !found.has(event));
  const rest = numbered.filter((row) => !isDerived(row.id));
  for (const [row, event] of matchEvents(rest, own)) eventOf.set(row, event);
  return eventOf;
}

function continueEvent(event: NoaaEvent, row: NoaaEvent, form: NoaaForm): NoaaEvent {
  const id = isDerived(row.id) ? event.id : row.id;
  const aliases = idsOf(event).filter((other) => other !== id);
  const next = { ...row, id, aliases };
  if (form === "hazel-tsv") {
    const { country, area, regionCode, magnitudes } = event;
    return { ...next, country, area, regionCode, magnitudes: row.magnitude === event.magnitude ? magnitudes : {} };
  }
  if (form === "classic-tsv") {
    const tsunamiEventId = row.tsunamiFlag ? event.tsunamiEventId : null;
    return { ...next, tsunamiEventId, volcanoEventId: event.volcanoEventId };
  }
  return next;
}

function changeOf(event: NoaaEvent, next: NoaaEvent): Change | null {
  const fields = (Object.keys(next) as (keyof NoaaEvent)[]).filter(
    (field) => field !== "aliases" && !isDeepStrictEqual(event[field], next[field]),
  );
  if (fields.length === 0) return null;
  const was = event.id === next.id ? {} : { was: event.id };
  return { kind: "revised", id: next.id, ...was, fields: fields.map((field) => (field === "id" ? "ids" : field)) };
}

function goneEvents(
  kept: readonly NoaaEvent[],
  { complete, anonymous, unreadable }: Pick<NoaaTable<NoaaEvent>, "complete" | "anonymous" | "unreadable">,
): Set<NoaaEvent> {
  if (!complete || anonymous) return new Set();
  const listed = new Set(unreadable.map(({ what }) => what));
  return new Set(kept.filter((event) => !idsOf(event).some((id) => listed.has(id))));
}

/** An event that is restored after a withdrawal gets all its former ids back. */
function newEvent(row: NoaaEvent, used: ReadonlySet<string>, former: ReadonlyMap<string, readonly string[]>): NoaaEvent {
  const id = freeId(row.id, used);
  return { ...row, id, aliases: (former.get(id) ?? []).filter((other) => other !== id && !used.has(other)) };
}

/** A derived id that another event has already gets a number. */
function freeId(id: string, used: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; used.has(free); number++) free = `${id}n${number}`;
  return free;
}

/** Ids of present events are not withdrawn, whatever an earlier statement says. */
function joinWithdrawals(statements: readonly Withdrawal[], alive: ReadonlySet<string>): Withdrawal[] {
  return statements
    .map(({ ids, withdrawnAt }) => ({ ids: ids.filter((id) => !alive.has(id)), withdrawnAt }))
    .filter(({ ids }) => ids.length > 0)
    .toSorted((a, b) => compareText(a.ids[0] ?? "", b.ids[0] ?? ""));
}

function oldestFirst(a: NoaaEvent, b: NoaaEvent): number {
  return instantOf(a.time) - instantOf(b.time) || compareText(a.id, b.id);
}

/** Largest differences between two records of one earthquake. */
const BOUNDS = { km: 250, magnitudes: 1, days: 1 };

/**
 * With the same place name and a small distance, other values may differ by more. The magnitude may have been revised (Iran 1963,
 * 7.2 to 6). The date may have been converted between calendars: by 9 to 12 days, until Greece changed as the last country.
 */
const REVISED = { km: 100, magnitudes: 3, days: { from: 9, to: 12 }, until: 1923 };

/**
 * Matches rows of a table with stored events when ids cannot match them: for forms without ids, and between forms. Each row and
 * each event is used once; the best matches are made first.
 *
 * The two records of a pair are in the same year, and their known months and days differ by one day at most. They have the same
 * tsunami, or are within 250 km, or have the same place name if a position is unknown. Their magnitudes differ by at most 1. With
 * the same place name within 100 km, either the magnitude (at the same hour) or an old date may differ by more (`REVISED`). Hour,
 * minute, distance and magnitude decide between several candidates.
 *
 * @returns the stored event of each row
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
 * Days between two dates of one year. A part that only one date has counts as half a day. Null if the dates are too far apart.
 *
 * @param calendars whether the dates may be of different calendars
 */
function dayDifference(a: CivilTime, b: CivilTime, calendars: boolean): number | null {
  if (a.month === null || b.month === null) return a.month === b.month ? 0 : 0.5;
  if (a.day === null || b.day === null) return a.month !== b.month ? null : a.day === b.day ? 0 : 0.5;
  const days = Math.abs(dayOfYear(a.month, a.day) - dayOfYear(b.month, b.day));
  if (days <= BOUNDS.days) return days;
  return calendars && days >= REVISED.days.from && days <= REVISED.days.to ? days : null;
}

/** Day of the year in a leap year: exact enough for differences of a few days in other years. */
function dayOfYear(month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(2000, month - 1, day);
  return Math.round((date.getTime() - Date.UTC(2000, 0, 1)) / DAY_MS);
}

/** 0 for the same hour and minute, 1 for entirely different ones. A part that only one of them has counts as a quarter. */
function clockDifference(a: CivilTime, b: CivilTime): number {
  if (a.hour === null || b.hour === null) return a.hour === b.hour ? 0 : 0.25;
  const minutes = Math.abs(a.hour * 60 + (a.minute ?? 0) - b.hour * 60 - (b.minute ?? 0));
  return Math.min(1, minutes / 60);
}

/** 0 for the same place, 1 at the bound; null beyond it. */
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

/** A magnitude that only one of them has counts as half of the bound. */
function magnitudesApart(a: number | null, b: number | null): number {
  return a === b ? 0 : (magnitudeDifference(a, b) ?? BOUNDS.magnitudes / 2);
}
