import type { Quake } from "../quake.ts";
import type { Period } from "../view-state.ts";

/** Which earthquakes have come since the page was opened. */
export interface News {
  /** When each new one came, ms on the page's clock. */
  arrivals: ReadonlyMap<string, number>;
  /** Takes note of what a period holds. @returns what nobody could have seen before; nothing when a period is first opened */
  note: (hours: Period, quakes: readonly Quake[]) => Quake[];
}

/** @param clock ms, only ever growing */
export function createNews(clock: () => number): News {
  const seen = new Set<string>();
  const opened = new Set<Period>();
  const arrivals = new Map<string, number>();
  return {
    arrivals,
    note(hours, quakes) {
      const unseen = quakes.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      if (!opened.has(hours)) {
        opened.add(hours);
        return [];
      }
      for (const { id } of unseen) arrivals.set(id, clock());
      return unseen;
    },
  };
}
