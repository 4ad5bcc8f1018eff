import { eventSlug } from "../../contract/wire/slug.ts";

/** Where it lies. */
export const HISTORY_FILE = "/assets/historical-earthquakes.json";

/**
 * `/assets/historical-earthquakes.json`: every earthquake of the historical catalogue, oldest first. There is no answer of
 * the API that lists them all; each stands in its country's profile at most, and has a record of its own.
 */
export interface HistoryFile {
  format: 1;
  /** What stands in each row, in this order. */
  columns: readonly ["when", "magnitude", "deaths", "at_least", "event_id", "place_description", "name"];
  earthquakes: readonly HistoryRow[];
}

/**
 * `when`: the year, month, day or minute, UTC, as far as it is known (ISO 8601, years outside 0000–9999 with a sign and six
 * digits). `deaths`: null where nobody says; `at_least` is 1 where only a class of them is known, of which it is the least.
 */
export type HistoryRow = readonly [
  when: string,
  magnitude: number | null,
  deaths: number | null,
  atLeast: 0 | 1,
  eventId: string,
  place: string,
  name: string | null,
];

/** An earthquake of the historical catalogue. */
export interface HistoricalEarthquake {
  /** `when` of the file. */
  when: string;
  /** Astronomical, with a fraction. */
  year: number;
  magnitude: number | null;
  deaths: number | null;
  atLeast: boolean;
  slug: string;
  place: string;
  name: string | null;
}

export function readHistory({ earthquakes }: HistoryFile): HistoricalEarthquake[] {
  return earthquakes.map(([when, magnitude, deaths, atLeast, id, place, name]) => ({
    when,
    year: yearOf(when),
    magnitude,
    deaths,
    atLeast: atLeast === 1,
    slug: eventSlug({ magnitude, place, id }),
    place,
    name,
  }));
}

const WHEN = /^([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?/;

/** @throws RangeError for what is no time of the file */
export function yearOf(when: string): number {
  const [, year, month = "1", day = "1"] = WHEN.exec(when) ?? [];
  if (year === undefined) throw new RangeError(`${when} is no time of the historical earthquakes`);
  return Number(year) + (Number(month) - 1) / 12 + (Number(day) - 1) / 366;
}
