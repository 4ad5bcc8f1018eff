import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import { isEarthquake } from "../catalogue/classify.ts";
import { type Locators, NO_LOSSES, qualityOf } from "../catalogue/event.ts";
import { plateOf } from "../catalogue/locate/locate-plate.ts";
import { placeInWords } from "../catalogue/place-in-words.ts";
import { type Archive, type ArchivePart, type PlacedEvent, placedEvents } from "../catalogue/tally/archive.ts";
import { hashOfValues, sha256 } from "../platform/hash.ts";
import { groupBy, newestFirst } from "../platform/lists.ts";
import type { Derive } from "../store/derive.ts";
import type { ReportedEvent } from "../store/records.ts";
import { type Cell, EVENT_COLUMNS, type EventRow } from "./columns.ts";

/** Earthquakes that a catalogue counts but does not list, and the locators for them. */
export interface WholeInput {
  archive: Archive;
  /** Live events of the agency whose archive it is. */
  live: readonly ReportedEvent[];
  locate: Locators;
  /** Version of the locators. */
  version: string;
  /** The cells beside the store. */
  derive: Derive;
}

/** The earthquakes of a UTC year, or of all years before the archive. */
export interface Year {
  year: number | null;
  /** Identifies all input of the rows and their file besides the program. */
  key: string;
  /** Oldest first. */
  rows: () => EventRow[];
}

/** All earthquakes, listed or not, by year. The rows of a year are computed on demand. */
export function earthquakesByYear(catalogue: Catalogue, whole: WholeInput): Year[] {
  const { events, asOf } = catalogue;
  const { archive, live, locate, version } = whole;
  const listed = new Set(events.flatMap(idsOf));
  const unlisted = live.filter(({ id, type, time }) => isEarthquake(type) && time <= asOf && !listed.has(id));
  const all = [...events, ...unlisted.map((event) => liveRow(event, locate))];
  const numbers = yearsOf(archive, asOf);
  const outside = groupBy(all, (event) => {
    const year = yearOf(event);
    return year < (numbers[0] ?? Number.POSITIVE_INFINITY) ? null : year;
  });
  // An archived event can be listed only if it matches a historical earthquake. These rarely change, so the keys of the years
  // stay stable.
  const matched = sha256(events.flatMap((event) => (event.historical ? idsOf(event) : [])).join("\n"));
  return [null, ...numbers].map((year): Year => {
    const parts = year === null ? [] : archive.parts.filter((part) => hasYear(part, year));
    const others = outside.get(year) ?? [];
    const inputs = [parts.map((part) => part.key), others.map(cellsText)];
    const rows = () => {
      const archived = parts.flatMap((part) => [...placedEvents(archive, part, version)]);
      const own = archived.filter(({ event }) => yearOf(event) === year && !listed.has(event.id));
      return [...others, ...own.map((placed) => archivedRow(placed, locate))].toSorted(newestFirst).toReversed();
    };
    return { year, key: hashOfValues([version, matched, ...inputs]), rows };
  });
}

/** The same for the same cells only. JSON does not distinguish -0 from 0, and writes numbers that are not finite as `null`. */
function cellsText(row: EventRow): string {
  const cells = EVENT_COLUMNS.map(({ of }) => of(row));
  const isInexact = (cell: Cell) => Object.is(cell, -0) || (typeof cell === "number" && !Number.isFinite(cell));
  const text = JSON.stringify(cells);
  if (!cells.some(isInexact)) return text;
  return text + cells.map((cell) => (isInexact(cell) ? (cell === 0 ? "-0" : String(cell)) : "")).join();
}

function idsOf({ id, aliases }: CatalogueEvent): string[] {
  return [id, ...aliases];
}

function yearOf({ time }: { time: number }): number {
  return new Date(time).getUTCFullYear();
}

/** From the first year of the archive to the year of the catalogue. */
function yearsOf({ parts }: Archive, asOf: number): number[] {
  const first = Math.min(...parts.flatMap(({ span }) => (span ? [yearOf({ time: span.from })] : [])));
  const last = yearOf({ time: asOf });
  return first <= last ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : [];
}

/** The span is checked because a revised origin time may be in another year than the part. */
function hasYear({ span }: ArchivePart, year: number): boolean {
  return span !== null && yearOf({ time: span.from }) <= year && year <= yearOf({ time: span.to });
}

function liveRow(event: ReportedEvent, locate: Locators): EventRow {
  const { latitude, longitude, depthKm } = event;
  if (latitude === null || longitude === null) return rowOf(event, null, null, locate);
  return rowOf(event, locate.country(latitude, longitude), plateOf(locate, latitude, longitude, depthKm), locate);
}

function archivedRow({ event, country, plate }: PlacedEvent, locate: Locators): EventRow {
  return rowOf(event, country, plate === null ? null : { code: plate }, locate);
}

/** The row of an event of one agency, with the same columns as `catalogueEvent`. */
function rowOf(event: ReportedEvent, country: EventRow["country"], plate: EventRow["plate"], { nameOf }: Locators): EventRow {
  return {
    ...event,
    precision: "second",
    place: event.place || placeInWords(event, null, nameOf),
    name: null,
    country,
    plate,
    sources: [event],
    losses: NO_LOSSES,
    quality: qualityOf(event),
    historical: false,
  };
}
