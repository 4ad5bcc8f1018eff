import { OFFSHORE_KM } from "../../../build/catalogue/locate/locate-country.ts";
import type { Disagreement } from "./agreement.ts";

/** km from an event to the nearest territory of a country that its agency names. */
type KmToNamed = number;

interface Explanation {
  what: string;
  fits: (event: Disagreement, kmToNamed: KmToNamed) => boolean;
}

/**
 * What a line on a map of 1:10 million is good to, km: 1/50 inch on paper (United States National Map Accuracy Standards,
 * 1947, for scales smaller than 1:20,000). The borders of OpenStreetMap (2017, to 10 m) put 114 of 130 of NOAA's events on
 * land that were not where its COUNTRY says into the same country as this map.
 */
const MAP_KM = 5.1;

/** As far as strong shaking does damage, which is what NOAA's table lists, km. */
const FELT_KM = 100;

/** Why an event is not located where its agency names it; the first that fits. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    what: `no coast within ${OFFSHORE_KM} km: in no country, named after the nearest land`,
    fits: ({ relation }) => relation === "none",
  },
  { what: `within ${MAP_KM} km of the named country: a line of the map is not good to more`, fits: (_, km) => km <= MAP_KM },
  {
    what: "so many km from a town that is the nearest and lies in another country, as the place says",
    fits: ({ words }, km) => km <= distanceInPlace(words) + MAP_KM,
  },
  {
    what: "at sea, nearer to another coast than to that of the named country",
    fits: ({ relation }, km) => relation === "offshore" && km <= OFFSHORE_KM,
  },
  {
    what: `on land within ${FELT_KM} km of the named country, where it was felt or did damage`,
    fits: ({ relation }, km) => relation === "inside" && km <= FELT_KM,
  },
  { what: "the position does not fit the name", fits: () => true },
];

/** km from the town, of a USGS place ("12 km SSW of Ridgecrest, CA"); else NaN. */
function distanceInPlace(words: string): number {
  return Number(/^(\d+) ?km [NSEW]{1,3} of /.exec(words)?.[1] ?? Number.NaN);
}

/** The index of the explanation that holds for a disagreement. */
export function explanationOf(event: Disagreement, kmToNamed: KmToNamed): number {
  return EXPLANATIONS.findIndex(({ fits }) => fits(event, kmToNamed));
}

/** What is known of events whose position does not fit the name, by id. */
export const REMARKS: Readonly<Record<string, string>> = {
  "11": "the position is in Crete; Lago di Vico is at 42.3° N, 12.2° E",
  "21": "the position is in Crete",
  "1310": "Rijeka is at 45.3° N, 14.4° E",
  "2260": "the position is San Bernardino's, in California",
  "2623": "Thessaloniki was in the Ottoman Empire until 1912",
  "3032": "the position, given to 0.5°, is in Bolivia",
  "3190": "the longitude is not Nicaragua's (83 to 88° W)",
  "4174": "the position, given to 1°, is in Bolivia",
  "4645": "at sea; the South Sandwich Islands are the nearest land",
  "4781": "Velingrad is in Bulgaria",
  "4971": "Gumdag is at 39.2° N, 54.6° E",
  "5835": "at sea; the Auckland Islands of New Zealand are the nearest land",
  "6502": "at sea; the Sakishima Islands of Japan are the nearest land",
  "6620": "the Mona Passage is farther east",
  "2025-8-22": "at sea; the South Shetland Islands are the nearest land",
  "2025-10-10": "at sea; the South Shetland Islands are the nearest land",
  us2000crse: "at sea; Palmyra Atoll is the nearest land",
};
