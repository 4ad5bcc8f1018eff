import { type Completeness, completenessOf, mixtureFloor, sumOf } from "../../seismology/completeness.ts";
import { magnitudeClass } from "../../seismology/frequency-magnitude.ts";
import { isSignificant } from "../classify.ts";

/** Counts of the earthquakes of a country or a plate, by UTC year. */
export type Tally = Record<number, TallyYear>;

export interface TallyYear {
  total: number;
  significant: number;
  /** Largest known magnitude. */
  largest: number | null;
  /** Number of earthquakes for each tenth of magnitude. */
  magnitudes: Record<number, number>;
}

/** A span in which every earthquake is known. */
export interface ArchivedSpan {
  /** Origin times, ms since 1970 UTC. */
  from: number;
  to: number;
  /** Minimum magnitude. */
  magnitude: number;
}

/** The fields of an earthquake that are counted. */
export interface Counted {
  /** ms since 1970 UTC. */
  time: number;
  magnitude: number | null;
  significant: boolean;
}

export function countIn(tally: Tally, { time, magnitude, significant }: Counted): void {
  const year = yearOf(tally, new Date(time).getUTCFullYear());
  year.total++;
  if (significant) year.significant++;
  if (magnitude === null) return;
  year.largest = larger(year.largest, magnitude);
  increase(year.magnitudes, magnitudeClass(magnitude), 1);
}

export function addTally(tally: Tally, other: Tally): void {
  for (const [number, counts] of Object.entries(other)) {
    const year = yearOf(tally, Number(number));
    year.total += counts.total;
    year.significant += counts.significant;
    year.largest = larger(year.largest, counts.largest);
    for (const [tenths, count] of Object.entries(counts.magnitudes)) increase(year.magnitudes, Number(tenths), count);
  }
}

/** The year of a tally, added if missing. */
export function yearOf(tally: Tally, number: number): TallyYear {
  return (tally[number] ??= { total: 0, significant: 0, largest: null, magnitudes: {} });
}

/** The larger of two magnitudes, either of which may be unknown. */
export function larger(a: number | null, b: number | null): number | null {
  return a === null || (b !== null && b > a) ? b : a;
}

export function increase(counts: Record<number, number>, key: number, by: number): void {
  counts[key] = (counts[key] ?? 0) + by;
}

/** The sum over all years. */
export function totalOf(tally: Tally | undefined): Omit<TallyYear, "magnitudes"> {
  const sum = { total: 0, significant: 0, largest: null as number | null };
  for (const { total, significant, largest } of Object.values(tally ?? {})) {
    sum.total += total;
    sum.significant += significant;
    sum.largest = larger(sum.largest, largest);
  }
  return sum;
}

/** The UTC years that are completely within a span: the first, and the one after the last; null if there are none. */
export function wholeYears({ from, to }: ArchivedSpan): { first: number; next: number } | null {
  const first = new Date(from - 1).getUTCFullYear() + 1;
  const next = new Date(to).getUTCFullYear();
  return next > first ? { first, next } : null;
}

/** Networks have become denser, so the magnitude of completeness of a long span is that of its worst part with this number of years. */
export const PART_YEARS = 10;

/** The completeness of the whole years of a span, and the Gutenberg–Richter law above it; null without whole years. */
export function completenessIn(tally: Tally | undefined, complete: ArchivedSpan | null): Completeness | null {
  const span = complete && wholeYears(complete);
  if (!span) return null;
  const { first, next } = span;
  const least = magnitudeClass(complete.magnitude);
  const parts: Map<number, number>[] = [];
  for (let from = first; from < next; from += PART_YEARS) parts.push(countsOf(tally, from, Math.min(from + PART_YEARS, next), least));
  return completenessOf(sumOf(parts), next - first, Math.max(least, mixtureFloor(parts)));
}

/** Number of events of each class from `least` upwards, in the years from `first` until before `next`. */
function countsOf(tally: Tally | undefined, first: number, next: number, least: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (let year = first; year < next; year++) {
    for (const [key, count] of Object.entries(tally?.[year]?.magnitudes ?? {})) {
      const tenths = Number(key);
      if (tenths >= least) counts.set(tenths, (counts.get(tenths) ?? 0) + count);
    }
  }
  return counts;
}

/** The counted fields of an earthquake that is in no historical catalogue. */
export function counted(event: { time: number; magnitude: number | null; significance: number | null }): Counted {
  const { time, magnitude, significance } = event;
  return { time, magnitude, significant: isSignificant(magnitude, significance, false) };
}
