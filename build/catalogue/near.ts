import type { EventCountry } from "./catalogue.ts";

/** Offshore events this close to the coast count for a country's seismic zone. */
const ZONE_OFFSHORE_KM = 100;

/** An event at sea whose distance is not known lies beyond the locator's reach: a source names the country, not the coast. */
export function isNear({ relation, distanceKm }: EventCountry): boolean {
  return relation === "inside" || (distanceKm !== null && distanceKm <= ZONE_OFFSHORE_KM);
}
