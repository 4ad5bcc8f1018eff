import type { HistoricalRecord } from "../store/records.ts";

/**
 * The text that an earthquake is searched by. For a recent one this is its place. A historical one also has the place
 * names of the historical catalogues, its names, and its year as people write it (`1755`, `464 BC`): people search for
 * "San Francisco earthquake 1906".
 *
 * @returns one text a line
 */
export function searchText(place: string, historical: HistoricalRecord | null): string {
  if (!historical) return place;
  const { name, otherNames, place: ownPlace, otherPlaces, time } = historical;
  const called = name === null ? [] : [`${name} earthquake`, ...otherNames];
  return [place, ownPlace, ...otherPlaces, ...called, yearOf(time.year)].join("\n");
}

/** A historical year: 1 BC is -1. */
function yearOf(year: number): string {
  return year < 0 ? `${-year} BC` : String(year);
}
