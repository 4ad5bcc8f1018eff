import { join } from "node:path";
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
import type { Transition } from "../tree/transition.ts";
import { DATA_FOLDER, PARTS_LIST, yearFile } from "../tree/unindexed.ts";
import { type Cell, columns, EVENT_COLUMNS, type EventRow } from "./columns.ts";
import { pointsParquet } from "./parquet.ts";

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
interface Year {
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

/** A file that contains a part of all earthquakes. */
export interface PartFile {
  /** Path relative to the folder of the data set. */
  file: string;
  /** UTC year; null if the file contains several years. */
  year: number | null;
  events: number;
  /** Origin times, ms since 1970 UTC. */
  first: number | null;
  last: number | null;
  bytes: number;
  sha256: string;
}

export const PART_COLUMNS = columns<PartFile>("earthquakes.files");

/** @param rows oldest first */
export function partFile(path: string, year: number | null, rows: readonly { time: number }[], bytes: Uint8Array): PartFile {
  return {
    file: path.slice(DATA_FOLDER.length),
    year,
    events: rows.length,
    first: rows[0]?.time ?? null,
    last: rows.at(-1)?.time ?? null,
    bytes: bytes.length,
    sha256: sha256(bytes),
  };
}

/** The stored key and list entry of the file of each year. */
type Known = Record<string, { key: string; part: PartFile }>;

/**
 * Adds a file for each year to the tree. The file of the previous tree is reused if its input is unchanged, which is the case
 * for nearly all years.
 *
 * @returns the files that contain earthquakes, oldest first
 */
export function putYears(years: readonly Year[], derive: Derive, transition: Transition): PartFile[] {
  const known = (derive.recall(YEARS) ?? {}) as Known;
  const listed = listBefore(transition);
  const made: Known = {};
  const parts = years.flatMap(({ year, key, rows }) => {
    const path = yearFile(year);
    const before = known[path];
    const part = before && before.key === key && isThere(before.part, path, listed, transition) ? before.part : undefined;
    if (part) transition.keep(path);
    const put = part ?? writeYear(path, year, rows(), transition);
    if (put) made[path] = { key, part: put };
    return put ?? [];
  });
  derive.put(YEARS, [], made);
  return parts;
}

/** The cell with the list of files of the last build. */
const YEARS = "years";

/** The list of files in the previous tree, as text. */
function listBefore({ fs, before }: Transition): string {
  const list = before && join(before.dir, PARTS_LIST);
  return list && fs.stat(list)?.kind === "file" ? Buffer.from(fs.read(list)).toString("utf8") : "";
}

/**
 * Whether the previous tree has the file. The previous tree may belong to another store, so its list and the size of the file
 * are checked.
 */
function isThere({ bytes, sha256: hash }: PartFile, path: string, listed: string, { fs, before }: Transition): boolean {
  const there = before && listed.includes(hash) ? fs.stat(join(before.dir, path)) : undefined;
  return there?.kind === "file" && there.size === bytes;
}

function writeYear(path: string, year: number | null, rows: ReturnType<Year["rows"]>, { write }: Transition) {
  if (rows.length === 0) return undefined;
  const bytes = pointsParquet(EVENT_COLUMNS, rows);
  write(path, bytes);
  return partFile(path, year, rows, bytes);
}
