import type { EventCountry } from "./catalogue.ts";

/** Countries whose English name takes the article, by ISO 3166-1 alpha-2. */
const WITH_ARTICLE = new Set(
  "AE AX BQ BS CC CD CF CG CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VG VI".split(" "),
);

interface Position {
  /** Degrees; null where it is not known. */
  latitude: number | null;
  longitude: number | null;
}

/**
 * Where an event is, in words for an event of which no source says it: the country, or how far off its coast in km; far from
 * any, or where the country has no name here, the position; "unknown place" where nothing is known.
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
