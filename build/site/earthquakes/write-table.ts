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
  const { id, magnitude, magnitudeType, depthKm, latitude, longitude, alert, historical, place, name } = event;
  const { deaths } = event.losses;
  return {
    id,
    magnitude,
    magnitudeType,
    depthKm,
    latitude,
    longitude,
    alert,
    historical,
    place,
    name,
    when: knownPart(new Date(event.time).toISOString(), event.precision),
    country: event.country?.iso2 ?? null,
    deaths: leastDeaths(deaths),
    atLeast: deaths.value === null && deaths.class !== null,
    tsunami: event.tsunamiFlag,
  };
}
