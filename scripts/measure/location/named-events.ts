import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { NamedCountry } from "./named-country.ts";
import type { NoaaNames } from "./noaa-names.ts";

/** An event whose agency names a country. */
export interface NamedEvent {
  id: string;
  /** Degrees, as published. */
  latitude: number;
  longitude: number;
  /** The agency's words. */
  words: string;
  /** The codes that they may mean. */
  named: readonly string[];
  /** Codes of further countries that the agency names for the event. */
  alsoNamed: readonly string[];
}

type Row = (column: string) => string;

/** Rows of a tab-separated table by the names of its header. */
function rowsOf(path: string): Row[] {
  const [header = [], ...rows] = readFileSync(path, "latin1")
    .trim()
    .split("\n")
    .map((line) => line.split("\t").map((cell) => cell.replace(/^"|"$/g, "").trim()));
  return rows.map((row) => (column) => row[header.indexOf(column)] ?? "");
}

/** The names in the COUNTRY column of NOAA's classic table, once each. */
export function noaaCountryNames(path: string): string[] {
  return [...new Set(rowsOf(path).map((cell) => cell("COUNTRY")))].filter((name) => name !== "");
}

/** The rows of NOAA's classic table (TSV, until 2020) that have a position and name a country. */
export function noaaEvents(path: string, names: NoaaNames): NamedEvent[] {
  return rowsOf(path).flatMap((cell) => {
    const named = names.country(cell("COUNTRY"));
    if (!named || cell("LATITUDE") === "" || cell("LONGITUDE") === "") return [];
    const location = cell("LOCATION_NAME");
    return [
      {
        id: cell("I_D"),
        latitude: Number(cell("LATITUDE")),
        longitude: Number(cell("LONGITUDE")),
        words: `${cell("COUNTRY")} (${location})`,
        named,
        alsoNamed: names.location(location),
      },
    ];
  });
}

/**
 * The rows of NOAA's newer table (TSV of HazEL), which has no column for the country, whose location begins with one.
 *
 * @param since year and month from which rows count
 */
export function hazelEvents(path: string, names: NoaaNames, since: readonly [year: number, month: number]) {
  return rowsOf(path).flatMap((cell): NamedEvent[] => {
    const [year, month] = [Number(cell("Year")), Number(cell("Mo"))];
    const isSince = year > since[0] || (year === since[0] && month >= since[1]);
    const words = cell("Location Name");
    const [named, ...further] = names.location(words);
    if (!isSince || named === undefined || cell("Latitude") === "" || cell("Longitude") === "") return [];
    const position = { latitude: Number(cell("Latitude")), longitude: Number(cell("Longitude")) };
    return [{ id: `${cell("Year")}-${cell("Mo")}-${cell("Dy")}`, ...position, words, named: [named], alsoNamed: further }];
  });
}

interface Feature {
  id: string;
  properties: { place: string | null };
  geometry: { coordinates: [number, number] };
}

/** The events of all USGS captures in a folder, once each, whose place ends with a country or a US state. */
export function usgsEvents(folder: string, namedCountry: NamedCountry): NamedEvent[] {
  const events = new Map<string, NamedEvent>();
  for (const name of readdirSync(folder).toSorted()) {
    const bytes = readFileSync(join(folder, name));
    const { features } = JSON.parse((name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
    for (const { id, properties, geometry } of features as Feature[]) {
      const named = properties.place === null ? null : namedCountry(properties.place);
      const [longitude, latitude] = geometry.coordinates;
      if (named) events.set(id, { id, latitude, longitude, words: properties.place ?? "", named, alsoNamed: [] });
    }
  }
  return [...events.values()];
}
