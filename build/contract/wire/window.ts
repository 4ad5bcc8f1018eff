const HOUR_MS = 3_600_000;

/**
 * The rule for windows: whatever speaks of the last hours or days, an answer, a count or a sentence, names the instant from which the
 * data cover the window, or null if they cover all of it.
 *
 * @param asOf end of the window, ms since 1970 UTC
 * @param hours length of the window
 * @param since beginning of the gapless span of recent data that ends at `asOf`, ms since 1970 UTC; null if it is not known
 * @returns ISO 8601, UTC
 */
export function coveredFrom(asOf: number, hours: number, since: number | null): string | null {
  return since === null || since <= asOf - hours * HOUR_MS ? null : new Date(since).toISOString();
}
