import { poissonInterval } from "../../seismology/poisson-interval.ts";
import { type ArchivedSpan, increase, larger, wholeYears } from "../tally/tally.ts";

/** Offshore events within this distance from the coast count for a country's seismic zone, km. */
export const ZONE_OFFSHORE_KM = 100;

/**
 * Earthquakes below this depth are called deep (Gutenberg & Richter, 1954, Seismicity of the Earth): they are felt far away but
 * rarely destructive. km.
 */
export const DEEP_KM = 300;

/** Minimum magnitude for the rate of a zone: from this magnitude upwards the USGS catalogue is complete worldwide. */
export const STRONG_MAGNITUDE = 5;

/** The relation of an event to its country, and the distance to the nearest coast, km; 0 inside. */
interface Whereabouts {
  relation: "inside" | "offshore";
  distanceKm: number | null;
}

/** An event at sea without a distance is too far away for the locator: a source states the country, but the coast is not near. */
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

/** Counts an earthquake. Deep ones are skipped; those of unknown depth are counted. */
export function countNear(tally: NearTally, event: Sized): void {
  if (!isShallowEnough(event)) return;
  tally.largest = larger(tally.largest, event.magnitude);
  addStrong(tally, event, 1);
}

/** Reverts `countNear`, except for the largest magnitude. */
export function uncountNear(tally: NearTally, event: Sized): void {
  if (isShallowEnough(event)) addStrong(tally, event, -1);
}

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

/** Area unit of rates, km². A smaller country counts as if it had this area, because epicentres are accurate to about 10 km. */
export const AREA_UNIT_KM2 = 10_000;

/** The frequency of strong earthquakes in and near a country. */
export interface StrongRate {
  /** Number of events of magnitude `STRONG_MAGNITUDE` or more. */
  events: number;
  /** First and last UTC year of the count. */
  firstYear: number;
  lastYear: number;
  /** Area of the territory and of the sea that counts with it, km². */
  areaKm2: number;
  /** Events a year per `AREA_UNIT_KM2`, and the confidence interval of the mean. */
  perYear: number;
  low: number;
  high: number;
}

/**
 * The rate in the whole years of a complete span; null without such a span, or if it lacks strong earthquakes.
 *
 * @param areaKm2 area of the count
 */
export function strongRate(near: NearTally | undefined, complete: ArchivedSpan | null, areaKm2: number): StrongRate | null {
  const span = complete && complete.magnitude <= STRONG_MAGNITUDE ? wholeYears(complete) : null;
  if (!span) return null;
  let events = 0;
  for (const [year, count] of Object.entries(near?.strong ?? {})) {
    if (Number(year) >= span.first && Number(year) < span.next) events += count;
  }
  const each = 1 / ((span.next - span.first) * Math.max(1, areaKm2 / AREA_UNIT_KM2));
  const { low, high } = poissonInterval(events);
  return {
    events,
    firstYear: span.first,
    lastYear: span.next - 1,
    areaKm2,
    perYear: events * each,
    low: low * each,
    high: high * each,
  };
}
