import { distanceKm } from "../geo/sphere.ts";
import { groupBy } from "../platform/lists.ts";
import { MINUTE_MS, SECOND_MS } from "../platform/time.ts";
import type { ReportedEvent } from "../store/records.ts";

/** What different earthquakes do not have in common, and rows of a faulty answer have: ids, places, times, origins. */

/** The ids of rows that have an id of another row, or that give the same event another time. */
export function sharedIds(rows: readonly ReportedEvent[]): string[] {
  const owner = new Map<string, ReportedEvent>();
  const sharing = new Set<ReportedEvent>();
  for (const row of rows) {
    for (const one of row.ids) {
      const other = owner.get(one);
      const isOther = other && (other.id !== row.id || Math.abs(other.time - row.time) > MINUTE_MS);
      if (isOther) for (const each of [row, other]) sharing.add(each);
      owner.set(one, row);
    }
  }
  return [...sharing].map(({ id }) => id);
}

/** Two origins of one agency as close as these are one: another form of an answer rounds times and positions. */
const TWIN = { ms: SECOND_MS, km: 5 };

/** Returns a test for the origin of a stored event, or one very close to it. */
export function twinsAmong(held: readonly ReportedEvent[]): (row: ReportedEvent) => boolean {
  const secondOf = (time: number) => Math.floor(time / TWIN.ms);
  const inSecond = groupBy(held, ({ time }) => secondOf(time));
  return (row) => {
    const second = secondOf(row.time);
    const near = [second - 1, second, second + 1].flatMap((one) => inSecond.get(one) ?? []);
    return near.some((event) => Math.abs(event.time - row.time) <= TWIN.ms && !isApart(event, row, TWIN.km));
  };
}

type Position = Pick<ReportedEvent, "latitude" | "longitude">;

/** Whether two positions are known and farther apart. */
export function isApart(a: Position, b: Position, km: number): boolean {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return false;
  if (a.latitude === b.latitude && a.longitude === b.longitude) return false;
  return distanceKm(a.latitude, a.longitude, b.latitude, b.longitude) > km;
}

/** The ids of the rows of the place, or time, that most of them have in common; none if all rows differ. */
export function alike(rows: readonly ReportedEvent[], keyOf: (row: ReportedEvent) => string | number | null): string[] {
  const groups = groupBy(rows, keyOf);
  groups.delete(null);
  const largest = [...groups.values()].reduce<ReportedEvent[]>((most, group) => (group.length > most.length ? group : most), []);
  return largest.length < 2 ? [] : largest.map(({ id }) => id);
}
