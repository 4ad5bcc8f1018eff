import { poissonInterval } from "../../seismology/poisson-interval.ts";
import { type CompleteSpan, wholeYears } from "../tally/tally.ts";
import { type NearTally, STRONG_MAGNITUDE } from "./zone-counts.ts";

/** km² that a rate is stated for; a smaller country counts as so large: epicentres are not known better than to some 10 km. */
export const AREA_UNIT_KM2 = 10_000;

/** How often strong earthquakes happen in and near a country. */
export interface StrongRate {
  /** So many of `STRONG_MAGNITUDE` and more. */
  events: number;
  /** First and last of the UTC years that they were counted in. */
  firstYear: number;
  lastYear: number;
  /** Of the territory and the sea that counts with it, km². */
  areaKm2: number;
  /** Events a year on `AREA_UNIT_KM2`, and the ends of the interval that holds the mean. */
  perYear: number;
  low: number;
  high: number;
}

/**
 * The rate in the whole years of a complete span; null where there is none, or where it lacks smaller ones of the strong.
 *
 * @param areaKm2 that the events are counted on
 */
export function strongRate(
  near: NearTally | undefined,
  complete: CompleteSpan | null,
  areaKm2: number,
): StrongRate | null {
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
