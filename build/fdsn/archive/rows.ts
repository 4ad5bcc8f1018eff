import { normalLongitude } from "../../geo/sphere.ts";
import { feedProperties } from "../../store/feed-feature.ts";
import type { UsgsEvent } from "../../store/records.ts";
import type { FeedValue } from "../../store/sent-values.ts";
import { wordsOf, writeRecord } from "./block.ts";
import type { BlockColumns, RowOrder, RowWords } from "./columns.ts";
import type { PackSet } from "./fence.ts";
import { idHash } from "./ids.ts";

/** An event as it is in the blocks of the archive. */
export interface ArchiveRow {
  id: string;
  ids: readonly string[];
  time: number;
  updated: number;
  latitude: number;
  longitude: number;
  depth: number | null;
  magnitude: number | null;
  significance: number | null;
  words: RowWords;
  /** Equal for equal words. */
  wordsKey: string;
  /** Position on the curve through all places. */
  place: number;
  line: string;
}

/** ISO 3166-1 alpha-2 of the country of a position in degrees; null outside all countries. */
export type CountryOf = (latitude: number, longitude: number) => string | null;

/**
 * The row of an event. Undefined without a position: such events are left out, because most formats of the protocol cannot
 * represent them.
 */
export function rowOf(event: UsgsEvent, countryOf: CountryOf): ArchiveRow | undefined {
  const { id, ids, time, updated, sent = {} } = event;
  if (event.latitude === null || event.longitude === null) return undefined;
  const latitude = shown(sent.latitude, event.latitude) as number;
  const longitude = normalLongitude(shown(sent.longitude, event.longitude) as number);
  const depth = shown(sent.depth, event.depthKm);
  const magnitude = shownMagnitude(event);
  const significance = shown(sent.sig, event.significance);
  const properties = feedProperties(event, sent);
  const words = wordsOf(event, properties, countryOf(event.latitude, event.longitude));
  return {
    id,
    ids,
    time,
    updated,
    latitude,
    longitude,
    depth,
    magnitude,
    significance,
    words,
    wordsKey: Object.values(words).join("\n"),
    place: placeOnCurve(latitude, longitude),
    line: writeRecord(event, properties, words, { latitude, longitude, depthKm: depth, magnitude, significance }),
  };
}

/** The magnitude in answers. */
export function shownMagnitude({ sent = {}, magnitude }: UsgsEvent): number | null {
  return shown(sent.mag, magnitude);
}

/** The value in answers, as in `feedFeature`: a query must not select by another value than it shows. */
function shown(sent: FeedValue | undefined, own: number | null): number | null {
  return typeof sent === "number" ? sent : own;
}

/** Whether an event is in a set. */
export function isInSet({ magnitude, words }: ArchiveRow, { order, least }: PackSet): boolean {
  if (order === "country" && words.country === null) return false;
  return least === null || (magnitude !== null && magnitude >= least);
}

/** Rows in an order of packs. */
export function sortedRows(rows: readonly ArchiveRow[], order: RowOrder): ArchiveRow[] {
  const newest = (a: ArchiveRow, b: ArchiveRow) => b.time - a.time || (a.id < b.id ? -1 : 1);
  switch (order) {
    case "time":
      return rows.toSorted(newest);
    case "place":
      return rows.toSorted((a, b) => a.place - b.place || newest(a, b));
    case "magnitude":
      return rows.toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0) || newest(a, b));
    case "country": {
      const country = ({ words }: ArchiveRow) => words.country ?? "";
      return rows.toSorted((a, b) => (country(a) === country(b) ? newest(a, b) : country(a) < country(b) ? -1 : 1));
    }
  }
}

export function columnsOf(block: readonly ArchiveRow[]): BlockColumns {
  const numbers = (value: (row: ArchiveRow) => number | null) => Float64Array.from(block, (row) => value(row) ?? Number.NaN);
  const known = new Map<string, number>();
  const words: RowWords[] = [];
  const word = Uint16Array.from(block, (row) => {
    const at = known.get(row.wordsKey) ?? words.push(row.words) - 1;
    known.set(row.wordsKey, at);
    return at;
  });
  return {
    time: numbers(({ time }) => time),
    updated: numbers(({ updated }) => updated),
    latitude: numbers(({ latitude }) => latitude),
    longitude: numbers(({ longitude }) => longitude),
    depth: numbers(({ depth }) => depth),
    magnitude: numbers(({ magnitude }) => magnitude),
    significance: numbers(({ significance }) => significance),
    id: Uint32Array.from(block, ({ id }) => idHash(id)),
    word,
    words,
  };
}

/** Cells of the curve in each direction, as a power of two: a cell has a third of a minute of arc. */
const CURVE_BITS = 16;

/**
 * The distance along a Hilbert curve through the square of longitude and latitude, in cells: places that are near on the curve
 * are near on the map (Hilbert 1891, doi:10.1007/BF01199431).
 */
function placeOnCurve(latitude: number, longitude: number): number {
  const cells = 2 ** CURVE_BITS;
  let x = Math.min(cells - 1, Math.floor(((longitude + 180) / 360) * cells));
  let y = Math.min(cells - 1, Math.floor(((latitude + 90) / 180) * cells));
  let distance = 0;
  for (let side = cells / 2; side >= 1; side /= 2) {
    const [east, north] = [(x & side) > 0 ? 1 : 0, (y & side) > 0 ? 1 : 0];
    distance += side * side * ((3 * east) ^ north);
    if (north === 1) continue;
    if (east === 1) [x, y] = [cells - 1 - x, cells - 1 - y];
    [x, y] = [y, x];
  }
  return distance;
}
