import { archiveEvents } from "../../../build/agencies/usgs/archive.ts";
import { readUsgsState } from "../../../build/agencies/usgs/state.ts";
import { countByYear, type Row } from "./union.ts";

export interface Comparison {
  what: string;
  /** `the same`, or what differs. */
  result: string;
}

const MAX_LARGEST = 50;
const MAX_DIFFERENCES = 8;

/**
 * Compares a store with what the agency listed: events of each year, and the largest magnitudes with their ids.
 *
 * @param events that had to come, each with a magnitude
 */
export async function compareStore(events: readonly Row[], store: string): Promise<Comparison[]> {
  const state = await readUsgsState(store);
  if (!state) throw new Error(`the store ${store} holds nothing of the USGS`);
  const held: Sized[] = [];
  for (const { ids, time, magnitude: mag } of [...state.events, ...archiveEvents(store, state)]) {
    if (mag !== null) held.push({ ids, time, mag });
  }
  return [
    { what: "events in the store, each year", result: differences(countByYear(held), countByYear(events)) },
    {
      what: `the ${MAX_LARGEST} largest magnitudes in the store`,
      result: differences(largest(held), largest(events)),
    },
  ];
}

interface Sized {
  ids: readonly string[];
  time: number;
  mag: number | null;
}

/** Magnitude by origin time. */
function largest(events: readonly Sized[]): Map<number, number> {
  const sorted = events.toSorted((a, b) => (b.mag ?? 0) - (a.mag ?? 0) || a.time - b.time);
  return new Map(sorted.slice(0, MAX_LARGEST).map(({ time, mag }) => [time, mag ?? 0]));
}

/** `the same`, or what one map says otherwise than the other; what is not in a map counts as 0. */
export function differences(found: ReadonlyMap<number, number>, expected: ReadonlyMap<number, number>): string {
  const keys = [...new Set([...found.keys(), ...expected.keys()])].toSorted((a, b) => a - b);
  const differing = keys.filter((key) => (found.get(key) ?? 0) !== (expected.get(key) ?? 0));
  if (differing.length === 0) return "the same";
  const encoded = differing.slice(0, MAX_DIFFERENCES).map((key) => `${key}: ${found.get(key) ?? 0}, not ${expected.get(key) ?? 0}`);
  return `${differing.length} of ${keys.length} differ: ${encoded.join("; ")}`;
}
