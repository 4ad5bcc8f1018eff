import type { CatalogueEvent } from "../../catalogue/catalogue.ts";
import { leastDeaths } from "../../catalogue/impact.ts";
import { RECENT_HOURS } from "../../contract/texts/vocabulary.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import { knownPart } from "../format/dates.ts";
import { type EarthquakeTable, LARGE_FROM, NEWEST_FILE, RECENT_FILE, RECENT_SMALL_FILE, type TableRow, tableOf } from "./table.ts";

/** The file of these earthquakes, which are in any order. */
export function earthquakeTable(events: readonly CatalogueEvent[]): EarthquakeTable {
  const ordered = events.toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  return tableOf(ordered.map(tableRow));
}

/** The recent earthquakes by file, also those that only the historical catalogue has. @param asOf ms since 1970 UTC */
export function recentTables<Event extends Pick<CatalogueEvent, "time" | "magnitude" | "recent">>(
  all: readonly Event[],
  asOf: number,
): [file: string, events: Event[]][] {
  const recent = all.filter((event) => event.recent || event.time > asOf - RECENT_HOURS * HOUR_MS);
  const day = Math.floor(asOf / DAY_MS) * DAY_MS;
  const isLarge = ({ magnitude }: Event) => magnitude !== null && magnitude >= LARGE_FROM;
  return [
    [RECENT_FILE, recent.filter((event) => event.time < day && isLarge(event))],
    [RECENT_SMALL_FILE, recent.filter((event) => event.time < day && !isLarge(event))],
    [NEWEST_FILE, recent.filter(({ time }) => time >= day - DAY_MS)],
  ];
}

function tableRow(event: CatalogueEvent): TableRow {
  const { time, precision, losses, country, depthKm } = event;
  const iso = new Date(time).toISOString();
  const { deaths } = losses;
  return {
    when: knownPart(iso, precision),
    magnitude: event.magnitude,
    magnitude_type: event.magnitudeType,
    depth_km: depthKm,
    latitude: event.latitude,
    longitude: event.longitude,
    country: country?.iso2 ?? null,
    deaths: leastDeaths(deaths),
    at_least: deaths.value === null && deaths.class !== null ? 1 : 0,
    tsunami_flag: event.tsunamiFlag,
    alert: event.alert,
    historical: event.historical ? 1 : 0,
    event_id: event.id,
    place_description: event.place,
    name: event.name,
  };
}
