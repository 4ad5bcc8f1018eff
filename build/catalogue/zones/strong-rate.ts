import { poissonInterval } from "../../seismology/poisson-interval.ts";
import { type CompleteSpan, wholeYears } from "../tally/tally.ts";
import { type NearTally, STRONG_MAGNITUDE } from "./zone-counts.ts";

/** Area unit of rates, km². A smaller country counts as this large, since epicentres are accurate to about 10 km. */
export const AREA_UNIT_KM2 = 10_000;

/** How often strong earthquakes happen in and near a country. */
export interface StrongRate {
  /** Number of events of magnitude `STRONG_MAGNITUDE` or more. */
  events: number;
  /** First and last UTC year of the count. */
  firstYear: number;
  lastYear: number;
  /** Area of the territory and the sea that counts with it, km². */
  areaKm2: number;
  /** Events a year on `AREA_UNIT_KM2`, and the confidence interval of the mean. */
  perYear: number;
  low: number;
  high: number;
}

/**
 * The rate in the whole years of a complete span; null without such a span, or if it lacks strong earthquakes.
 *
 * @param areaKm2 area of the count
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
