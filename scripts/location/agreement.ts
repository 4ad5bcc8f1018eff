import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { CountryLocator } from "../../build/catalogue/locate-country.ts";
import type { NamedCountry } from "./named-country.ts";

/** An event whose agency names a country. */
export interface NamedEvent {
  id: string;
  latitude: number;
  longitude: number;
  /** The agency's words. */
  words: string;
  /** The codes that they may mean. */
  named: readonly string[];
}

interface Disagreement extends NamedEvent {
  located: string;
  relation: "inside" | "offshore" | "none";
  /** km from the event to the nearest territory of a country that the agency names. */
  kmToNamed: number;
}

export interface Agreement {
  onLand: { events: number; agree: number };
  all: { events: number; agree: number };
  disagreements: Disagreement[];
}

/** Compares the located with the named country. On land: inside a polygon. */
export function agreementOf(
  events: readonly NamedEvent[],
  locate: CountryLocator,
  kmTo: (iso2: string, latitude: number, longitude: number) => number,
): Agreement {
  const agreement: Agreement = { onLand: { events: 0, agree: 0 }, all: { events: 0, agree: 0 }, disagreements: [] };
  for (const event of events) {
    const { latitude, longitude, named } = event;
    const found = locate(latitude, longitude);
    const agrees = found !== null && named.includes(found.iso2);
    for (const count of found?.relation === "inside" ? [agreement.all, agreement.onLand] : [agreement.all]) {
      count.events++;
      if (agrees) count.agree++;
    }
    if (agrees) continue;
    const kmToNamed = Math.min(...named.map((iso2) => kmTo(iso2, latitude, longitude)));
    const located = { located: found?.iso2 ?? "", relation: found?.relation ?? ("none" as const) };
    agreement.disagreements.push({ ...event, ...located, kmToNamed });
  }
  return agreement;
}

/** The rows of NOAA's table (classic TSV) that have a position and name a country. */
export function noaaEvents(path: string, namedCountry: NamedCountry): NamedEvent[] {
  const [header = [], ...rows] = readFileSync(path, "latin1")
    .trim()
    .split("\n")
    .map((line) => line.split("\t").map((cell) => cell.trim()));
  return rows.flatMap((row) => {
    const cell = (name: string) => row[header.indexOf(name)] ?? "";
    const named = namedCountry(cell("COUNTRY"));
    if (!named || cell("LATITUDE") === "" || cell("LONGITUDE") === "") return [];
    const position = { latitude: Number(cell("LATITUDE")), longitude: Number(cell("LONGITUDE")) };
    return [{ id: cell("I_D"), ...position, words: `${cell("COUNTRY")} (${cell("LOCATION_NAME")})`, named }];
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
      if (named) events.set(id, { id, latitude, longitude, words: properties.place ?? "", named });
    }
  }
  return [...events.values()];
}
