import { eventSlug } from "../../contract/wire/slug.ts";

/** Address of the file. */
export const HISTORY_FILE = "/assets/historical-earthquakes.json";

/**
 * `/assets/historical-earthquakes.json`: all earthquakes of the historical catalogue, oldest first. No API answer lists all
 * of them: each has a detail record, and at most the profile of its country lists it.
 */
export interface HistoryFile {
  format: 1;
  /** The order of the values in a row. */
  columns: readonly ["when", "magnitude", "deaths", "at_least", "event_id", "place_description", "name"];
  earthquakes: readonly HistoryRow[];
}

/**
 * `when`: the year, month, day or minute in UTC, as precisely as it is known (ISO 8601; years outside 0000–9999 have a sign
 * and six digits). `deaths`: null if unknown. `at_least`: 1 if the source states only a class of deaths; `deaths` is then the
 * least number of the class.
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
  /** The value `when` of the file. */
  when: string;
  /** Astronomical year with a fraction. */
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

/** @throws RangeError if the text is not a time of the file */
export function yearOf(when: string): number {
  const [, year, month = "1", day = "1"] = WHEN.exec(when) ?? [];
  if (year === undefined) throw new RangeError(`${when} is no time of the historical earthquakes`);
  return Number(year) + (Number(month) - 1) / 12 + (Number(day) - 1) / 366;
}
