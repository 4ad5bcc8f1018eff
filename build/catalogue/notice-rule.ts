import { fold, words } from "../contract/wire/fold.ts";
import { distanceKm } from "../geo/sphere.ts";

/** Which earthquakes an operator wants to be told of. A condition that is not given holds for every earthquake. */
export interface NoticeRule {
  min_magnitude?: number | undefined;
  /** Two letters of ISO 3166-1. Earthquakes off the coast of the country count. */
  country?: string | undefined;
  /** Words that the place must contain. Case and diacritics do not matter. */
  place?: string | undefined;
  circle?: { latitude: number; longitude: number; radius_km: number } | undefined;
}

/** What a rule reads of an earthquake. Positions are in degrees. */
export interface Noticed {
  magnitude: number | null;
  latitude: number | null;
  longitude: number | null;
  place: string;
  /** Two letters of ISO 3166-1; null on the high seas. */
  iso2: string | null;
}

/** Whether all conditions of the rule hold. A condition on a value that is not known does not hold. */
export function matchesRule({ min_magnitude, country, place, circle }: NoticeRule, event: Noticed): boolean {
  const { magnitude, latitude, longitude } = event;
  if (min_magnitude !== undefined && (magnitude === null || magnitude < min_magnitude)) return false;
  if (country !== undefined && event.iso2 !== country) return false;
  if (circle) {
    if (latitude === null || longitude === null) return false;
    if (distanceKm(circle.latitude, circle.longitude, latitude, longitude) > circle.radius_km) return false;
  }
  if (place === undefined) return true;
  const said = words(fold(event.place));
  return words(fold(place)).every((word) => said.includes(word));
}
