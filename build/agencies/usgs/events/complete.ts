import type { CompleteSpan } from "../../../catalogue/tally/tally.ts";
import type { UsgsState } from "../state.ts";

/** The USGS reports every earthquake of this magnitude and more, wherever it happens (its page on the ENS, "help"). */
export const WORLDWIDE = 4.5;

/** The worldwide catalogue of the USGS as it is today, the PDE, begins; what is older came from others, and with gaps. */
export const MODERN = Date.UTC(1973, 0, 1);

/**
 * The span for which a store has every earthquake that the agency has: that of a finished backfill which reaches up to what
 * has been seen since; null where there is none.
 */
export function completeSpan({ covers, upkeep }: Pick<UsgsState, "covers" | "upkeep">): CompleteSpan | null {
  const whole = (upkeep?.backfills ?? []).filter(({ next, to }) => next >= to && to >= covers.from);
  const [widest] = whole.toSorted((a, b) => a.from - b.from);
  if (!widest) return null;
  const from = Math.max(widest.from, MODERN);
  return from < covers.to
    ? { from, to: covers.to, magnitude: Math.max(widest.minMagnitude ?? WORLDWIDE, WORLDWIDE) }
    : null;
}
