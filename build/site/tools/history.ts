import { eventSlug } from "../../contract/wire/slug.ts";

/** Address of the file. */
export const HISTORY_FILE = "/assets/historical-earthquakes.json";

/**
 * `/assets/historical-earthquakes.json`: all earthquakes of the historical catalogue, oldest first. No API answer lists all
 * of them: each has a detail record, and at most the profile of its country lists it.
 */
export interface HistoryFile {
  format: 2;
  /** The values of all earthquakes, by column: they compress better than by earthquake. */
  columns: { [Column in keyof HistoryRow]: HistoryRow[Column][] };
}

export interface HistoryRow {
  /** The year, month, day or minute in UTC, as precisely as it is known (ISO 8601; years outside 0000–9999 have a sign and six digits). */
  when: string;
  magnitude: number | null;
  /** Null if unknown. */
  deaths: number | null;
  /** 1 if the source states only a class of deaths; `deaths` is then the least number of the class. */
  at_least: 0 | 1;
  event_id: string;
  place_description: string;
  name: string | null;
}

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

export function readHistory({ columns }: HistoryFile): HistoricalEarthquake[] {
  const { magnitude, deaths, at_least: atLeast, event_id: ids, place_description: places, name } = columns;
  return columns.when.map((when, at) => {
    const size = magnitude[at] ?? null;
    const place = places[at] ?? "";
    return {
      when,
      year: yearOf(when),
      magnitude: size,
      deaths: deaths[at] ?? null,
      atLeast: atLeast[at] === 1,
      slug: eventSlug({ magnitude: size, place, id: ids[at] ?? "" }),
      place,
      name: name[at] ?? null,
    };
  });
}

const WHEN = /^([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?/;

/** @throws RangeError if the text is not a time of the file */
export function yearOf(when: string): number {
  const [, year, month = "1", day = "1"] = WHEN.exec(when) ?? [];
  if (year === undefined) throw new RangeError(`${when} is not a time of the historical earthquakes`);
  return Number(year) + (Number(month) - 1) / 12 + (Number(day) - 1) / 366;
}
