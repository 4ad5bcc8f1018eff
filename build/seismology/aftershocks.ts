import { poissonAtMost } from "./poisson-interval.ts";

/**
 * How a sequence of aftershocks goes on average (Reasenberg & Jones, 1989, Science 243, 1173): after a mainshock of
 * magnitude m there are 10^(a + b (m − M)) · (t + c)^−p earthquakes of magnitude M and more a day, t days after it.
 */
export interface AftershockLaw {
  /**
   * Productivity: log10 of the number of aftershocks per day, one day after the mainshock (without c), that are at least as large
   * as it.
   */
  a: number;
  /** Decrease of the logarithm per unit of magnitude. */
  b: number;
  /** Exponent of the decay with time. */
  p: number;
  /** Delay of the decay, days. */
  c: number;
  /** Variation of a between sequences, as a normal distribution; null if only one figure is published. */
  spread: Spread | null;
}

/** The standard deviation of a: √(own² + small² / 10^max(m, 6)), where m is the mainshock's magnitude. */
interface Spread {
  own: number;
  small: number;
}

/**
 * Of California, generic: Reasenberg & Jones (1989), unchanged in their update (1994, Science 265, 1251). They left out sequences
 * with few aftershocks, so the law overestimates the average (Hardebeck et al. 2018).
 */
const CALIFORNIA_1989: AftershockLaw = { a: -1.67, b: 0.91, p: 1.08, c: 0.05, spread: null };

/** A regime of Page et al. (2016): b is 1 and c is 0.018 days everywhere, and `own` is 0.49. */
function regime(a: number, p: number, small: number): AftershockLaw {
  return { a, b: 1, p, c: 0.018, spread: { own: 0.49, small } };
}

/** A region of California of Hardebeck et al. (2018). */
function california(a: number, p: number, c: number, own: number): AftershockLaw {
  return { a, b: 1, p, c, spread: { own, small: 0 } };
}

/**
 * The published parameters. Those of tectonic regimes (the names are those of García et al. 2012, BSSA 102, 185) are from
 * Page et al. (2016, BSSA 106, 2290, doi:10.1785/0120160073), those of parts of California from Hardebeck et al. (2018, Seismol.
 * Res. Lett. 90, 262, doi:10.1785/0220180240); both as the USGS uses them (opensha-oaf, GenericRJ_ParametersFetch.json, CC0).
 */
export const AFTERSHOCK_LAWS = {
  "california-1989": CALIFORNIA_1989,
  "california-south": california(-2.3, 0.83, 0.0033, 0.5),
  "california-north": california(-2.64, 0.96, 0.012, 0.48),
  "california-mendocino": california(-3.18, 1.15, 0.05, 0.47),
  "california-hydrothermal": california(-1.79, 0.94, 0.026, 0.29),
  "active-shallow": regime(-2.42, 0.98, 570),
  "active-deep": regime(-2.13, 0.98, 250),
  "active-oceanic": regime(-3.19, 1.08, 500),
  "active-hot-spot": regime(-3, 1.12, 680),
  "above-slab-shallow": regime(-2.85, 1.06, 800),
  "above-slab-deep": regime(-2.29, 1.01, 560),
  "above-slab-oceanic": regime(-2.82, 0.64, 890),
  "stable-continent": regime(-2.85, 0.73, 870),
  "stable-ocean": regime(-3.04, 0.97, 650),
  subduction: regime(-2.47, 0.88, 570),
  "subduction-inland": regime(-2.43, 0.86, 640),
  "subduction-onshore": regime(-2.34, 0.81, 500),
  "subduction-outer": regime(-2.42, 0.92, 540),
} as const satisfies Record<string, AftershockLaw>;

export type AftershockRegime = keyof typeof AFTERSHOCK_LAWS;

interface AftershockQuestion {
  /** Magnitude of the mainshock. */
  mainshock: number;
  /** Minimum magnitude of the counted aftershocks. */
  least: number;
  /** Days after the mainshock, 0 or more: begin and end of the counted period. */
  from: number;
  to: number;
}

