/**
 * How far two magnitudes are apart. They are stated in tenths and hundredths, whose differences binary numbers miss by a hair:
 * 6.1 and 5.1 are one apart.
 *
 * @returns null where either is unknown
 */
export function magnitudeDifference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.round(Math.abs(a - b) * 1e6) / 1e6;
}
