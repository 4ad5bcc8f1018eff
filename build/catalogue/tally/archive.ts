import type { HistoricalRecord, LiveEvent } from "../../store/records.ts";
import { isEarthquake } from "../classify.ts";
import { matchWindow } from "../merge/merge.ts";
import type { CompleteSpan } from "./tally.ts";

/**
 * What the first agency has reported over the years and is not at hand as live any more: what is not listed is counted all
 * the same. Too much to be in memory at once, so it comes in parts.
 */
export interface Archive {
  parts: readonly ArchivePart[];
  /** The span of which it lacks no earthquake; null where it is what was seen by chance. */
  complete: CompleteSpan | null;
  remember: Remember;
}

export interface ArchivePart {
  /** Another for other events. */
  key: string;
  /** In no order, each once, and in no other part. */
  events: () => Iterable<LiveEvent>;
}

/**
 * Gives what was made of a part the last time, or makes it. Parts hardly ever change, and to read a hundred years of
 * earthquakes each minute would take longer than all else. What is made is JSON.
 *
 * @param kind a word for what is made
 * @param part its key
 * @param dependsOn whatever else the value follows from; of a kind and a part only one is remembered
 */
type Remember = <Value>(kind: string, part: string, dependsOn: string, make: () => Value) => Value;

/** Earthquakes of the archive that could be ones of the historical catalogue, by their time, with their numbers known. */
export function nearHistorical(archive: Archive, historical: readonly HistoricalRecord[]): LiveEvent[] {
  const windows = joined(historical.flatMap((record) => matchWindow(record) ?? []).toSorted((a, b) => a.from - b.from));
  const spans = windows.map(({ from, to }) => `${from}-${to}`).join();
  return archive.parts.flatMap((part) =>
    archive.remember("near", part.key, spans, () => {
      const near: LiveEvent[] = [];
      for (const event of part.events()) if (isCandidate(event, windows)) near.push(event);
      return near;
    }),
  );
}

function isCandidate(event: LiveEvent, windows: readonly Window[]): boolean {
  const { type, time, magnitude, latitude, longitude } = event;
  const known = magnitude !== null && latitude !== null && longitude !== null;
  return known && isEarthquake(type) && isWithin(windows, time);
}

interface Window {
  from: number;
  to: number;
}

/** Windows that touch made one. */
function joined(windows: readonly Window[]): Window[] {
  const whole: Window[] = [];
  for (const { from, to } of windows) {
    const last = whole.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else whole.push({ from, to });
  }
  return whole;
}

function isWithin(windows: readonly Window[], time: number): boolean {
  let low = 0;
  let high = windows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((windows[middle] as Window).from <= time) low = middle + 1;
    else high = middle;
  }
  const window = windows[low - 1];
  return window !== undefined && time <= window.to;
}
