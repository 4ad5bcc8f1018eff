/** The frequency of earthquakes by magnitude: log10 N(≥ M) = a − b·M (Gutenberg & Richter, 1944). */
export interface FrequencyMagnitude {
  /** Decrease of the logarithm per unit of magnitude; about 1 nearly everywhere. */
  b: number;
  /** Standard error of b. */
  bError: number;
  /** log10 of the number per year of magnitude 0 and more, if the law held so far down. */
  a: number;
  /** The magnitude from which the counts are taken to be complete. */
  completenessMagnitude: number;
  /** Earthquakes of that magnitude and more, from which a and b are estimated. */
  events: number;
  /** Period of the counts. */
  years: number;
}

/** Number of earthquakes by magnitude, rounded to tenths (key 52: 5.2). */
export type MagnitudeCounts = ReadonlyMap<number, number>;

/** Width of a class of magnitudes, as catalogues publish them. */
const WIDTH = 0.1;

/** With fewer events the error of b exceeds a seventh, and b is meaningless. */
export const MIN_EVENTS = 50;

/** Fewer classes do not determine a line. */
const MIN_CLASSES = 3;

/**
 * Estimates a and b by maximum likelihood (Aki, 1965, Bull. Earthq. Res. Inst. 43, 237; with Utsu's correction for classes of
 * finite width, 1966), and the error of b by Shi & Bolt (1982, BSSA 72, 1677).
 *
 * @param years period of the counts, more than 0
 * @param complete in tenths: from here on the counts are complete
 * @returns null if there are too few events
 */
export function lawFrom(counts: MagnitudeCounts, years: number, complete: number): FrequencyMagnitude | null {
  // No lists are made: a bootstrap estimates thousands of laws.
  let [events, classes, sum, squares] = [0, 0, 0, 0];
  counts.forEach((count, tenths) => {
    if (tenths < complete || count <= 0) return;
    events += count;
    classes++;
    sum += tenths * count;
  });
  if (events < MIN_EVENTS || classes < MIN_CLASSES) return null;
  const mean = sum / events / 10;
  counts.forEach((count, tenths) => {
    if (tenths >= complete && count > 0) squares += count * (tenths / 10 - mean) ** 2;
  });
  const magnitude = complete / 10;
  const b = Math.LOG10E / (mean - (magnitude - WIDTH / 2));
  return {
    b,
    bError: Math.LN10 * b ** 2 * Math.sqrt(squares / (events * (events - 1))),
    a: Math.log10(events / years) + b * magnitude,
    completenessMagnitude: magnitude,
    events,
    years,
  };
}

/** The number of events of each class. */
export function magnitudeCounts(magnitudes: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const magnitude of magnitudes) {
    const tenths = magnitudeClass(magnitude);
    counts.set(tenths, (counts.get(tenths) ?? 0) + 1);
  }
  return counts;
}

/** The expected number of events of a magnitude and more in the years of a law. */
export function expectedFrom({ a, b, years }: FrequencyMagnitude, magnitude: number): number {
  return years * 10 ** (a - b * magnitude);
}

/** The class of a magnitude: tenths, rounded half up, as agencies do. */
export function magnitudeClass(magnitude: number): number {
  return Math.floor(magnitude * 10 + 0.5 + 1e-9);
}
