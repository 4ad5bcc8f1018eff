import type { HistoricalRecord } from "../store/records.ts";

/**
 * What an earthquake is searched by. A recent one has its place. A historical one also has the historical catalogues' words
 * for the place, its names, and its year as it is written (`1755`, `464 BC`): the San Francisco earthquake of 1906 is asked
 * for by the three together. Names stand without the word "earthquake", which those who ask for one use.
 *
 * @returns one thing a line
 */
export function searchText(place: string, historical: HistoricalRecord | null): string {
  if (!historical) return place;
  const { name, otherNames, place: ownPlace, otherPlaces, time } = historical;
  const called = name === null ? [] : [`${name} earthquake`, ...otherNames];
  return [place, ownPlace, ...otherPlaces, ...called, yearOf(time.year)].join("\n");
}

/** A year as history counts: the one before 1 is 1 BC, -1. */
function yearOf(year: number): string {
  return year < 0 ? `${-year} BC` : String(year);
}
