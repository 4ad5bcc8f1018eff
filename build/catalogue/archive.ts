import type { HistoricalRecord, LiveEvent } from "../agencies/records.ts";
import { isEarthquake } from "./classify.ts";
import { matchWindow } from "./merge.ts";
import type { CompleteSpan } from "./tally.ts";

/**
 * What the first agency has reported over the years, the recent events among them: what is not listed is counted all the
 * same. Too much to be in memory at once, so it is read as often as it is needed.
 */
export interface Archive {
  /** In no order, each once. */
  events: () => Iterable<LiveEvent>;
  /** The span of which it lacks no earthquake; null where it is what was seen by chance. */
  complete: CompleteSpan | null;
}

/**
 * Earthquakes of the archive that could be ones of the historical catalogue, by their time.
 *
 * @param isListed whether an id is that of an event which is at hand already
 */
export function nearHistorical(
  archive: Archive,
  historical: readonly HistoricalRecord[],
  isListed: (id: string) => boolean,
): LiveEvent[] {
  const windows = historical.flatMap((record) => matchWindow(record) ?? []).toSorted((a, b) => a.from - b.from);
  const near = joined(windows);
  const found: LiveEvent[] = [];
  for (const event of archive.events()) {
    if (isEarthquake(event.type) && isWithin(near, event.time) && !isListed(event.id)) found.push(event);
  }
  return found;
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
