import { WESTERN_SAHARA_NORTH } from "../../../build/catalogue/locate/locate-country.ts";

/**
 * What the two packages do not say, or say otherwise than ISO 3166-1 and UN M49 do. The rule: an area belongs to the
 * entry of ISO 3166-1 that covers it, whoever controls it, as far as the map lets the area be told apart; Kosovo has its
 * user-assigned code XK. Every other line is where Natural Earth draws it.
 */

/** Natural Earth's units without an ISO number; null: claimed by several states and inhabited by none, so left to the sea. */
export const UNITS_WITHOUT_NUMBER: Record<string, string | null> = {
  Akrotiri: "CY", // British base area without a code of its own
  "Bajo Nuevo Bank": "CO",
  Baikonur: "KZ",
  "Clipperton I.": "FR",
  "Coral Sea Is.": "AU",
  "Cyprus U.N. Buffer Zone": "CY",
  Dhekelia: "CY", // British base area without a code of its own
  "Indian Ocean Ter.": "AU", // Christmas and Cocos Islands, told apart below
  Kosovo: "XK",
  "N. Cyprus": "CY",
  "Scarborough Reef": null,
  "Serranilla Bank": "CO",
  "Siachen Glacier": "IN", // controls the glacier; ISO 3166-1 does not divide Kashmir
  Somaliland: "SO",
  "Spratly Is.": null,
  "USNB Guantanamo Bay": "CU",
};

/** Parts inside `box` (west, south, east, north, degrees) that the map folds into `from` and ISO 3166-1 lists as `to`. */
export const PARTS_WITH_A_CODE: readonly {
  from: string;
  to: string;
  box: readonly [west: number, south: number, east: number, north: number];
}[] = [
  { from: "FR", to: "GF", box: [-55, 2, -51, 6] },
  { from: "FR", to: "GP", box: [-62, 15.8, -60.9, 16.6] },
  { from: "FR", to: "MQ", box: [-61.3, 14.3, -60.7, 15] },
  { from: "FR", to: "RE", box: [55, -21.5, 56, -20.8] },
  { from: "FR", to: "YT", box: [45, -13.1, 45.4, -12.6] },
  { from: "NO", to: "SJ", box: [9, 74, 35, 82] },
  { from: "NO", to: "SJ", box: [-9.5, 70.5, -7.5, 71.5] },
  { from: "NO", to: "BV", box: [3, -54.6, 4, -54.3] },
  { from: "NL", to: "BQ", box: [-69, 11.9, -62.9, 17.7] },
  { from: "NZ", to: "TK", box: [-173, -10, -171, -8] },
  { from: "AU", to: "CC", box: [96.5, -12.5, 97, -11.5] },
  { from: "AU", to: "CX", box: [105, -11, 106, -10] },
  { from: "RU", to: "UA", box: [32.4, 44.3, 36.7, 46.3] }, // Crimea: ISO 3166-2 lists UA-43 and UA-40
];

/** The border of Morocco and Western Sahara (EH), 27° 40' N, south of which the map draws the sand wall instead. */
export const WESTERN_SAHARA = { from: "MA", to: "EH", north: WESTERN_SAHARA_NORTH } as const;

/** The name in English, where usage has moved on from the package's. */
export const NAMES: Record<string, string> = { CI: "Côte d'Ivoire" };

/** Positions where the package's (slips that it shares with older gazetteers) lies in another country; `[latitude, longitude]`. */
export const POSITIONS: Record<string, readonly [number, number]> = {
  BL: [17.9, -62.83],
  IL: [31.5, 34.75],
  KW: [29.5, 47.75],
  LI: [47.16, 9.55],
  MF: [18.08, -63.05],
  SM: [43.94, 12.46],
  VA: [41.903, 12.453],
};

/** km², where the package counts Kosovo twice, and for the United States has a figure without its coastal waters from before 2010. */
export const AREAS: Record<string, number> = { RS: 77474, US: 9833517 };

/** Where the package has one capital of two. */
export const CAPITALS: Record<string, string> = {
  BO: "Sucre, La Paz",
  LK: "Sri Jayawardenepura Kotte, Colombo",
  SZ: "Mbabane, Lobamba",
};

/** Names that people search by and that the package lacks. */
export const FURTHER_NAMES: Record<string, readonly string[]> = {
  CD: ["Zaire"],
  CI: ["Elfenbeinküste"],
  CZ: ["Czech Republic"],
  GB: ["England", "Scotland", "Wales", "Northern Ireland", "Britain"],
  IR: ["Persia"],
  MK: ["Macedonia"],
  MM: ["Burma"],
  NL: ["Holland"],
  SZ: ["Swaziland"],
  TL: ["East Timor"],
  TR: ["Turkey"],
  TW: ["臺灣"],
  US: ["America"],
  VA: ["Holy See"],
};

/**
 * Continents that do not follow from the package's region. Transcontinental states are where UN M49 has them; the islands
 * south of 45° S that M49 spreads over three continents are with Antarctica, as in the package's own regions.
 */
export const CONTINENT_EXCEPTIONS: Record<string, string> = {
  CY: "Asia", // M49: Western Asia
  UM: "Oceania", // M49: Micronesia
};
