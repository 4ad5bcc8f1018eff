import { once } from "../../platform/memoize.ts";
import { codeKey, resultKey } from "../../platform/program-hash.ts";
import type { DerivedCache } from "../../store/derived.ts";
import type { UsgsEvent } from "../../store/records.ts";
import type { FeatureReading } from "./feature.ts";

/** What was read of the lines of a capture, by their hashes. From minute to minute nearly all lines of a feed stay the same. */
export interface KnownLines {
  /** Time of the capture, ms since 1970 UTC. */
  generated: number;
  readings: ReadonlyMap<string, FeatureReading>;
}

export const NO_LINES: KnownLines = { generated: Number.NEGATIVE_INFINITY, readings: new Map() };

/** Kind of derived value: the lines from which the events of a state were read. */
const KIND = "lines";

/** Lines that gave an event that the state holds unchanged. */
interface StoredLines {
  generated: number;
  /** The hash of the line of each event, in the order of the state; null for an event that no line gave. */
  hashes: (string | null)[];
  /** By hash: names of values that were read as unknown. */
  doubtful: Record<string, string[]>;
}

const codeOfReader = once(() => codeKey(["agencies/usgs/geojson"]));

/**
 * Saves which line gave each event of a state, for the next process.
 *
 * @param state SHA-256 of the file of the state
 */
export function keepLines(derived: DerivedCache, state: string, events: readonly UsgsEvent[], { generated, readings }: KnownLines): void {
  const key = resultKey(codeOfReader(), [state]);
  if (key === undefined) return;
  const lines = new Map<UsgsEvent, string>();
  const doubtful: StoredLines["doubtful"] = {};
  for (const [line, reading] of readings) {
    if (reading.kind !== "event") continue;
    lines.set(reading.event, line);
    if (reading.doubtful.length > 0) doubtful[line] = reading.doubtful;
  }
  const hashes = events.map((event) => lines.get(event) ?? null);
  derived.keep(KIND, "usgs", key, { generated, hashes, doubtful } satisfies StoredLines);
}

/**
 * What was read of the lines that gave the events of a state. Where it is not known, every line is read.
 *
 * @param state SHA-256 of the file of the state
 * @param events of the state
 */
export function recallLines(derived: DerivedCache, state: string, events: readonly UsgsEvent[]): KnownLines {
  const key = resultKey(codeOfReader(), [state]);
  const stored = key === undefined ? undefined : (derived.recall(KIND, "usgs", key) as StoredLines | undefined);
  if (!stored) return NO_LINES;
  const { generated, hashes, doubtful } = stored;
  const readings = new Map<string, FeatureReading>();
  for (const [at, event] of events.entries()) {
    const line = hashes[at];
    if (typeof line === "string") readings.set(line, { kind: "event", event, doubtful: doubtful[line] ?? [] });
  }
  return { generated, readings };
}
