import { type FrequencyMagnitude, lawFrom, type MagnitudeCounts } from "./frequency-magnitude.ts";

/** The magnitude of completeness, as estimated from the counts, and the law above it. */
export interface Completeness {
  /** Null if there is no earthquake, or the counts fit the law from no class. */
  magnitude: number | null;
  /** Standard error of the magnitude, at least half a class; null without a magnitude. */
  error: number | null;
  /** Share of the cumulative counts that the law explains, percent; null without a law. */
  fit: number | null;
  /** Earthquakes of that magnitude and more; without a magnitude, from the smallest tested class. */
  events: number;
  law: FrequencyMagnitude | null;
  /** Why there is no law; null if there is one. */
  absent: "too-few" | "poor-fit" | null;
}

/** In tenths: maximum curvature underestimates the magnitude by about this (Woessner & Wiemer, 2005, BSSA 95, 684). */
export const CURVATURE_CORRECTION = 2;

/** Percent of the cumulative counts that the law must explain (Wiemer & Wyss, 2000, BSSA 90, 859). */
export const MIN_FIT = 90;

/** Half the width of a class: the smallest error. */
const MIN_ERROR = 0.05;

export const RESAMPLES = 200;

/**
 * In tenths: from this magnitude the USGS lists of the month and the week have nearly all earthquakes of the world within days.
 * Smaller ones are added for weeks, so evenly that the counts do not show it. `scripts/measure/completeness.ts` measures it.
 */
export const RECENT_WORLDWIDE = 50;

/** In tenths: below this, only regions with dense networks, which publish within minutes, are complete. */
const DENSE_NETWORKS = 40;

/**
 * The first class, starting with that of maximum curvature and its correction, from which the law explains `MIN_FIT` percent of the
 * counts. A list that begins at a chosen magnitude need not be complete there, so its first class is corrected too. The error is
 * the standard deviation over resamples of the counts (Efron, 1979, Ann. Statist. 7, 1), drawn the same each time.
 *
 * @param years period of the counts, more than 0
 * @param floor in tenths: below it the counts are known to be incomplete
 */
export function completenessOf(counts: MagnitudeCounts, years: number, floor = Number.NEGATIVE_INFINITY): Completeness {
  const least = leastClass(counts, floor);
  if (least === null) return { ...NOTHING, events: 0, absent: "too-few" };
  const found = firstFit(counts, years, least);
  if (found === "poor-fit") return { ...NOTHING, events: countFrom(counts, least), absent: found };
  const error = bootstrapError(counts, floor);
  if (found === "too-few") {
    return { magnitude: least / 10, error, fit: null, events: countFrom(counts, least), law: null, absent: found };
  }
  const { law, fit } = found;
  return { magnitude: law.completenessMagnitude, error, fit, events: law.events, law, absent: null };
}

const NOTHING = { magnitude: null, error: null, fit: null, law: null };

/**
 * The floor for a list of the last hours or days, in tenths: worldwide, and for regions that only the worldwide network watches.
 *
 * @param isWorld whether the counts are of the whole world, a mixture of regions
 */
export function recentFloor(counts: MagnitudeCounts, isWorld: boolean): number {
  const least = leastClass(counts, Number.NEGATIVE_INFINITY);
  const isDense = !isWorld && least !== null && least < DENSE_NETWORKS;
  return isDense ? Number.NEGATIVE_INFINITY : RECENT_WORLDWIDE;
}

/** The class with the most events (the smallest of several), with the correction, in tenths; null without any event. */
export function curvatureClass(counts: MagnitudeCounts): number | null {
  let [at, most] = [Number.NaN, 0];
  counts.forEach((count, tenths) => {
    if (count < most || (count === most && !(tenths < at))) return;
    at = tenths;
    most = count;
  });
  return Number.isNaN(at) ? null : at + CURVATURE_CORRECTION;
}

/** The smallest class that may be complete, in tenths. */
function leastClass(counts: MagnitudeCounts, floor: number): number | null {
  const curvature = curvatureClass(counts);
  return curvature === null ? null : Math.max(curvature, floor);
}

/** The number of events from a class. @param from in tenths */
export function countFrom(counts: MagnitudeCounts, from: number): number {
  let sum = 0;
  for (const [tenths, count] of counts) if (tenths >= from) sum += count;
  return sum;
}

function firstFit(
  counts: MagnitudeCounts,
  years: number,
  least: number,
): { law: FrequencyMagnitude; fit: number } | "too-few" | "poor-fit" {
  for (let tenths = least; ; tenths++) {
    const law = lawFrom(counts, years, tenths);
    if (!law) return tenths === least ? "too-few" : "poor-fit";
    const fit = goodnessOfFit(counts, law);
    if (fit >= MIN_FIT) return { law, fit };
  }
}

/** 100 minus the absolute difference between the cumulative counts and the law, as a percentage of the counts. */
function goodnessOfFit(counts: MagnitudeCounts, { b, events, completenessMagnitude }: FrequencyMagnitude): number {
  const from = Math.round(completenessMagnitude * 10);
  let [difference, all, above] = [0, 0, 0];
  for (let tenths = Math.max(...counts.keys()); tenths >= from; tenths--) {
    above += counts.get(tenths) ?? 0;
    difference += Math.abs(above - events * 10 ** ((-b * (tenths - from)) / 10));
    all += above;
  }
  return 100 - (100 * difference) / all;
}

/** The standard deviation of the magnitude over resamples, in magnitudes; resamples without a magnitude are left out. */
function bootstrapError(counts: MagnitudeCounts, floor: number): number {
  const draw = seededPoisson(SEED);
  const found: number[] = [];
  const sample = new Map<number, number>();
  for (let at = 0; at < RESAMPLES; at++) {
    counts.forEach((count, tenths) => sample.set(tenths, draw(count)));
    const least = leastClass(sample, floor);
    const fit = least === null ? "too-few" : firstFit(sample, 1, least);
    if (typeof fit !== "string") found.push(fit.law.completenessMagnitude);
    else if (fit === "too-few" && least !== null) found.push(least / 10);
  }
  if (found.length < 2) return MIN_ERROR;
  const mean = found.reduce((sum, magnitude) => sum + magnitude, 0) / found.length;
  const variance = found.reduce((sum, magnitude) => sum + (magnitude - mean) ** 2, 0) / (found.length - 1);
  return Math.max(MIN_ERROR, Math.sqrt(variance));
}

/** Fixed, so that the same counts have the same error everywhere. */
const SEED = 17;

/**
 * Draws from Poisson distributions: for counts by class this is the bootstrap with a random total (Hanley & MacGibbon, 2006,
 * Comput. Methods Programs Biomed. 83, 57). The time does not depend on the number of earthquakes.
 */
function seededPoisson(seed: number): (mean: number) => number {
  const random = mulberry32(seed);
  return (mean) => {
    if (mean > 30) {
      // The error of the distribution function is less than 0.01 here.
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
    }
    let count = 0;
    for (let product = random(); product > Math.exp(-mean); product *= random()) count++;
    return count;
  };
}

/** Numbers from 0 to 1 from the generator mulberry32 (public domain, T. Ettinger, 2017). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}
