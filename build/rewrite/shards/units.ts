/**
 * Tables and packs of many events are files of units of time, so that a minute changes only the small file of the newest days. A unit
 * has whole UTC days. Readers join the files of a table: the joined table is the table that all rows would have in one file.
 */

/** The unit of events before the window of recent ones. */
export const OLDER = Number.NEGATIVE_INFINITY;

/**
 * The unit of a UTC day, as the first day of it: the newest day and the one before are a unit, and otherwise its week, from Monday.
 *
 * @param day days since 1970
 * @param newest the day of the snapshot
 */
export function unitOf(day: number, newest: number): number {
  // 1 January 1970 was a Thursday.
  return day >= newest - 1 ? newest - 1 : Math.floor((day + 3) / 7) * 7 - 3;
}
