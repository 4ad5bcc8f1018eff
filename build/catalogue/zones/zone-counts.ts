import { poissonInterval } from "../../seismology/poisson-interval.ts";
import { type CompleteSpan, increase, larger, wholeYears } from "../tally/tally.ts";

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
export function strongRate(near: NearTally | undefined, complete: CompleteSpan | null, areaKm2: number): StrongRate | null {
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

/** The distance of a country from a belt in which the ground deforms, and the shaking that it may cause there. */
export interface Deformation {
  /** The level of the belt at the country's distance, by `shakingLevel`. */
  level: ShakingLevel;
  /** The belt that determines the level, and the distance from the territory to its line, km; null if there is none. */
  belt: { name: string; distanceKm: number } | null;
}

/**
 * Classes of ground acceleration: 0 below 0.3 m/s², 1 from 0.3, 2 from 0.8, 3 from 2.4, 4 from 4.0 (all except the first are the
 * bounds of GSHAP).
 */
export type ShakingLevel = 0 | 1 | 2 | 3 | 4;

/**
 * Up to the first distance from the line of a belt, its level applies. Beyond each distance it is one level lower, and beyond the
 * last it is 0. km.
 */
export const BELT_REACH_KM = [50, 120, 300] as const;

/** The level that a belt has at a distance from its line. */
export function shakingLevel(level: ShakingLevel, distanceKm: number): ShakingLevel {
  const beyond = BELT_REACH_KM.filter((km) => distanceKm > km).length;
  return beyond === BELT_REACH_KM.length ? 0 : (Math.max(0, level - beyond) as ShakingLevel);
}
