import { isSignificant } from "./classify.ts";
import { type MagnitudeCounts, magnitudeClass } from "./frequency-magnitude.ts";

/** What is counted of the earthquakes of a country or a plate. */
export interface Tally {
  total: number;
  significant: number;
  /** Largest known magnitude. */
  largest: number | null;
  /** By UTC year. */
  years: Map<number, TallyYear>;
  /** Of the span for which the archive is complete, by tenth of magnitude. */
  magnitudes: Map<number, number>;
}

export interface TallyYear {
  total: number;
  significant: number;
  largest: number | null;
}

/** The earthquakes that are known of a span without a gap. */
export interface CompleteSpan {
  /** Origin times, ms since 1970 UTC. */
  from: number;
  to: number;
  /** From this magnitude on. */
  magnitude: number;
}

/** An earthquake as far as it is counted. */
export interface Counted {
  /** ms since 1970 UTC. */
  time: number;
  magnitude: number | null;
  significant: boolean;
}

export function emptyTally(): Tally {
  return { total: 0, significant: 0, largest: null, years: new Map(), magnitudes: new Map() };
}

/** Counts an earthquake; `complete` is the span whose magnitudes are counted, if there is one. */
export function countIn(tally: Tally, { time, magnitude, significant }: Counted, complete: CompleteSpan | null): void {
  addTo(tally, magnitude, significant);
  const number = new Date(time).getUTCFullYear();
  const year = tally.years.get(number) ?? { total: 0, significant: 0, largest: null };
  tally.years.set(number, year);
  addTo(year, magnitude, significant);
  if (magnitude === null || !complete || magnitude < complete.magnitude) return;
  if (time < complete.from || time > complete.to) return;
  const tenths = magnitudeClass(magnitude);
  tally.magnitudes.set(tenths, (tally.magnitudes.get(tenths) ?? 0) + 1);
}

function addTo(counts: TallyYear, magnitude: number | null, significant: boolean): void {
  counts.total++;
  if (significant) counts.significant++;
  if (magnitude !== null && (counts.largest === null || magnitude > counts.largest)) counts.largest = magnitude;
}

/** The counts of a tally as the law of Gutenberg and Richter takes them. */
export function magnitudesOf(tally: Tally | undefined): MagnitudeCounts {
  return tally?.magnitudes ?? new Map();
}

/** An earthquake of the archive, which is in no historical catalogue, as it is counted. */
export function counted(event: { time: number; magnitude: number | null; significance: number | null }): Counted {
  const { time, magnitude, significance } = event;
  return { time, magnitude, significant: isSignificant(magnitude, significance, false) };
}
