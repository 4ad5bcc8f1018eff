import { type CountryLocator, createCountryLocator } from "../../../build/catalogue/locate/locate-country.ts";
import type { CountryPart } from "../../../build/geo/point-in-part.ts";
import type { NamedEvent } from "./named-events.ts";

/** km from a point (degrees) to the territory of one country; Infinity if the map shows none. */
export type DistanceTo = (iso2: string, latitude: number, longitude: number) => number;

/** Farther than any two places. */
const ANYWHERE_KM = 30_000;

/** Makes it; each country's index is made when it is first asked for. */
export function createDistanceTo(parts: readonly CountryPart[]): DistanceTo {
  const locators = new Map<string, CountryLocator>();
  return (iso2, latitude, longitude) => {
    const own =
      locators.get(iso2) ??
      createCountryLocator(
        parts.filter((part) => part.iso2 === iso2),
        ANYWHERE_KM,
      );
    locators.set(iso2, own);
    return own(latitude, longitude)?.distanceKm ?? Number.POSITIVE_INFINITY;
  };
}

/** km to the nearest territory of the countries that the agency names first. */
export function kmToNamed({ named, latitude, longitude }: NamedEvent, distanceTo: DistanceTo): number {
  return Math.min(...named.map((iso2) => distanceTo(iso2, latitude, longitude)));
}
