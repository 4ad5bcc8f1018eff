import type { ReportedEvent } from "../../store/records.ts";

/** An event that captures did not list although it belonged in them. Times in ms since 1970 UTC. */
export interface Absence {
  id: string;
  /** Of the first and of the last of these captures. */
  since: number;
  last: number;
  captures: number;
}

/** An event counts as withdrawn when so many captures in a row, over so long a time, do not list it. */
export interface AbsenceRule {
  captures: number;
  ms: number;
}

/** The properties of an event by which an agency may limit its answers. */
interface Placed {
  /** Origin time, ms since 1970 UTC. */
  time: number;
  magnitude: number | null;
}

/**
 * Which events an answer can be expected to list: those between its oldest and its newest, of at least its least magnitude. An
 * agency that limits the number of events omits the oldest, the newest or the smallest. An unknown magnitude is the smallest.
 * Pure.
 */
export function coverageOf(listed: readonly Placed[]): (event: Placed) => boolean {
  let [oldest, newest, least] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const event of listed) {
    oldest = Math.min(oldest, event.time);
    newest = Math.max(newest, event.time);
    least = Math.min(least, sizeOf(event));
  }
  return (event) => event.time >= oldest && event.time <= newest && sizeOf(event) >= least;
}

function sizeOf({ magnitude }: Placed): number {
  return magnitude ?? Number.NEGATIVE_INFINITY;
}

/** What a capture says of the events that the store holds. */
interface Observation<Event extends Pick<ReportedEvent, "id" | "ids">> {
  /** Those of the store, with what the capture changed. */
  events: readonly Event[];
  /** Every id that the capture lists. */
  ids: ReadonlySet<string>;
  /** The events that it must list; empty where it shows none to be absent. */
  due: readonly Event[];
  /** When it was made, ms since 1970 UTC. */
  at: number;
}

/**
 * Counts one more capture for each event that it must list and does not. An event that is listed is not absent; the counts of
 * events of which the capture says nothing stay. Pure.
 */
export function noteAbsences<Event extends Pick<ReportedEvent, "id" | "ids">>(
  absences: readonly Absence[],
  { events, ids, due, at }: Observation<Event>,
): Absence[] {
  const missing = new Set(events.filter((event) => !event.ids.some((id) => ids.has(id))).map(({ id }) => id));
  const counts = new Map(absences.filter(({ id }) => missing.has(id)).map((absence) => [absence.id, absence]));
  for (const { id } of due) {
    const { since, last, captures } = counts.get(id) ?? { since: at, last: Number.NEGATIVE_INFINITY, captures: 0 };
    if (missing.has(id) && at > last) counts.set(id, { id, since, last: at, captures: captures + 1 });
  }
  return [...counts.values()];
}

/** Whether an event was absent often and long enough to count as withdrawn. */
export function isLongAbsent({ captures, since, last }: Absence, rule: AbsenceRule): boolean {
  return captures >= rule.captures && last - since >= rule.ms;
}

export function evidenceOf({ captures, since }: Absence): string {
  return `absent from ${captures} captures since ${new Date(since).toISOString()}`;
}
