import { isUtf8 } from "node:buffer";
import { hashOfLine } from "../../platform/hash.ts";
import { isObject } from "../../platform/json-fault.ts";
import { textLines } from "../../platform/text-lines.ts";
import { HOUR_MS } from "../../platform/time.ts";
import type { Derive } from "../../store/derive.ts";
import type { LeftOut, UsgsEvent, Withdrawal } from "../../store/records.ts";
import { describeValue, type Refuse, readCollection, refusalOf } from "../fdsn/capture.ts";
import { count, Unreadable } from "../reading.ts";
import { type FeatureReading, readFeature } from "./feature.ts";
import { feedScope } from "./summary-feeds.ts";

/** Feed of all events of the last 30 days; the agency rewrites it every minute. */
export const USGS_FEED = "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/all_month.geojson";

/** A capture of a USGS feed, or of an FDSN query in GeoJSON. */
export interface UsgsCapture {
  /** Time when the agency wrote it, ms since 1970 UTC. */
  generated: number;
  title: string;
  /** Number of features: `events`, `withdrawn` and the features that `leftOut` counts. */
  rows: number;
  /** Sorted as in the answer; the agency may list an event twice. */
  events: UsgsEvent[];
  withdrawn: Withdrawal[];
  /** Number of unreadable features, by reason. */
  leftOut: LeftOut;
  /** Number of invalid values that were read as unknown, by name. */
  doubtful: LeftOut;
  /** Ids of the features that were left out, where readable. They count as listed. */
  unread?: string[];
  /** What was read of each line, if the features fill lines of their own. */
  lines?: KnownLines;
}

/** The feeds began in 2013. A time before this limit is in seconds instead of milliseconds. */
const FIRST_GENERATED = Date.UTC(2005, 0, 1);
/** The end of the year 9999, the last year that `YYYY-MM-DD` can represent. */
const LAST_GENERATED = Date.UTC(9999, 11, 31);

/**
 * Reads a capture. Single unreadable records are left out; a capture with too many of them is refused.
 *
 * @param bytes UTF-8, not compressed
 * @param where the address, for messages
 * @param unreadableShare the capture is refused if a larger share of its features is unreadable, 0-1
 * @param known what was read of the lines of an earlier capture. Lines that are the same are not read again.
 * @throws UserError `capture-empty` (no bytes), `capture-malformed`, `capture-truncated`, `capture-error` (the agency reported an
 *   error of its own)
 */
export function readUsgsFeed(bytes: Uint8Array, where: string, unreadableShare = 0.5, known?: KnownLines): UsgsCapture {
  const refuse: Refuse = refusalOf({ agency: "usgs", where });
  if (!isUtf8(bytes)) refuse("capture-malformed", "is not UTF-8 text");
  const { metadata, features } = (known && readLines(bytes, known)) || readEnvelope(decode(bytes), refuse);
  const capture = readFeatures(features, metadata, known?.generated);
  const unreadable = Object.values(capture.leftOut).reduce((sum, n) => sum + n, 0);
  if (unreadable > unreadableShare * features.length) {
    const reasons = Object.entries(capture.leftOut).map(([reason, n]) => `${reason} ${n}`);
    refuse("capture-malformed", `has ${unreadable} unreadable features of ${features.length}: ${reasons.join(", ")}`);
  }
  return capture;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

interface Envelope {
  metadata: { generated: number; title: string };
  features: unknown[];
}

function readEnvelope(text: string, refuse: Refuse): Envelope {
  const { metadata, features } = readCollection(text, refuse);
  if (!isObject(metadata)) return refuse("capture-malformed", "has no metadata, so it does not say how old it is");
  if (!("status" in metadata)) return refuse("capture-error", "has no metadata.status: is it a feed of the USGS?");
  // The query service may report its own error as an empty collection with HTTP status 200 (`jsonerror`).
  if (metadata["status"] !== 200 || (metadata["error"] ?? null) !== null) {
    const error = (metadata["error"] ?? null) === null ? "" : `: ${describeValue(metadata["error"])}`;
    return refuse("capture-error", `is an error of the agency, status ${describeValue(metadata["status"])}${error}`);
  }
  if (metadata["count"] !== features.length) {
    const reason = `lists ${features.length} features where its metadata count ${describeValue(metadata["count"])}`;
    return refuse("capture-truncated", reason);
  }
  return { metadata: { generated: readGenerated(metadata["generated"], refuse), title: titleOf(metadata) }, features };
}

/** A feature that fills one line of the capture, as in all feeds. */
class FeatureLine {
  readonly line: string;
  readonly hash: string;
  /** The result of reading the same line in an earlier capture, if there is one. */
  readonly earlier: FeatureReading | undefined;
  /** The feature; of a line that was read before only if it is asked for. */
  readonly feature: () => unknown;

  /** @throws SyntaxError for an invalid line */
  constructor(line: string, known: KnownLines) {
    this.line = line;
    this.hash = hashOfLine(line);
    this.earlier = known.readings.get(this.hash);
    const parse = (): unknown => JSON.parse(line.slice(0, -1));
    const parsed = this.earlier ? undefined : parse();
    this.feature = () => parsed ?? parse();
  }
}

const FIRST_OF_LINE = '{"type":"Feature",';
const END_OF_LINE = "},";

/**
 * Like `readEnvelope`, but does not parse lines that were read before.
 *
 * @returns undefined if the lines of the text cannot be identified, or if the text is refused
 */
function readLines(bytes: Uint8Array, known: KnownLines): Envelope | undefined {
  const found: string[] = [];
  const all = textLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), "\n");
  let mark = "line";
  while (all.some((line) => line.includes(mark))) mark += "e";
  const lines = all.map((line) => {
    if (!line.startsWith(FIRST_OF_LINE) || !line.endsWith(END_OF_LINE)) return line;
    found.push(line);
    // It stands for the feature. No other value of the capture equals it.
    return `"${mark}${found.length - 1}",`;
  });
  try {
    const refuse = () => {
      throw new Unreadable("capture-malformed");
    };
    const { metadata, features } = readEnvelope(lines.join("\n"), refuse);
    const marks = features.filter((feature) => typeof feature === "string" && feature.startsWith(mark));
    // If the numbers differ, some lines are not in the list of features.
    if (marks.length !== found.length) return undefined;
    let next = 0;
    const featureOf = (feature: unknown) => (feature === marks[next] ? new FeatureLine(found[next++] as string, known) : feature);
    return { metadata, features: features.map(featureOf) };
  } catch {
    return undefined;
  }
}

