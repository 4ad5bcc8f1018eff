import { normalLongitude } from "../../geo/sphere.ts";
import { ShardError } from "../../rewrite/shards/binary.ts";
import { type FeedFeature, type FeedProperties, feedFeature, feedProperties, isOfUsgs } from "../../store/feed-feature.ts";
import type { SolutionProduct, UsgsEvent } from "../../store/records.ts";
import { FEED_COORDINATES, FEED_PROPERTIES, type FeedValue, type SentValues } from "../../store/sent-values.ts";
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

export function isInSet({ magnitude, words }: ArchiveRow, { order, least }: PackSet): boolean {
  if (order === "country" && words.country === null) return false;
  return least === null || (magnitude !== null && magnitude >= least);
}

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

const SITE = "https://earthquake.usgs.gov";

/** Properties of the feed that are in every record, after the five values of the event. */
const SENT = ["types", "nst", "dmin", "rms", "gap"] as const;
const EVENT_VALUES = 6;
const LENGTH = EVENT_VALUES + SENT.length;

/**
 * The texts of a row: the network of the preferred id, and the contributing networks as the agency lists them.
 *
 * @param properties of the event in the feed
 */
function wordsOf(event: UsgsEvent, { net, sources }: FeedProperties, country: string | null): RowWords {
  return {
    type: event.type,
    catalog: String(net ?? event.id.slice(0, 2)),
    sources: typeof sources === "string" ? sources : null,
    magnitudeType: event.magnitudeType,
    status: event.status,
    alert: event.alert,
    country,
  };
}

/**
 * The record of an event: a JSON array of the values that the columns of its block do not have. If the agency sent a property
 * that does not follow from these values and the columns, an object with such properties follows; then the solutions, if there are any.
 *
 * @param properties of the event in the feed
 * @param words the texts of its row
 * @param columns the values in the columns, where these are not the event's
 */
function writeRecord(
  event: UsgsEvent,
  properties: FeedProperties,
  { catalog: net, sources }: RowWords,
  columns: Partial<UsgsEvent>,
): string {
  const { id, place, feltReports, maxIntensityReported, maxIntensityEstimated, tsunamiFlag, sent = {} } = event;
  const values = SENT.map((name) => properties[name]);
  const read = { ...event, ...columns, url: null };
  const follow = feedProperties(read, { net, sources, ...sentOf(values) });
  const other = FEED_PROPERTIES.filter((name) => (name !== "detail" || !isOfUsgs(properties)) && properties[name] !== follow[name]);
  const more: Record<string, FeedValue> = Object.fromEntries(other.map((name) => [name, properties[name]]));
  const position = { longitude: read.longitude, latitude: read.latitude, depth: read.depthKm };
  for (const name of FEED_COORDINATES) {
    const own = sent[name];
    if (own !== undefined && own !== position[name]) more[name] = own;
  }
  const five = [place, feltReports, maxIntensityReported, maxIntensityEstimated, tsunamiFlag ? 1 : 0];
  const { solutions } = event;
  return JSON.stringify([
    id,
    ...five,
    ...values,
    ...(solutions || Object.keys(more).length > 0 ? [more] : []),
    ...(solutions ? [solutions] : []),
  ]);
}

/**
 * The feature of a row, as in the query service of the USGS: its `detail` is an address of that service and not of a feed.
 *
 * @param line the record @param columns of the block
 * @throws ShardError
 */
export function readFeature(line: string, columns: BlockColumns, row: number): FeedFeature {
  const { id, event, values, more, solutions } = parse(line);
  const [place, felt, reported, estimated, tsunami] = event;
  const { type, catalog: net, sources, magnitudeType, status, alert } = columns.words[columns.word[row] as number] as RowWords;
  const detail = `${SITE}/fdsnws/event/1/query?eventid=${encodeURIComponent(id)}&format=geojson`;
  return feedFeature({
    id,
    url: null,
    time: columns.time[row] as number,
    updated: columns.updated[row] as number,
    latitude: columns.latitude[row] as number,
    longitude: columns.longitude[row] as number,
    depthKm: known(columns.depth[row]),
    magnitude: known(columns.magnitude[row]),
    magnitudeType,
    place,
    type,
    status,
    alert: alert as UsgsEvent["alert"],
    tsunamiFlag: tsunami === 1,
    feltReports: felt,
    maxIntensityReported: reported,
    maxIntensityEstimated: estimated,
    significance: known(columns.significance[row]),
    solutions,
    sent: { net, sources, ...sentOf(values), detail, ...more },
  });
}

function sentOf([types, nst, dmin, rms, gap]: readonly FeedValue[]): SentValues {
  return { types, nst, dmin, rms, gap } as SentValues;
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

type Known = number | null;

interface Parsed {
  id: string;
  event: [place: string | null, felt: Known, reported: Known, estimated: Known, tsunami: Known];
  values: FeedValue[];
  more: SentValues | undefined;
  solutions: readonly SolutionProduct[] | undefined;
}

function parse(line: string): Parsed {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    throw fault("json");
  }
  if (!Array.isArray(record) || record.length < LENGTH || record.length > LENGTH + 2) throw fault("length");
  const [id, place, ...rest] = record as unknown[];
  if (typeof id !== "string") throw fault("id");
  const numbers = rest.slice(0, EVENT_VALUES - 2);
  const isEvent = (place === null || typeof place === "string") && numbers.every(isNumber);
  const values = rest.slice(EVENT_VALUES - 2, LENGTH - 2);
  if (!isEvent || !values.every(isValue)) throw fault("value");
  const more = rest[LENGTH - 2];
  if (more !== undefined && !isSent(more)) throw fault("more");
  const solutions = rest[LENGTH - 1];
  if (solutions !== undefined && !(Array.isArray(solutions) && solutions.every(isSolution))) throw fault("solutions");
  return { id, event: [place, ...numbers] as Parsed["event"], values, more, solutions };
}

function isNumber(value: unknown): value is Known {
  return value === null || typeof value === "number";
}

function isValue(value: unknown): value is FeedValue {
  return value === null || typeof value !== "object";
}

const NAMES: ReadonlySet<string> = new Set([...FEED_PROPERTIES, ...FEED_COORDINATES]);

function isSent(more: unknown): more is SentValues {
  if (typeof more !== "object" || more === null || Array.isArray(more)) return false;
  return Object.entries(more).every(([name, one]) => NAMES.has(name) && isValue(one));
}

function isSolution(one: unknown): one is SolutionProduct {
  const { product, source, code, updated, weight, properties } = (one ?? {}) as Partial<Record<keyof SolutionProduct, unknown>>;
  const texts = [product, source, code, ...Object.values(typeof properties === "object" && properties !== null ? properties : { none: 0 })];
  return texts.every((text) => typeof text === "string") && typeof updated === "number" && typeof weight === "number";
}

function fault(what: string): ShardError {
  return new ShardError("archive-record", what);
}
