import type { HistoricalEarthquake } from "./history.ts";
import type { Kit, ValuesOf } from "./tool.ts";

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

/** Those of which the figure is known and not zero, the largest first. */
export function ranked(shown: readonly HistoricalEarthquake[], by: TimelineValues["by"]): HistoricalEarthquake[] {
  return shown
    .filter((earthquake) => (earthquake[by] ?? 0) > 0)
    .toSorted((a, b) => (b[by] ?? 0) - (a[by] ?? 0) || b.year - a.year);
}

export function nameOf({ name, place }: HistoricalEarthquake): string {
  return name === null ? place : `${name}, ${place}`;
}

/** `1755`, `464 BC`. @param year astronomical, whole */
export function yearText(year: number, { say }: Pick<Kit, "say">): string {
  return year > 0 ? String(year) : say("year_bc", { year: 1 - year });
}
