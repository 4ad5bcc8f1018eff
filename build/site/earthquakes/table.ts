import type { CatalogueEvent } from "../../catalogue/catalogue.ts";
import { leastDeaths } from "../../catalogue/impact.ts";
import { RECENT_HOURS, type TimePrecision } from "../../contract/texts/vocabulary.ts";
import { eventSlug } from "../../contract/wire/slug.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import type { ArchivedEarthquake } from "../client/archive.ts";
import { knownPart } from "../format/dates.ts";

/** All earthquakes of the historical catalogue. No API answer lists them all. */
export const HISTORY_FILE = "/assets/historical-earthquakes.json";

/**
 * The recent earthquakes of the UTC days before that of the data, in two files: the large ones, which the map and the list show at
 * first, and the others. A third has all of that day and the one before: a minute changes only this one. They have a day in common, so
 * that a copy of the first from before midnight and of the third from after it lack none. The API gives at most 500 earthquakes at once,
 * and its records are ten times as large.
 */
export const RECENT_FILE = "/earthquakes/recent.json";
export const RECENT_SMALL_FILE = "/earthquakes/recent-small.json";
export const NEWEST_FILE = "/earthquakes/newest.json";

/** The magnitude from which an earthquake is in the first of these files. */
export const LARGE_FROM = 4.5;

export interface ListedEarthquake {
  id: string;
  slug: string;
  /** UTC, as precisely as it is known (ISO 8601; years outside 0000–9999 have a sign and six digits). */
  when: string;
  /** The first instant of `when`, ms since 1970 UTC. */
  time: number;
  magnitude: number | null;
  /** As the source writes it; null if it does not state one. */
  magnitudeType: string | null;
  /** Below sea level, positive down. */
  depthKm: number | null;
  /** Degrees. */
  latitude: number | null;
  longitude: number | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** Null if unknown. */
  deaths: number | null;
  /** Whether only a class of deaths is known, of which `deaths` is the least number. */
  atLeast: boolean;
  /** The flag of an agency, or true where a catalogue has the tsunami. */
  tsunami: boolean | null;
  alert: string | null;
  /** Whether it is in the historical catalogue. */
  historical: boolean;
  place: string;
  name: string | null;
}

/** What a file has of an earthquake. The rest follows from it. */
export type TableRow = Omit<ListedEarthquake, "slug" | "time">;

const COLUMNS =
  "when magnitude magnitudeType depthKm latitude longitude country deaths atLeast tsunami alert historical id place name".split(
    " ",
  ) as (keyof TableRow)[];

/** A file of earthquakes, oldest first. */
export interface EarthquakeTable {
  format: 5;
  /** The values of all earthquakes, by column: they compress better than by earthquake. */
  columns: { [Column in keyof TableRow]: TableRow[Column][] };
}

/** The file of these rows. @param rows oldest first */
export function tableOf(rows: readonly TableRow[]): EarthquakeTable {
  const columns = COLUMNS.map((name) => [name, rows.map((row) => row[name])]);
  return { format: 5, columns: Object.fromEntries(columns) as EarthquakeTable["columns"] };
}

/**
 * Reads a file of earthquakes.
 *
 * @throws TypeError if it has another format, which a cache may still have, or columns of different lengths
 */
export function readTable(file: unknown): ListedEarthquake[] {
  const { format, columns } = (file ?? {}) as Partial<EarthquakeTable>;
  const rows = columns?.when?.length;
  const isWhole = format === 5 && columns && COLUMNS.every((name) => columns[name]?.length === rows);
  if (!isWhole) throw new TypeError("this is not a table of earthquakes");
  return columns.when.map((when, at) => {
    // One property after the other: an object from a list of entries takes three times as long.
    const row: Record<string, unknown> = { time: timeOf(when) };
    for (const name of COLUMNS) row[name] = columns[name][at];
    const listed = row as unknown as ListedEarthquake;
    listed.slug = eventSlug(listed);
    return listed;
  });
}

/** @throws RangeError if the text is not a time of the file */
function timeOf(when: string): number {
  // A date alone is UTC, but a time without a zone is the reader's.
  const time = Date.parse(/T[\d:]+$/.test(when) ? `${when}Z` : when);
  if (Number.isNaN(time)) throw new RangeError(`${when} is not a time of a table of earthquakes`);
  return time;
}

const PRECISIONS: Readonly<Record<number, TimePrecision>> = { 4: "year", 7: "month", 10: "day", 16: "minute" };

/** How precisely a time of the file is known. */
export function precisionOf(when: string): TimePrecision {
  return PRECISIONS[when.length - (/^[+-]/.test(when) ? 3 : 0)] ?? "second";
}

/** An earthquake of the archive, which has no effects and no names, in a list. @param country ISO 3166-1 alpha-2, if it is known */
export function listedOf(one: ArchivedEarthquake, country: string | null = null): ListedEarthquake {
  const unknown = { deaths: null, atLeast: false, tsunami: null, alert: null, name: null, historical: false };
  return { ...one, slug: one.id, when: new Date(one.time).toISOString(), country, ...unknown };
}

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
