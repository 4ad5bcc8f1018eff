import { fold } from "../../../build/contract/wire/fold.ts";

/** The ISO 3166-1 codes that a name may mean; null where it names no country. */
export type NamedCountry = (text: string) => readonly string[] | null;

/** States and the District of Columbia, by name and USPS code; USGS ends a place with them instead of the country. */
const US_STATES =
  "Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,Florida FL,Georgia GA," +
  "Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,Maryland MD," +
  "Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH," +
  "New Jersey NJ,New Mexico NM,New York NY,North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA," +
  "Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA," +
  "West Virginia WV,Wisconsin WI,Wyoming WY,District of Columbia DC";

/** What the agencies write otherwise than the countries' own names. */
const AGENCY_NAMES: Record<string, readonly string[]> = {
  "AZORES (PORTUGAL)": ["PT"],
  "CANARY ISLANDS": ["ES"],
  "KERMADEC ISLANDS (NEW ZEALAND)": ["NZ"],
  "MICRONESIA, FED. STATES OF": ["FM"],
  "MYANMAR (BURMA)": ["MM"],
  UK: ["GB"],
  "UK TERRITORY": ["AI", "BM", "FK", "GI", "GS", "IO", "KY", "MS", "PN", "SH", "TC", "VG"],
  "USA TERRITORY": ["AS", "GU", "MP", "PR", "UM", "VI"],
  "WALLIS AND FUTUNA (FRENCH TERRITORY)": ["WF"],
  "Alaska Peninsula": ["US"],
  "Azores Islands": ["PT"],
  Barbuda: ["AG"],
  "Central America": [],
  "Easter Island": ["CL"],
  // A country and a state: the place alone does not say which.
  Georgia: ["GE", "US"],
  "Kermadec Islands": ["NZ"],
  "Kuril Islands": ["RU"],
  "Mariana Islands": ["GU", "MP"],
  "South Georgia Island": ["GS"],
  "South Sandwich Islands": ["GS"],
  "Timor Leste": ["TL"],
  "U.S. Virgin Islands": ["VI"],
  "Virgin Islands": ["VI", "VG"],
};

/** Words before a name that tell the way to its coast. */
const COAST = /^(?:near|off) the (?:(?:north|south|east|west) )?coast of |^offshore /i;

/** A word before a name that tells a part of the country. */
const PART = /^(?:north|south|east|west|central|northeast|northwest|southeast|southwest)(?:ern)? /i;

function withoutCoast(name: string): string {
  return name.replace(COAST, "");
}

/**
 * Reads the country out of an agency's words: a NOAA country, or the end of a USGS place ("…, Nevada", "Fiji region",
 * "off the coast of northern Peru"). Seas, ridges and "south of Tonga" name no country.
 */
export function createNamedCountry(countries: readonly { iso2: string; names: readonly string[] }[]): NamedCountry {
  const codes = new Map<string, readonly string[]>();
  // Every country's first name before any other: some language calls South Sudan "Sudan".
  const names = [...countries.map((country) => ({ ...country, names: country.names.slice(0, 1) })), ...countries];
  for (const { iso2, names: own } of names) {
    // Codes of two letters are left out: "CA" is California.
    for (const name of own.filter((text) => text.length > 2)) if (!codes.has(fold(name))) codes.set(fold(name), [iso2]);
  }
  for (const state of US_STATES.split(",")) {
    codes.set(fold(state.slice(0, -3)), ["US"]);
    codes.set(fold(state.slice(-2)), ["US"]);
  }
  codes.set("mx", ["MX"]);
  for (const [name, meant] of Object.entries(AGENCY_NAMES)) codes.set(fold(name), meant);
  const exactly = (name: string) =>
    codes.get(fold(name)) ?? codes.get(fold(withoutCoast(name))) ?? codes.get(fold(withoutCoast(name).replace(PART, "")));
  return (text) => {
    const end = (text.split(",").at(-1) ?? "").trim();
    const border = /^(.+)-(.+) border region$/.exec(end);
    const sides = border?.slice(1).map((side) => exactly(side));
    if (sides?.every((side) => side !== undefined)) return sides.flat();
    const found = exactly(text.trim()) ?? exactly(end.replace(/ region$/, "")) ?? [];
    return found.length === 0 ? null : found;
  };
}
