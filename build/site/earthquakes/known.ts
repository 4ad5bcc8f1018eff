import { distanceKm } from "../../geo/sphere.ts";
import { type ListedEarthquake, precisionOf } from "./table.ts";

/** Two reports this near to each other are of one earthquake. */
const SAME = { ms: 120_000, km: 200, magnitude: 1.5 } as const;

/** The earthquakes of the archive that the historical catalogue does not have. @param history oldest first */
export function withoutKnown(archived: readonly ListedEarthquake[], history: readonly ListedEarthquake[]): ListedEarthquake[] {
  const exact = history.filter(({ when }) => /second|minute/.test(precisionOf(when)));
  return archived.filter((one) => {
    let low = 0;
    for (let high = exact.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((exact[middle] as ListedEarthquake).time < one.time - SAME.ms) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < exact.length && (exact[at] as ListedEarthquake).time <= one.time + SAME.ms; at++) {
      if (isSame(one, exact[at] as ListedEarthquake)) return false;
    }
    return true;
  });
}

function isSame(one: ListedEarthquake, other: ListedEarthquake): boolean {
  if (one.id === other.id) return true;
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return false;
  const isAsLarge = one.magnitude === null || other.magnitude === null || Math.abs(one.magnitude - other.magnitude) <= SAME.magnitude;
  return isAsLarge && distanceKm(one.latitude, one.longitude, other.latitude, other.longitude) <= SAME.km;
}
