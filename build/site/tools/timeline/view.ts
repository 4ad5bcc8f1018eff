import { COUNTRY_CODES } from "../../../contract/texts/vocabulary.ts";
import type { ArchiveAbsence, ArchivedEarthquakes, ArchiveQuery, Period } from "../../client/archive.ts";
import { type ListedEarthquake, listedOf } from "../../earthquakes/table.ts";
import { type PlaceContext, placeWords } from "../../format/place-text.ts";
import { ARCHIVE_MOST } from "../archived.ts";
import type { ValuesOf } from "../tool.ts";

/**
 * NOAA's table begins in this year, and the embedded sample in 780 BC; the view is limited to the available years. The form
 * ends with LAST_YEAR.
 */
const FIRST_YEAR = -2150;
const LAST_YEAR = 2100;

export const TIMELINE_FIELDS = [
  { kind: "choice", name: "hours", options: ["history", "archive"], first: "history" },
  { kind: "choice", name: "country", options: ["all", ...COUNTRY_CODES], first: "all", filled: true },
  { kind: "number", name: "from", least: FIRST_YEAR, most: LAST_YEAR, step: 1, first: FIRST_YEAR },
  { kind: "number", name: "to", least: FIRST_YEAR, most: LAST_YEAR, step: 1, first: LAST_YEAR },
  { kind: "choice", name: "by", options: ["deaths", "magnitude"], first: "deaths" },
  { kind: "choice", name: "spacing", options: ["ago", "even"], first: "ago" },
  { kind: "number", name: "deaths", least: 0, most: 1_000_000, step: 1, first: 0 },
  { kind: "number", name: "magnitude", least: 0, most: 9.5, step: 0.1, first: 0 },
] as const;

export type TimelineFields = typeof TIMELINE_FIELDS;
export type TimelineValues = ValuesOf<TimelineFields>;

/** Integer astronomical years, from the first earthquake to the year after the last. */
export function spanOf(earthquakes: readonly HistoricalEarthquake[]): Span {
  const [first, last] = [earthquakes[0], earthquakes.at(-1)];
  return [Math.floor(first?.year ?? 0), Math.floor(last?.year ?? 0) + 1];
}

/** The part of the available years that the reader selects. The two ends may be in either order. */
export function viewOf({ from, to }: Pick<TimelineValues, "from" | "to">, [least, most]: Span): Span {
  const [start, end] = [astronomical(Math.min(from, to)), astronomical(Math.max(from, to))];
  const inside = Math.min(Math.max(start, least), most - 1);
  return [inside, Math.max(inside + 1, Math.min(end, most))];
}

/** The earthquakes whose figure is known and not zero, largest first. The least number of a class is left out: equal marks form a line. */
export function ranked(shown: readonly HistoricalEarthquake[], by: TimelineValues["by"]): HistoricalEarthquake[] {
  const isKnown = (one: HistoricalEarthquake) => (one[by] ?? 0) > 0 && !(by === "deaths" && one.atLeast);
  return shown.filter(isKnown).toSorted((a, b) => (b[by] ?? 0) - (a[by] ?? 0) || b.year - a.year);
}

export function nameOf({ name, place }: HistoricalEarthquake, context: PlaceContext): string {
  const text = placeWords(place, context);
  return name === null || text.includes(name) ? text : `${name}, ${text}`;
}

/** Astronomical years: 0 is 1 BC. They may have a fraction. */
export type Span = readonly [from: number, to: number];

/** `even`: a linear axis. `ago`: an axis that is logarithmic in the time before the edge. */
type Spacing = "even" | "ago";

/**
 * Converts between years and positions on the axis, in which zooming and panning are computed. @param edge a year after every
 * earthquake
 */
export function positionOf(spacing: Spacing, edge: number): { of: (year: number) => number; year: (position: number) => number } {
  if (spacing === "even") return { of: (year) => year, year: (position) => position };
  return { of: (year) => -Math.log10(edge - year), year: (position) => edge - 10 ** -position };
}

/** The narrowest view, years. */
const MIN_YEARS = 1;

/**
 * A zoomed and shifted view, limited to the available years. The zoom keeps the middle of the view.
 *
 * @param factor values below 1 show less
 * @param shift in widths of the view; positive values are later
 */
export function movedView(
  view: Span,
  whole: Span,
  { spacing, factor = 1, shift = 0 }: { spacing: Spacing; factor?: number; shift?: number },
): Span {
  const axis = positionOf(spacing, edgeOf(whole));
  const [from, to, least, most] = [view[0], view[1], whole[0], whole[1]].map(axis.of) as [number, number, number, number];
  const width = Math.min(most - least, (to - from) * factor);
  const middle = (from + to) / 2 + shift * width;
  const start = Math.min(Math.max(least, middle - width / 2), most - width);
  return atLeastAYear([axis.year(start), axis.year(start + width)], whole);
}

