import { mulberry32 } from "../platform/random.ts";
import { type FrequencyMagnitude, lawFrom, type MagnitudeCounts, MIN_EVENTS } from "./frequency-magnitude.ts";

/** The magnitude of completeness, as estimated from the counts, and the law above it. */
export interface Completeness {
  /** Null if there is no earthquake, or the counts fit the law from no class. */
  magnitude: number | null;
  /** Standard error of the magnitude, at least half a class; null without a magnitude and where it is assumed. */
  error: number | null;
  /** Whether the magnitude is what such lists are known to have, and not an estimate from the counts. */
  assumed: boolean;
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

/** The magnitude from which recent lists of the world are taken to be complete, for texts. */
export const RECENT_WORLDWIDE_MAGNITUDE = RECENT_WORLDWIDE / 10;

/** In tenths: below this, only regions with dense networks, which publish within minutes, are complete. */
const DENSE_NETWORKS = 40;

/** In a list of more years, the weeks in which it is still added to mean little. */
const RECENT_YEARS = 1;

/**
 * The first class, starting with that of maximum curvature and its correction, from which the law explains `MIN_FIT` percent of the
 * counts. A list that begins at a chosen magnitude need not be complete there, so its first class is corrected too. The error is
 * the standard deviation over resamples of the counts (Efron, 1979, Ann. Statist. 7, 1), drawn the same each time. Each resample
 * has its own magnitude of completeness and b, so the error of b contains that of the magnitude.
 *
 * @param years period of the counts, more than 0
 * @param floor in tenths: below it the counts are known to be incomplete
 */
export function completenessOf(counts: MagnitudeCounts, years: number, floor = Number.NEGATIVE_INFINITY): Completeness {
  const least = leastClass(counts, floor);
  if (least === null) return { ...NOTHING, events: 0, absent: "too-few" };
  const found = firstFit(counts, years, least);
  if (found === "poor-fit") return { ...NOTHING, events: countFrom(counts, least), absent: found };
  const errors = bootstrapErrors(counts, floor);
  const error = Math.max(MIN_ERROR, errors.magnitude);
  if (found === "too-few") return { ...NOTHING, magnitude: least / 10, error, events: countFrom(counts, least), absent: found };
  const { fit } = found;
  const law = { ...found.law, bError: Math.max(found.law.bError, errors.b) };
  return { magnitude: law.completenessMagnitude, error, assumed: false, fit, events: law.events, law, absent: null };
}

const NOTHING = { magnitude: null, error: null, assumed: false, fit: null, law: null };

/**
 * The completeness of the list of a period. A floor that decides is assumed: it follows from other lists, so it has no error here.
 *
 * @param networks counts by network; a mixture is only as complete as the least complete network with enough events for an estimate
 * @param isWorld whether they are of the whole world
 */
export function listCompleteness(networks: readonly MagnitudeCounts[], years: number, isWorld: boolean): Completeness {
  const counts = sumOf(networks);
  const floor = recentFloor(counts, years, isWorld);
  const found = completenessOf(counts, years, Math.max(floor, mixtureFloor(networks)));
  const assumed = found.magnitude === floor / 10;
  return assumed ? { ...found, assumed, error: null } : found;
}

/** The largest of the least classes of the parts of a list, in tenths. */
export function mixtureFloor(parts: readonly MagnitudeCounts[]): number {
  return Math.max(...parts.map((part) => partClass(part) ?? Number.NEGATIVE_INFINITY));
}

/** The least class of a part of a list, in tenths; null with few events, since the class with the most is random then. */
export function partClass(part: MagnitudeCounts): number | null {
  return countFrom(part, Number.NEGATIVE_INFINITY) < MIN_EVENTS ? null : curvatureClass(part);
}

/** The counts of several lists together. */
export function sumOf(parts: readonly MagnitudeCounts[]): MagnitudeCounts {
  const all = new Map<number, number>();
  for (const part of parts) for (const [tenths, count] of part) all.set(tenths, (all.get(tenths) ?? 0) + count);
  return all;
}

/**
 * The floor for a list, in tenths: for one of the last hours or days, which smaller earthquakes are still added to, worldwide and for
 * regions that only the worldwide network watches.
 */
function recentFloor(counts: MagnitudeCounts, years: number, isWorld: boolean): number {
  const least = leastClass(counts, Number.NEGATIVE_INFINITY);
  const isDense = !isWorld && least !== null && least < DENSE_NETWORKS;
  return isDense || years > RECENT_YEARS ? Number.NEGATIVE_INFINITY : RECENT_WORLDWIDE;
}

/** The class with the most events (the smallest of several), with the correction, in tenths; null without any event. */
function curvatureClass(counts: MagnitudeCounts): number | null {
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

/** The standard deviations of the magnitude and of b over resamples; those without a value are left out. */
function bootstrapErrors(counts: MagnitudeCounts, floor: number): { magnitude: number; b: number } {
  const draw = seededPoisson(SEED);
  const magnitudes: number[] = [];
  const bs: number[] = [];
  const sample = new Map<number, number>();
  for (let at = 0; at < RESAMPLES; at++) {
    counts.forEach((count, tenths) => sample.set(tenths, draw(count)));
    const least = leastClass(sample, floor);
    const fit = least === null ? "too-few" : firstFit(sample, 1, least);
    if (typeof fit !== "string") {
      magnitudes.push(fit.law.completenessMagnitude);
      bs.push(fit.law.b);
    } else if (fit === "too-few" && least !== null) magnitudes.push(least / 10);
  }
  return { magnitude: deviation(magnitudes), b: deviation(bs) };
}

/** The standard deviation; 0 with fewer than two values. */
function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
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
