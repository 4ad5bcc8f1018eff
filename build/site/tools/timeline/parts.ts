import { astronomical, type Span } from "../../charts/time-axis.ts";
import type { HistoricalEarthquake } from "../history.ts";
import type { ValuesOf } from "../tool.ts";

/** The historical catalogue begins here, and the form ends there. */
const FIRST_YEAR = -2150;
const LAST_YEAR = 2100;

export const TIMELINE_FIELDS = [
  { kind: "number", name: "from", least: FIRST_YEAR, most: LAST_YEAR, step: 1, first: FIRST_YEAR },
  { kind: "number", name: "to", least: FIRST_YEAR, most: LAST_YEAR, step: 1, first: LAST_YEAR },
  { kind: "choice", name: "by", options: ["deaths", "magnitude"], first: "deaths" },
  { kind: "choice", name: "spacing", options: ["ago", "even"], first: "ago" },
  { kind: "number", name: "deaths", least: 0, most: 1_000_000, step: 1, first: 0 },
  { kind: "number", name: "magnitude", least: 0, most: 9.5, step: 0.1, first: 0 },
] as const;

export type TimelineFields = typeof TIMELINE_FIELDS;
export type TimelineValues = ValuesOf<TimelineFields>;

/** Whole years, astronomical, from the first earthquake to the year after the last. */
export function spanOf(earthquakes: readonly HistoricalEarthquake[]): Span {
  const [first, last] = [earthquakes[0], earthquakes.at(-1)];
  return [Math.floor(first?.year ?? 0), Math.floor(last?.year ?? 0) + 1];
}

/** The part of what there is that a reader asks for, whichever way round. */
export function viewOf({ from, to }: Pick<TimelineValues, "from" | "to">, [least, most]: Span): Span {
  const [start, end] = [astronomical(Math.min(from, to)), astronomical(Math.max(from, to))];
  const inside = Math.min(Math.max(start, least), most - 1);
  return [inside, Math.max(inside + 1, Math.min(end, most))];
}

/** Those of which the figure is known and not zero, the largest first. */
export function ranked(shown: readonly HistoricalEarthquake[], by: TimelineValues["by"]): HistoricalEarthquake[] {
  return shown
    .filter((earthquake) => (earthquake[by] ?? 0) > 0)
    .toSorted((a, b) => (b[by] ?? 0) - (a[by] ?? 0) || b.year - a.year);
}

export function nameOf({ name, place }: HistoricalEarthquake): string {
  return name === null || place.includes(name) ? place : `${name}, ${place}`;
}
