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

/** What the stronger earthquakes of a true answer never have in common. This needs no store, so that it also judges a first answer. */

/** Weaker ones are listed by local networks, which may lie in a quiet region or on a volcano. */
const STRONG = 4.5;

export function isStrong({ magnitude }: ReportedEvent): boolean {
  return (magnitude ?? 0) >= STRONG;
}

/** At least 5 km above sea level: one row of all real captures is so high. */
export function isAboveGround({ depthKm }: ReportedEvent): boolean {
  return depthKm !== null && depthKm <= -5;
}

export function isShallow({ depthKm }: ReportedEvent): boolean {
  return depthKm !== null && depthKm < 1;
}

/**
 * Regions almost without earthquakes, as degrees: south, north, west, east. At most 0.6 % of the events of magnitude 4.5 of 68 real
 * captures lie there, and 2 % or more if signs are lost, or latitude and longitude exchanged. Regions with a national network are not
 * among them.
 */
const QUIET = [
  [25, 48, -175, -132],
  [25, 48, 155, 180],
  [-20, 15, -165, -115],
  [-45, -15, -130, -118],
  [22, 50, -72, -48],
  [-45, 5, -60, -40],
  [-30, 30, -8, 12],
  [50, 68, -108, -72],
  [48, 62, 18, 55],
  [55, 75, 35, 100],
  [-35, -12, 90, 110],
] as const;

/** Degrees. The aftershocks of an earthquake are within a few of them. */
const CELL = 5;

/**
 * The earthquakes in quiet regions, one for each cell of 5 degrees: a strong earthquake is possible even there, with all its aftershocks,
 * whereas a false answer has such places all over the world.
 */
export function misplaced(rows: readonly ReportedEvent[]): ReportedEvent[] {
  const cellOf = ({ latitude, longitude }: ReportedEvent) => `${Math.floor((latitude ?? 0) / CELL)} ${Math.floor((longitude ?? 0) / CELL)}`;
  return [...new Map(rows.filter(isMisplaced).map((row) => [cellOf(row), row])).values()];
}

export function isMisplaced({ latitude, longitude }: Pick<ReportedEvent, "latitude" | "longitude">): boolean {
  if (latitude === null || longitude === null) return false;
  return QUIET.some(([south, north, west, east]) => latitude > south && latitude < north && longitude > west && longitude < east);
}
