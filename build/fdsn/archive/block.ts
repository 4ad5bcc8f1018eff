import { type BinaryFormat, readBinary, readJson, readText, ShardError, writeBinary } from "../../rewrite/shards/binary.ts";
import { type FeedFeature, type FeedProperties, feedFeature, feedProperties, isOfUsgs } from "../../store/feed-feature.ts";
import type { SolutionProduct, UsgsEvent } from "../../store/records.ts";
import { FEED_COORDINATES, FEED_PROPERTIES, type FeedValue, type SentValues } from "../../store/sent-values.ts";
import type { BlockColumns, RowWords } from "./columns.ts";

/** A block in memory. */
export interface OpenBlock {
  columns: BlockColumns;
  /**
   * The feature of a row: callers must not change it. It takes several times the memory of its line, so that those of a scan or of a long
   * answer are not kept. @throws ShardError
   */
  feature: (row: number, isKept?: boolean) => FeedFeature;
}

export const BLOCK_FORMAT: BinaryFormat = {
  name: "archive-block",
  magic: "QTAB",
  version: 2,
  counts: ["rows", "words", "records"],
  sections: [
    ["f64", "rows", "time"],
    ["f64", "rows", "updated"],
    ["f64", "rows", "latitude"],
    ["f64", "rows", "longitude"],
    ["f64", "rows", "depth"],
    ["f64", "rows", "magnitude"],
    ["f64", "rows", "significance"],
    ["u32", "rows", "id"],
    ["u16", "rows", "word"],
    ["u8", "words", "words"],
    ["u8", "records", "records"],
  ],
};

/** @param lines the record of each row */
export function writeBlock(block: BlockColumns, lines: readonly string[]): Uint8Array {
  const words = block.words.map((one) => WORDS.map((name) => one[name]));
  const encoder = new TextEncoder();
  const texts = [encoder.encode(JSON.stringify(words)), encoder.encode(lines.map((line) => `${line}\n`).join(""))];
  const { time, updated, latitude, longitude, depth, magnitude, significance, id, word } = block;
  const sections = [time, updated, latitude, longitude, depth, magnitude, significance, id, word, ...texts];
  return writeBinary(BLOCK_FORMAT, [time.length, ...texts.map(({ length }) => length)], sections);
}

type SevenColumns = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

/** @throws ShardError */
export function readBlock(bytes: Uint8Array): OpenBlock {
  const { name } = BLOCK_FORMAT;
  const { sections } = readBinary(BLOCK_FORMAT, bytes);
  const [time, updated, latitude, longitude, depth, magnitude, significance] = sections as SevenColumns;
  const [id, word, text, records] = sections.slice(-4) as [Uint32Array, Uint16Array, Uint8Array, Uint8Array];
  const words = readJson(name, text, isWords).map(
    (values) => Object.fromEntries(WORDS.map((key, at) => [key, values[at]])) as unknown as RowWords,
  );
  for (let row = 0; row < time.length; row++) {
    if (!Number.isFinite(time[row])) throw new ShardError(name, "time", row);
    if (!Number.isFinite(updated[row])) throw new ShardError(name, "updated", row);
    if (!(Math.abs(latitude[row] as number) <= 90)) throw new ShardError(name, "latitude", row);
    if (!((longitude[row] as number) >= -180 && (longitude[row] as number) < 180)) throw new ShardError(name, "longitude", row);
    for (const column of [depth, magnitude, significance])
      if (Math.abs(column[row] as number) === Number.POSITIVE_INFINITY) throw new ShardError(name, "infinite", row);
    if ((word[row] as number) >= words.length) throw new ShardError(name, "word", row, word[row]);
  }
  const columns = { time, updated, latitude, longitude, depth, magnitude, significance, id, word, words };
  return { columns, feature: featuresOf(columns, records) };
}

/** Lines are parsed when they are needed: most queries need few rows of a block, and counts need none. */
function featuresOf(columns: BlockColumns, records: Uint8Array): OpenBlock["feature"] {
  let lines: string[] | undefined;
  const features: FeedFeature[] = [];
  return (row, isKept) => {
    lines ??= linesOf(records, columns.time.length);
    const feature = features[row] ?? readRecord(lines[row] ?? "", columns, row);
    if (isKept) features[row] = feature;
    return feature;
  };
}

function linesOf(records: Uint8Array, rows: number): string[] {
  const { name } = BLOCK_FORMAT;
  const lines = readText(name, records).split("\n");
  if (lines.pop() !== "" || lines.length !== rows) throw new ShardError(name, "lines", lines.length);
  return lines;
}

const WORDS = ["type", "catalog", "sources", "magnitudeType", "status", "alert", "country"] as const;
const KNOWN: ReadonlySet<string> = new Set(["type", "catalog", "status"]);

function isWords(value: unknown): value is (string | null)[][] {
  return Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === WORDS.length && isTuple(one));
}

function isTuple(values: unknown[]): boolean {
  return WORDS.every((name, at) => typeof values[at] === "string" || (values[at] === null && !KNOWN.has(name)));
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
export function wordsOf(event: UsgsEvent, { net, sources }: FeedProperties, country: string | null): RowWords {
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
export function writeRecord(
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
export function readRecord(line: string, columns: BlockColumns, row: number): FeedFeature {
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