function atLeastAYear([from, to]: Span, [least, most]: Span): Span {
  const start = Math.max(least, Math.min(Math.round(from), most - MIN_YEARS));
  return [start, Math.max(start + MIN_YEARS, Math.min(most, Math.round(to)))];
}

/** The reference year of the axis `ago`. @param whole all available years */
export function edgeOf([, to]: Span): number {
  return to + 1;
}

const STEPS = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1] as const;

/**
 * Round years of a view with enough distance between their labels. Rounder years take precedence. Years BC are rounded as
 * they are written: 1000 BC is the year -999.
 *
 * @param place converts a year to a coordinate of the drawing
 * @param apart least distance of two labels in the drawing
 */
export function roundYears([from, to]: Span, place: (year: number) => number, apart: number): number[] {
  const kept: number[] = [];
  for (const step of STEPS) {
    if ((to - from) / step > 5_000) continue;
    for (const year of multiples(from, to, step)) {
      if (kept.every((other) => Math.abs(place(other) - place(year)) >= apart)) kept.push(year);
    }
  }
  return kept.toSorted((a, b) => a - b);
}

function* multiples(from: number, to: number, step: number): Iterable<number> {
  for (let before = Math.floor((1 - from) / step) * step; before >= step; before -= step) {
    if (1 - before <= to) yield 1 - before;
  }
  for (let year = Math.max(step, Math.ceil(from / step) * step); year <= to; year += step) yield year;
}

/** Converts a historical year to an astronomical one: -2150 is 2150 BC, and there is no year 0. */
export function astronomical(historical: number): number {
  return historical < 0 ? historical + 1 : Math.max(1, historical);
}

/** The inverse of `astronomical`. */
export function historical(year: number): number {
  return year <= 0 ? year - 1 : year;
}

/** What was read of the archive for the values of a key, or why there is nothing. */
export type TimelineArchive = { key: string } & (
  | { absent: ArchiveAbsence }
  | {
      /** Oldest first. */
      earthquakes: readonly HistoricalEarthquake[];
      /** All years for which the archive is complete. */
      whole: Span;
      /** ms since 1970 UTC. */
      since: number;
    }
);

/** Values with the same key use the same part of the archive. */
export function archiveKey({ country, magnitude, from, to }: TimelineValues): string {
  return [country, magnitude, from, to].join(" ");
}

/** The query for the earthquakes of the years that are shown. */
export function archiveQuery(values: TimelineValues): ArchiveQuery {
  const { country, magnitude: least } = values;
  return {
    least,
    country: country === "all" ? undefined : country,
    most: ARCHIVE_MOST,
    periodIn: (complete) => {
      const [from, to] = viewOf(values, yearsOf(complete));
      return { from: Math.max(complete.from, startOf(from)), to: Math.min(complete.to, startOf(to) - 1) };
    },
  };
}

/** @param found the answer to `archiveQuery` of the same values */
export function timelineArchive(values: TimelineValues, found: ArchivedEarthquakes): TimelineArchive {
  const key = archiveKey(values);
  if ("absent" in found) return { key, absent: found.absent };
  const { earthquakes, complete } = found;
  return {
    key,
    earthquakes: earthquakes.toReversed().map((one) => historicalOf(listedOf(one))),
    whole: yearsOf(complete),
    since: complete.from,
  };
}

function yearsOf({ from, to }: Period): Span {
  return [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear() + 1];
}

/** The start of a year, ms since 1970 UTC. */
function startOf(year: number): number {
  return new Date(0).setUTCFullYear(year);
}

/** An earthquake on an axis of years. */
export interface HistoricalEarthquake extends ListedEarthquake {
  /** Astronomical year with a fraction. */
  year: number;
}

export function historicalOf(one: ListedEarthquake): HistoricalEarthquake {
  return { ...one, year: yearOf(one.when) };
}

const WHEN = /^([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?/;

/** @throws RangeError if the text is not a time of the table of earthquakes */
export function yearOf(when: string): number {
  const [, year, month = "1", day = "1"] = WHEN.exec(when) ?? [];
  if (year === undefined) throw new RangeError(`${when} is not a time of the historical earthquakes`);
  return Number(year) + (Number(month) - 1) / 12 + (Number(day) - 1) / 366;
}
