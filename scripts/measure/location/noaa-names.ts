import { createNamedCountry } from "./named-country.ts";

/**
 * What NOAA's COUNTRY column files under a name: its list has no name for Palestine, Kosovo, South Sudan, Macau and Hong
 * Kong, and one for both Congos. A test keeps that none of these is a name of the column.
 */
export const FILED_UNDER: Readonly<Record<string, readonly string[]>> = {
  CHINA: ["CN", "HK", "MO"],
  CONGO: ["CG", "CD"],
  // A country; the state is filed under USA.
  GEORGIA: ["GE"],
  ISRAEL: ["IL", "PS"],
  SERBIA: ["RS", "XK"],
  SUDAN: ["SD", "SS"],
};

/** The countries that a row of NOAA's table names: ISO 3166-1 codes. */
export interface NoaaNames {
  /** By its COUNTRY; null for a sea or an ocean. */
  country: (country: string) => readonly string[] | null;
  /** By the words of its LOCATION_NAME: "AUSTRIA: VILLACH; ITALY: VENETO" names two. */
  location: (location: string) => readonly string[];
}

/** Before a country's name: "N GUATEMALA", "NW AFGHANISTAN". */
const DIRECTION = /^(?:[NSEW]{1,2}|NORTHERN|SOUTHERN|EASTERN|WESTERN|CENTRAL) +/;

/** Makes a reader of NOAA's names. */
export function createNoaaNames(countries: readonly { iso2: string; names: readonly string[] }[]): NoaaNames {
  const named = createNamedCountry(countries);
  const country = (text: string) => FILED_UNDER[text] ?? named(text);
  const piece = (text: string): readonly string[] => {
    const bare = text.trim().replace(DIRECTION, "");
    // Three letters are a country's code, and a province's abbreviation as well.
    if (bare.length < 4 && bare !== "USA" && bare !== "UK") return [];
    const whole = country(bare);
    if (whole || !bare.includes("-")) return whole ?? [];
    return bare.split("-").flatMap(piece);
  };
  return { country, location: (text) => [...new Set(text.split(/[;:,]/).flatMap(piece))] };
}
