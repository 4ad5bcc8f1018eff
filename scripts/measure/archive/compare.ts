import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

/** What compareTree needs of answers. */
interface Plate {
  annual_earthquakes: { year: number; total: number; largest_magnitude: number | null }[];
}
interface Detail {
  occurred_at: string;
  plate: object | null;
  sources: { agency: string }[];
}

/**
 * Compares the yearly totals of all plates of a tree with a plain count of earthquakes: what is more has to be the listed
 * events that the agency does not know.
 *
 * @param events of which the earthquakes had to be counted
 */
export function compareTree(events: readonly Row[], tree: string): Comparison[] {
  const counted = countByYear(events.filter(({ type }) => type === "earthquake"));
  for (const { occurred_at: at, plate, sources } of answersIn<Detail>(join(tree, "api/v1/earthquakes"))) {
    if (!plate || sources.some(({ agency }) => agency === "usgs")) continue;
    const year = yearOf(at);
    counted.set(year, (counted.get(year) ?? 0) + 1);
  }
  const encoded = new Map<number, number>();
  for (const { annual_earthquakes: years } of answersIn<Plate>(join(tree, "api/v1/plates"))) {
    for (const { year, total } of years) encoded.set(year, (encoded.get(year) ?? 0) + total);
  }
  return [{ what: "yearly totals of all plates in the tree", result: differences(encoded, counted) }];
}

/** Of an ISO 8601 time, also with a sign and six digits. */
function yearOf(at: string): number {
  return Number(/^[+-]?\d+/.exec(at)?.[0]);
}

function answersIn<Content>(folder: string): Content[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Content);
}

/** `the same`, or what one map says otherwise than the other; what is not in a map counts as 0. */
export function differences(found: ReadonlyMap<number, number>, expected: ReadonlyMap<number, number>): string {
  const keys = [...new Set([...found.keys(), ...expected.keys()])].toSorted((a, b) => a - b);
  const differing = keys.filter((key) => (found.get(key) ?? 0) !== (expected.get(key) ?? 0));
  if (differing.length === 0) return "the same";
  const encoded = differing.slice(0, MAX_DIFFERENCES).map((key) => `${key}: ${found.get(key) ?? 0}, not ${expected.get(key) ?? 0}`);
  return `${differing.length} of ${keys.length} differ: ${encoded.join("; ")}`;
}