function readGenerated(value: unknown, refuse: Refuse): number {
  const inRange = typeof value === "number" && value >= FIRST_GENERATED && value <= LAST_GENERATED;
  if (inRange && Number.isInteger(value)) return value;
  return refuse("capture-malformed", `was generated at ${describeValue(value)}, which is not a time in milliseconds since 1970`);
}

function titleOf(metadata: Record<string, unknown>): string {
  return typeof metadata["title"] === "string" ? metadata["title"] : "";
}

/** @param knownAt time of the capture whose lines are known, ms since 1970 UTC */
function readFeatures(features: readonly unknown[], metadata: Envelope["metadata"], knownAt = Number.NEGATIVE_INFINITY): UsgsCapture {
  const { generated } = metadata;
  const readings = new Map<string, FeatureReading>();
  const capture: UsgsCapture = {
    ...metadata,
    unread: [],
    rows: features.length,
    events: [],
    withdrawn: [],
    leftOut: {},
    doubtful: {},
    lines: { generated, readings },
  };
  // The ends of a period differ between the servers of the agency by minutes.
  const oldest = generated - (feedScope(metadata.title)?.periodMs ?? Number.POSITIVE_INFINITY) - HOUR_MS;
  // Times that were not in the future for an older capture are not in the future for a newer one.
  const isLater = generated >= knownAt;
  for (const given of features) {
    const line = given instanceof FeatureLine ? given : undefined;
    const featureOf = () => (line ? line.feature() : given);
    const read = (isLater && line?.earlier) || readFeature(featureOf(), generated);
    if (line) readings.set(line.hash, read);
    const isBefore = read.kind === "event" && read.event.time < oldest;
    const reading: FeatureReading = isBefore ? { kind: "left-out", reason: "time-before-period" } : read;
    if (reading.kind === "left-out") {
      const feature = featureOf();
      count(capture.leftOut, reading.reason);
      if (isObject(feature) && typeof feature["id"] === "string") capture.unread?.push(feature["id"]);
    }
    if (reading.kind === "withdrawal") capture.withdrawn.push(reading.withdrawal);
    if (reading.kind === "event") {
      capture.events.push(reading.event);
      for (const what of reading.doubtful) count(capture.doubtful, what);
    }
  }
  return capture;
}

/** What was read of the lines of a capture, by their hashes. From minute to minute nearly all lines of a feed stay the same. */
export interface KnownLines {
  /** Time of the capture, ms since 1970 UTC. */
  generated: number;
  readings: ReadonlyMap<string, FeatureReading>;
}

export const NO_LINES: KnownLines = { generated: Number.NEGATIVE_INFINITY, readings: new Map() };

/** The cell with the lines from which the events of a state were read. */
const LINES = "lines";

/** Lines that gave an event that the state holds unchanged. */
interface StoredLines {
  generated: number;
  /** The hash of the line of each event, in the order of the state; null for an event that no line gave. */
  hashes: (string | null)[];
  /** By hash: names of values that were read as unknown. */
  doubtful: Record<string, string[]>;
}

/** Saves which line gave each event of a state, for the next process. @param state SHA-256 of the file of the state */
export function keepLines(derive: Derive, state: string, events: readonly UsgsEvent[], { generated, readings }: KnownLines): void {
  const lines = new Map<UsgsEvent, string>();
  const doubtful: StoredLines["doubtful"] = {};
  for (const [line, reading] of readings) {
    if (reading.kind !== "event") continue;
    lines.set(reading.event, line);
    if (reading.doubtful.length > 0) doubtful[line] = reading.doubtful;
  }
  const hashes = events.map((event) => lines.get(event) ?? null);
  derive.put(LINES, [state], { generated, hashes, doubtful } satisfies StoredLines);
}

/**
 * What was read of the lines that gave the events of a state. Where it is not known, every line is read.
 *
 * @param state SHA-256 of the file of the state
 * @param events of the state
 */
export function recallLines(derive: Derive, state: string, events: readonly UsgsEvent[]): KnownLines {
  const stored = derive.recall(LINES, [state]) as StoredLines | undefined;
  if (!stored) return NO_LINES;
  const { generated, hashes, doubtful } = stored;
  const readings = new Map<string, FeatureReading>();
  for (const [at, event] of events.entries()) {
    const line = hashes[at];
    if (typeof line === "string") readings.set(line, { kind: "event", event, doubtful: doubtful[line] ?? [] });
  }
  return { generated, readings };
}
