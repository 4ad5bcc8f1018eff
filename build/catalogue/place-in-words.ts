import { positionInWords } from "../platform/text.ts";
import type { EventCountry } from "./catalogue.ts";

/** Countries whose English names need the article "the", by ISO 3166-1 alpha-2. */
const WITH_ARTICLE = new Set("AE AX BQ BS CC CD CF CG CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VG VI".split(" "));

interface Position {
  /** Degrees; null if unknown. */
  latitude: number | null;
  longitude: number | null;
}

/**
 * Describes the place of an event if no source does. It is the country, or the distance from its coast. Far from any country, or if
 * the country has no name here, it is the position. Without a position it is "unknown place".
 */
export function placeInWords(
  { latitude, longitude }: Position,
  country: EventCountry | null,
  nameOf: (iso2: string) => string | undefined,
): string {
  const name = country && nameOf(country.iso2);
  if (name && country.relation === "inside") return name;
  if (name && country.distanceKm !== null) {
    const article = WITH_ARTICLE.has(country.iso2) ? "the " : "";
    return `${kmInWords(country.distanceKm)} off the coast of ${article}${name}`;
  }
  if (latitude === null || longitude === null) return "unknown place";
  return positionInWords(latitude, longitude);
}

function kmInWords(km: number): string {
  return km < 1 ? "less than 1 km" : `${Math.round(km)} km`;
}
