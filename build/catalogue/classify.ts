import { EARTHQUAKE_TYPES, RECENT_HOURS } from "../contract/texts/vocabulary.ts";
import { HOUR_MS } from "../platform/time.ts";
import type { ReportedEvent } from "../store/records.ts";

/** Smallest magnitudes of a significant and of a major earthquake. */
export const SIGNIFICANT_MAGNITUDE = 6.0;
export const MAJOR_MAGNITUDE = 7.0;

/** An event with this USGS `sig` or a larger one is in the USGS's list of significant events. */
export const SIGNIFICANT_SIG = 600;

export function isEarthquake(type: string): boolean {
  return EARTHQUAKE_TYPES.some((one) => one === type);
}

/** Within the last 720 hours: `asOf - 720 h < time <= asOf` (all ms since 1970 UTC). */
export function isInWindow(time: number, asOf: number, hours: number = RECENT_HOURS): boolean {
  return time > asOf - hours * HOUR_MS && time <= asOf;
}

/**
 * Returns the reason why an earthquake within the window cannot be published as a recent one, or null. Lists guarantee that these
 * numbers are present.
 */
export function missingNumber(event: Pick<ReportedEvent, "magnitude" | "depthKm" | "latitude" | "longitude">): string | null {
  if (event.magnitude === null) return "magnitude-unknown";
  if (event.latitude === null || event.longitude === null) return "position-unknown";
  if (event.depthKm === null) return "depth-unknown";
  return null;
}

export function isMajor(magnitude: number | null): boolean {
  return magnitude !== null && magnitude >= MAJOR_MAGNITUDE;
}

/** @param historical whether the event is in the catalogue of significant earthquakes */
export function isSignificant(magnitude: number | null, significance: number | null, historical: boolean): boolean {
  if (historical) return true;
  return (magnitude ?? Number.NEGATIVE_INFINITY) >= SIGNIFICANT_MAGNITUDE || (significance ?? 0) >= SIGNIFICANT_SIG;
}
