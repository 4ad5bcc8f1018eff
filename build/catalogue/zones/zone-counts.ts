import { increase, larger } from "../tally/tally.ts";

/** Offshore events this close to the coast count for a country's seismic zone. */
export const ZONE_OFFSHORE_KM = 100;

/** Deeper earthquakes are called deep (Gutenberg & Richter, 1954, Seismicity of the Earth): felt far away, rarely destructive. */
export const DEEP_KM = 300;

/** Minimum magnitude for the rate of a zone: from here on the USGS catalogue is complete worldwide. */
export const STRONG_MAGNITUDE = 5;

/** The relation of an event to its country, with km to the nearest coast, 0 inside. */
interface Whereabouts {
  relation: "inside" | "offshore";
  distanceKm: number | null;
}

/** Without a distance, an event at sea is beyond the locator's reach: a source names the country, not the coast. */
export function isNear({ relation, distanceKm }: Whereabouts): boolean {
  return relation === "inside" || (distanceKm !== null && distanceKm <= ZONE_OFFSHORE_KM);
}

/** Counts for the zone of a country: earthquakes in it or near its coast that are not deep. */
export interface NearTally {
  /** Largest known magnitude. */
  largest: number | null;
  /** Earthquakes of magnitude `STRONG_MAGNITUDE` or more, by UTC year. */
  strong: Record<number, number>;
}

/** The fields of an earthquake that matter for zones. */
interface Sized {
  /** ms since 1970 UTC. */
  time: number;
  magnitude: number | null;
  depthKm: number | null;
}

export function emptyNear(): NearTally {
  return { largest: null, strong: {} };
}

/** Counts an earthquake. Deep ones are skipped, those of unknown depth are not. */
export function countNear(tally: NearTally, event: Sized): void {
  if (!isShallowEnough(event)) return;
  tally.largest = larger(tally.largest, event.magnitude);
  addStrong(tally, event, 1);
}

/** Reverts `countNear`, except for the largest magnitude. */
export function uncountNear(tally: NearTally, event: Sized): void {
  if (isShallowEnough(event)) addStrong(tally, event, -1);
}

/** Adds another tally. */
export function addNear(tally: NearTally, { largest, strong }: NearTally): void {
  tally.largest = larger(tally.largest, largest);
  for (const [year, count] of Object.entries(strong)) increase(tally.strong, Number(year), count);
}

function isShallowEnough({ depthKm }: Sized): boolean {
  return depthKm === null || depthKm <= DEEP_KM;
}

function addStrong({ strong }: NearTally, { time, magnitude }: Sized, count: number): void {
  if (magnitude === null || magnitude < STRONG_MAGNITUDE) return;
  increase(strong, new Date(time).getUTCFullYear(), count);
}
