import { groupBy } from "../platform/lists.ts";
import { DAY_MS } from "../platform/time.ts";
import { eventsKey } from "../store/event-days.ts";

/** Consecutive rows from which a part of a file is made. */
export interface Span<Row> {
  /** Identifies the rows. */
  key: string;
  rows: readonly Row[];
}

/**
 * Groups earthquakes by UTC day. All days up to the end of the year before last share one part, because they have few earthquakes
 * each.
 *
 * @param asOf of the catalogue, ms since 1970 UTC; embedded events may be later, and belong to its day
 */
export function byDay<Row extends { time: number }>(events: readonly Row[], asOf: number): Span<Row>[] {
  return grouped(events, asOf, DAY_MS);
}

/** Groups earthquakes by week, as `byDay` does by day. */
export function byWeek<Row extends { time: number }>(events: readonly Row[], asOf: number): Span<Row>[] {
  return grouped(events, asOf, 7 * DAY_MS);
}

function grouped<Row extends { time: number }>(events: readonly Row[], asOf: number, length: number): Span<Row>[] {
  const since = Date.UTC(new Date(asOf).getUTCFullYear() - 1, 0, 1);
  const spans = groupBy(events, ({ time }) => (time < since ? "earlier" : Math.floor(Math.min(time, asOf) / length)));
  return [...spans.values()].map((rows) => spanOf(rows));
}

/** All rows as one part. */
export function spanOf<Row extends object>(rows: readonly Row[]): Span<Row> {
  return { key: eventsKey(rows), rows };
}
