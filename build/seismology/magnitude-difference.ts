/**
 * The difference of two magnitudes. They are stated in tenths and hundredths, whose binary differences have rounding errors: 6.1
 * and 5.1 differ by exactly one.
 *
 * @returns null if either is unknown
 */
export function magnitudeDifference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.round(Math.abs(a - b) * 1e6) / 1e6;
}
