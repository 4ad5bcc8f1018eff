/** Coverage of the interval: the minimum share of intervals with the true mean. */
export const CONFIDENCE = 0.95;

/** Number of bisections: more than the precision of a double. */
const STEPS = 100;

/** Smaller terms, relative to the largest, are negligible. */
const NEGLIGIBLE = 1e-18;

/** Above this mean the sum has many terms, and an approximation is as accurate. */
const LARGE = 10_000;

/**
 * The exact confidence interval of the mean of a Poisson distribution from one observed number (Garwood 1936, Biometrika 28, 437).
 * For a mean below the lower end, a number at least as large has a probability of at most 2.5 %; for a mean above the upper end, a
 * number at most as large. It assumes independent events, which aftershocks are not.
 *
 * @param count whole, 0 or more
 */
export function poissonInterval(count: number): { low: number; high: number } {
  const tail = (1 - CONFIDENCE) / 2;
  const far = count + 10 * Math.sqrt(count + 1) + 10;
  return {
    low: count === 0 ? 0 : meanAt((mean) => 1 - poissonAtMost(count - 1, mean) > tail, far),
    high: meanAt((mean) => poissonAtMost(count, mean) < tail, far),
  };
}

/** The mean from which `isBeyond` is true, by bisection from 0 to `far`. */
function meanAt(isBeyond: (mean: number) => boolean, far: number): number {
  let [low, high] = [0, far];
  for (let step = 0; step < STEPS && low < high; step++) {
    const middle = (low + high) / 2;
    if (isBeyond(middle)) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/** The probability of at most `count` events if the mean is `mean`. @param count whole, 0 or more */
export function poissonAtMost(count: number, mean: number): number {
  if (mean === 0) return 1;
  if (Math.abs(count - mean) > 10 * Math.sqrt(mean) + 40) return count > mean ? 1 : 0;
  if (mean > LARGE) return normalAtMost(count, mean);
  // The terms decrease on both sides of the most probable number: begin there, or at `count` if that is smaller.
  const start = Math.min(count, Math.floor(mean));
  const first = Math.exp(start * Math.log(mean) - mean - logFactorial(start));
  let sum = first;
  for (let k = start, term = first; k > 0 && term > first * NEGLIGIBLE; k--) sum += term *= k / mean;
  for (let k = start + 1, term = first; k <= count && term > first * NEGLIGIBLE; k++) sum += term *= mean / k;
  return Math.min(1, sum);
}

/** The cube root of a gamma variable is nearly normal (Wilson & Hilferty 1931, PNAS 17, 684): to 1e-6 for such large means. */
function normalAtMost(count: number, mean: number): number {
  const shape = count + 1;
  return normalCdf(3 * Math.sqrt(shape) * (1 - 1 / (9 * shape) - Math.cbrt(mean / shape)));
}

/** Stirling's series (Abramowitz & Stegun 1964, 6.1.41) in the range in which it is exact to 1e-10; otherwise the product. */
function logFactorial(n: number): number {
  if (n < 20) {
    let product = 1;
    for (let k = 2; k <= n; k++) product *= k;
    return Math.log(product);
  }
  const x = n + 1;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
}

/** Distribution function of the standard normal distribution, within 7.5e-8 (Abramowitz & Stegun 1964, 26.2.17). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - tail : tail;
}
