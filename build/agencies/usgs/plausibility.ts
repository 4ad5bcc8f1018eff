import { UserError } from "../../platform/error.ts";
import { isoTime } from "../../store/civil-time.ts";
import { CLOCK_TOLERANCE_MS } from "../reading.ts";
import type { UsgsCapture } from "./feed.ts";
import { feedScope, isInScope, mayBeEmpty } from "./feed-scope.ts";
import type { UsgsState } from "./state.ts";

/** Copies of different feeds, and the query service, are not of one moment. */
const BETWEEN_FEEDS_MS = 5 * 60_000;

/**
 * Whether a well-formed capture may be taken into the store: the reason why it is set aside, or null.
 *
 * @param state what the store holds, if anything
 * @param where the address, for the message
 * @param now our own clock, ms since 1970 UTC
 * @returns `capture-from-the-future`, `capture-stale` or `capture-empty`
 */
export function checkCapture(
  state: UsgsState | undefined,
  capture: UsgsCapture,
  where: string,
  now: number,
): UserError | null {
  const aside = (code: string, reason: string, hint: string) => new UserError(code, `usgs: ${where} ${reason}`, hint);
  if (capture.generated > now + CLOCK_TOLERANCE_MS) {
    const reason = `says that it was generated at ${isoTime(capture.generated)}, which is still to come`;
    return aside("capture-from-the-future", reason, "check the clock of this machine");
  }
  if (!state) return null;
  const newest = newestOf(state, capture, where);
  if (capture.generated < newest) {
    const reason = `is stale: generated at ${isoTime(capture.generated)}, and the store has ${isoTime(newest)}`;
    return aside("capture-stale", reason, "an older capture goes into a store of its own (--store)");
  }
  if (capture.features === 0 && !isPlausiblyEmpty(state, capture)) {
    const reason = `is empty where there were earthquakes: the store holds ${state.events.length}`;
    return aside("capture-empty", reason, "the agency has sent such answers by mistake; try again later");
  }
  return null;
}

/** A capture older than this says nothing that we have not heard better, ms since 1970 UTC. */
function newestOf({ capture, upkeep }: UsgsState, { title }: UsgsCapture, where: string): number {
  const { generated } = capture;
  const same = upkeep?.feeds[where]?.believed?.generated ?? Number.NEGATIVE_INFINITY;
  return title === capture.title ? generated : Math.max(same, generated - BETWEEN_FEEDS_MS);
}

/** Nothing may be listed only where nothing that we know of should be. */
function isPlausiblyEmpty({ events }: UsgsState, { title, generated }: UsgsCapture): boolean {
  const scope = feedScope(title);
  if (!scope || !mayBeEmpty(scope)) return events.length === 0;
  return !events.some((event) => isInScope(event, scope, generated));
}
