import table from "../../../data/noaa-names.json" with { type: "json" };

/** The codes for `USA TERRITORY`, equal to the postal code in the column of states. */
const US_TERRITORIES = new Set(["AS", "GU", "MP", "PR", "VI"]);

/**
 * The names of countries in NOAA's tables with their codes, or null: for the name of a sea, of parts of several countries, or of a
 * region that is not certainly in one country, the position decides. `GEORGIA` alone means the country; the state occurs only together
 * with other states.
 */
const CODES: ReadonlyMap<string, string | null> = new Map([
  ...Object.entries(table.countries).flatMap(([code, own]) => own.map((name) => [name, code] as const)),
  ...table.states.map((name) => [name, "US"] as const),
  ...table.no_country.map((name) => [name, null] as const),
]);

/** Compass directions before a name: `SW. SUMATRA`, `N NEW ZEALAND`. */
const DIRECTION = /^(?:OFF )?(?:[NS]?[EW]|[NS])\.? +/;

/**
 * The country of a row as NOAA names it: its country if the form has one, otherwise the part of the place before the colon.
 *
 * @returns an ISO 3166-1 alpha-2 code; null if the names are known and mean no country, or several; undefined if one is unknown
 */
export function noaaCountry(names: { country: string | null; area: string | null; place: string }): string | null | undefined {
  const { country, area, place } = names;
  if (country === null) return place === "" ? null : countryOfPlace(place);
  if (country === "USA TERRITORY" && area !== null && US_TERRITORIES.has(area)) return area;
  return CODES.get(country.toUpperCase());
}

/**
 * `GREECE: SAMOS; TURKEY: IZMIR` counts as Greece, as in NOAA's own column: of the 5,292 rows of the classic table whose place
 * begins with one country and a colon, 14 are under another.
 */
function countryOfPlace(place: string): string | null | undefined {
  const region = (place.split(":")[0] ?? "").trim().toUpperCase();
  const whole = codeOf(region);
  if (whole !== undefined) return whole;
  const parts = region.split(/[;&-]/).map((part) => partCode(part.trim().replace(/ BORDER(?: REGION)?$/, "")));
  if (parts.includes(undefined)) return undefined;
  const codes = new Set(parts);
  return codes.size === 1 ? [...codes][0] : null;
}

/** In `IWATE, JAPAN` only the last part is a known country; in `GREECE, TURKEY` both parts are. */
function partCode(part: string): string | null | undefined {
  const whole = codeOf(part);
  if (whole !== undefined || !part.includes(",")) return whole;
  const codes = part.split(",").map((name) => codeOf(name.trim()));
  const known = new Set(codes.filter((code) => code !== undefined));
  if (codes.at(-1) === undefined) return undefined;
  return known.size === 1 ? codes.at(-1) : null;
}

function codeOf(name: string): string | null | undefined {
  const known = CODES.get(name) ?? (CODES.has(name) ? null : undefined);
  if (known !== undefined || !DIRECTION.test(name)) return known;
  return codeOf(name.replace(DIRECTION, ""));
}