/** The forecast of the law, with the variation between sequences where it is known, and with chance (Poisson). */
export interface AftershockForecast {
  /** Of one or more, 0 to 1. */
  probability: number;
  /** The mean over sequences. */
  mean: number;
  /** The interval with a probability of 95 %; `median` is the middle of all cases. */
  low: number;
  median: number;
  high: number;
}

/** Number of productivities in the sum, as at the USGS (operational aftershock forecast, scientific background). */
const GRID = { from: -4.5, to: -0.5, step: 0.01 };

/** ∫ (t + c)^−p dt in days, for t from `from` to `to`. It is accurate also near p = 1, where the power law becomes a logarithm. */
export function omoriIntegral({ p, c }: Pick<AftershockLaw, "p" | "c">, from: number, to: number): number {
  const exponent = 1 - p;
  const ratio = Math.log((to + c) / (from + c));
  if (exponent === 0) return ratio;
  return ((from + c) ** exponent * Math.expm1(exponent * ratio)) / exponent;
}

/** Expected earthquakes per day of magnitude `least` and more, `days` after the mainshock, in the average sequence. */
export function aftershockRate(law: AftershockLaw, mainshock: number, least: number, days: number): number {
  return 10 ** (law.a + law.b * (mainshock - least)) * (days + law.c) ** -law.p;
}

/** The expected number if a is exactly that of the law. */
export function expectedAftershocks(law: AftershockLaw, { mainshock, least, from, to }: AftershockQuestion): number {
  return 10 ** (law.a + law.b * (mainshock - least)) * omoriIntegral(law, from, to);
}

/** Standard deviation of a after a mainshock of that magnitude; 0 if none is published. */
export function productivitySpread({ spread }: AftershockLaw, mainshock: number): number {
  return spread ? Math.hypot(spread.own, spread.small / 10 ** (Math.max(mainshock, 6) / 2)) : 0;
}

/**
 * The number of aftershocks by the method of the USGS (Page et al. 2016; operational aftershock forecast, scientific background,
 * equation 2): a Poisson distribution for each productivity a, weighted by the frequency of a among sequences. It uses no data of
 * the sequence itself, and no secondary aftershocks beyond those in the average.
 *
 * @throws RangeError for times that are negative or in the wrong order
 */
export function forecastAftershocks(law: AftershockLaw, question: AftershockQuestion): AftershockForecast {
  if (!(question.from >= 0 && question.to >= question.from)) throw new RangeError("the days are in the wrong order");
  const each = expectedAftershocks({ ...law, a: 0 }, question);
  const means = productivities(law, question.mainshock).map(({ a, weight }) => ({ weight, mean: 10 ** a * each }));
  const sum = (value: (mean: number) => number) => means.reduce((total, { mean, weight }) => total + weight * value(mean), 0);
  const quantile = (share: number) => leastWhere((count) => sum((mean) => poissonAtMost(count, mean)) >= share);
  return {
    probability: sum((mean) => -Math.expm1(-mean)),
    mean: sum((mean) => mean),
    low: quantile(0.025),
    median: quantile(0.5),
    high: quantile(0.975),
  };
}

function productivities(law: AftershockLaw, mainshock: number): { a: number; weight: number }[] {
  const deviation = productivitySpread(law, mainshock);
  if (deviation === 0) return [{ a: law.a, weight: 1 }];
  const count = Math.round((GRID.to - GRID.from) / GRID.step);
  const grid = Array.from({ length: count + 1 }, (_, i) => {
    const a = GRID.from + i * GRID.step;
    return { a, weight: Math.exp(-(((a - law.a) / deviation) ** 2) / 2) };
  });
  const whole = grid.reduce((total, { weight }) => total + weight, 0);
  return grid.map(({ a, weight }) => ({ a, weight: weight / whole }));
}

/** The smallest whole number from 0 for which a condition is true that is true for all larger numbers. */
function leastWhere(holds: (count: number) => boolean): number {
  if (holds(0)) return 0;
  let [below, above] = [0, 1];
  while (!holds(above)) [below, above] = [above, above * 2];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}
