import * as z from "zod";
import type { ReportedEvent } from "../../store/records.ts";
import { amount, instant } from "../reading.ts";

/** An event that one or more captures should have listed, but did not. Times in ms since 1970 UTC. */
export const absenceSchema = z.strictObject({
  id: z.string().min(1),
  /** Time of the first and time of the last of these captures. */
  since: instant,
  last: instant,
  captures: amount,
});
export type Absence = z.infer<typeof absenceSchema>;

/** An event counts as withdrawn if at least this many consecutive captures, over at least this time, do not list it. */
export interface AbsenceRule {
  captures: number;
  ms: number;
}

/** The properties of an event that an agency may use to limit its answers. */
interface Placed {
  /** Origin time, ms since 1970 UTC. */
  time: number;
  magnitude: number | null;
}

/**
 * Returns a test for the events that an answer can be expected to list: those between its oldest and its newest event, with at
 * least its smallest magnitude. An agency that limits the number of events omits the oldest, the newest or the smallest. An unknown
 * magnitude counts as the smallest. Pure.
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

/** The information that a capture gives about the stored events. */
interface Observation<Event extends Pick<ReportedEvent, "id" | "ids">> {
  /** The stored events, after the capture was applied. */
  events: readonly Event[];
  /** The ids of all events in the capture. */
  ids: ReadonlySet<string>;
  /** The stored events that the capture must list; empty if the capture cannot prove an absence. */
  due: readonly Event[];
  /** Time of the capture, ms since 1970 UTC. */
  at: number;
}

/**
 * Adds one to the absence count of each event that the capture must list and does not list. A listed event loses its count. The
 * counts of all other events do not change. Pure.
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

/** Whether an event was absent often enough and long enough to count as withdrawn. */
export function isLongAbsent({ captures, since, last }: Absence, rule: AbsenceRule): boolean {
  return captures >= rule.captures && last - since >= rule.ms;
}

export function evidenceOf({ captures, since }: Absence): string {
  return `absent from ${captures} captures since ${new Date(since).toISOString()}`;
}
