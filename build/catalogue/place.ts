import type { EventCountry } from "./catalogue.ts";

/** Countries whose English name takes "the", by ISO 3166-1 alpha-2. */
const WITH_ARTICLE = new Set(
  "AE AX BQ BS CC CD CF CG CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VG VI".split(" "),
);

interface Position {
  /** Degrees; null if unknown. */
  latitude: number | null;
  longitude: number | null;
}

/**
 * Describes the place of an event if no source does: the country, or the distance off its coast; far from any country,
 * or if the country has no name here, the position; "unknown place" without a position.
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
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? "S" : "N"}`;
  return `${north}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? "W" : "E"}`;
}

function kmInWords(km: number): string {
  return km < 1 ? "less than 1 km" : `${Math.round(km)} km`;
}
