import type { ListedEarthquake } from "../../earthquakes/table.ts";

/** The earthquakes that have arrived since the page was opened. */
export type News = ReturnType<typeof createNews>;

/** @param clock monotonic, ms */
export function createNews(clock: () => number) {
  const seen = new Set<string>();
  const opened = new Set<string>();
  const arrivals = new Map<string, number>();
  return {
    /** The arrival time of each new earthquake, ms on the page's clock. */
    arrivals: arrivals as ReadonlyMap<string, number>,
    /**
     * Records the earthquakes of a selection.
     *
     * @param selection identifies it
     * @returns those that are new since the last call; none on the first call for a selection
     */
    note(selection: string, quakes: readonly ListedEarthquake[]): ListedEarthquake[] {
      const unseen = quakes.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      if (!opened.has(selection)) {
        opened.add(selection);
        return [];
      }
      for (const { id } of unseen) arrivals.set(id, clock());
      return unseen;
    },
  };
}
