import type { Quake } from "./quake.ts";
import type { ViewState } from "./view-state.ts";

/** The earthquakes that are strong enough, in the order they came in. */
export function strongEnough(quakes: readonly Quake[], { leastMagnitude }: Pick<ViewState, "leastMagnitude">): Quake[] {
  return quakes.filter(({ magnitude }) => leastMagnitude === null || magnitude >= leastMagnitude);
}

/** What the map and the list both show, in the order of the list; equal ones by id. */
export function shownOf(
  quakes: readonly Quake[],
  choice: Pick<ViewState, "leastMagnitude" | "until" | "sort">,
): Quake[] {
  const shown = strongEnough(quakes, choice).filter(({ time }) => choice.until === null || time <= choice.until);
  if (choice.sort === "newest") return shown.toSorted(newestFirst);
  return shown.toSorted((a, b) => b.magnitude - a.magnitude || newestFirst(a, b));
}

function newestFirst(a: Quake, b: Quake): number {
  return b.time - a.time || (a.id < b.id ? -1 : 1);
}

/** How many fall into each of equal parts of a span. @param from, to ms since 1970 UTC; the end belongs to the last part */
export function countsOver(quakes: readonly Quake[], from: number, to: number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0);
  for (const { time } of quakes) {
    const part = Math.min(parts - 1, Math.floor(((time - from) / (to - from)) * parts));
    if (part >= 0 && time <= to) counts[part] = (counts[part] as number) + 1;
  }
  return counts;
}
