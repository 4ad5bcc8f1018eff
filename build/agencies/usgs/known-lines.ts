import type { Derive } from "../../store/derive.ts";
import type { UsgsEvent } from "../../store/records.ts";
import type { FeatureReading } from "./feature.ts";

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
