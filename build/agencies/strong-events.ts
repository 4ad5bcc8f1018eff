import type { ReportedEvent } from "../store/records.ts";

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
