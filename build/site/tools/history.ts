import type { ListedEarthquake } from "../earthquakes/table.ts";

/** An earthquake of the historical catalogue. */
export interface HistoricalEarthquake {
  /** The year, month, day or minute in UTC, as in the table of earthquakes. */
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

export function historicalOf({ when, magnitude, deaths, atLeast, slug, place, name }: ListedEarthquake): HistoricalEarthquake {
  return { when, year: yearOf(when), magnitude, deaths, atLeast, slug, place, name };
}

const WHEN = /^([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?/;

/** @throws RangeError if the text is not a time of the table of earthquakes */
export function yearOf(when: string): number {
  const [, year, month = "1", day = "1"] = WHEN.exec(when) ?? [];
  if (year === undefined) throw new RangeError(`${when} is not a time of the historical earthquakes`);
  return Number(year) + (Number(month) - 1) / 12 + (Number(day) - 1) / 366;
}
