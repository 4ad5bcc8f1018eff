import type { ListedEarthquake } from "../earthquakes/table.ts";

/** An earthquake on an axis of years. */
export interface HistoricalEarthquake extends ListedEarthquake {
  /** Astronomical year with a fraction. */
  year: number;
}

export function historicalOf(one: ListedEarthquake): HistoricalEarthquake {
  return { ...one, year: yearOf(one.when) };
}

const WHEN = /^([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?/;

/** @throws RangeError if the text is not a time of the table of earthquakes */
export function yearOf(when: string): number {
  const [, year, month = "1", day = "1"] = WHEN.exec(when) ?? [];
  if (year === undefined) throw new RangeError(`${when} is not a time of the historical earthquakes`);
  return Number(year) + (Number(month) - 1) / 12 + (Number(day) - 1) / 366;
}
