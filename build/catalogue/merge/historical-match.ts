import { distanceKm } from "../../geo/sphere.ts";
import { magnitudeDifference } from "../../seismology/magnitude.ts";

/**
 * A record of the historical catalogue and a report can describe one earthquake if their differences are within all of these bounds.
 * They are wider than those between agencies (`ASSOCIATION_BOUNDS`), because NOAA's entries are less precise:
 *
 * - 120 s: many entries are precise only to the minute, and in NOAA's tables of 2020 and 2021 the seconds are wrong by up to 89.
 * - 200 km: among 195 pairs judged to be one earthquake (`test/fixtures/association`) the largest distance is 120 km.
 * - 1.5 magnitudes: the types may differ (Ms and Mw). The largest difference among those pairs is 1.3.
 * - The sum of the three shares may be at most half of its maximum: those pairs reach 1.24 of 3.
 */
export const HISTORICAL_BOUNDS = { seconds: 120, km: 200, magnitudes: 1.5, sum: 1.5 };

/** Degrees; null if unknown. */
interface Sized {
  latitude: number | null;
  longitude: number | null;
  magnitude: number | null;
}

/**
 * The sum of the differences of a historical record and a report, each as a share of its bound; null if they cannot be one earthquake.
 * An unknown magnitude or time counts as half of its bound.
 *
 * @param seconds the difference of their times, which the caller has compared with the bound; null if the record has no time of day
 */
export function historicalScore(record: Sized, report: Sized, seconds: number | null): number | null {
  if (record.latitude === null || record.longitude === null) return null;
  if (report.latitude === null || report.longitude === null) return null;
  const bounds = HISTORICAL_BOUNDS;
  const km = distanceKm(record.latitude, record.longitude, report.latitude, report.longitude);
  const magnitudes = magnitudeDifference(record.magnitude, report.magnitude) ?? bounds.magnitudes / 2;
  if (km > bounds.km || magnitudes > bounds.magnitudes) return null;
  const sum = (seconds ?? bounds.seconds / 2) / bounds.seconds + km / bounds.km + magnitudes / bounds.magnitudes;
  return sum > bounds.sum ? null : sum;
}
