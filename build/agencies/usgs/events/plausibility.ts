import { UserError } from "../../../platform/error.ts";
import { HOUR_MS, MINUTE_MS } from "../../../platform/time.ts";
import { isoTime } from "../../../store/civil-time.ts";
import type { UsgsCapture } from "../feed.ts";
import { type FeedScope, feedScope } from "../feed-scope.ts";
import type { UsgsState } from "../state.ts";
import { expectedIn, idsListed } from "./expected.ts";
import type { UsgsThresholds } from "./thresholds.ts";

/** However many events a feed lists: so long it may be silent. */
const LEAST_SILENCE_MS = 180 * MINUTE_MS;
/** With events in hand that a feed should know and does not, less silence is enough. */
const LEAST_SILENCE_BEHIND_MS = 20 * MINUTE_MS;
const INTERVALS_BEHIND = 3;
const FEWEST_BEHIND = 2;
const FEWEST_MISSING = 3;

/**
 * Whether a feed that looks well is an answer of a server that has stopped learning, or of which a part was lost. On 28 and
 * 29 September 2025 half the answers of the USGS were such: status 200, a fresh `generated`, and ever fewer events, as the
 * known ones aged out.
 *
 * @param where the address, for the message
 * @returns `capture-frozen`, `capture-shrunk`, or null
 */
export function doubtCapture(
  state: UsgsState | undefined,
  capture: UsgsCapture,
  where: string,
  thresholds: UsgsThresholds,
): UserError | null {
  const scope = feedScope(capture.title);
  if (!scope || capture.events.length === 0) return null;
  const doubt = (code: string, reason: string) => new UserError(code, `usgs: ${where} ${reason}`, HINT);
  const silence = silenceOf(capture, scope);
  if (silence && silence.ms > Math.max(LEAST_SILENCE_MS, thresholds.silentIntervals * silence.intervalMs)) {
    return doubt(
      "capture-frozen",
      `is frozen: among its ${capture.features} events nothing changed for ${hours(silence.ms)}`,
    );
  }
  if (!state) return null;
  const ids = idsListed(capture);
  const expected = expectedIn(state.events, scope, capture.generated);
  const newest = newestOf(capture);
  const behind = expected.filter(({ updated }) => updated > newest).length;
  if (silence && behind >= FEWEST_BEHIND && silence.ms > longSilence(silence.intervalMs, capture, expected.length)) {
    const reason = `is frozen: its newest change is of ${isoTime(newest)}, and we know of ${behind} events changed since`;
    return doubt("capture-frozen", reason);
  }
  const missing = expected.filter((event) => !event.ids.some((id) => ids.has(id))).length;
  if (missing >= FEWEST_MISSING && missing > thresholds.missingShare * expected.length) {
    return doubt("capture-shrunk", `lacks ${missing} of the ${expected.length} events of ours that belong in it`);
  }
  return null;
}

const HINT =
  "the agency has sent such answers by mistake; only what changed since our last good capture is taken from it";

/** How long nothing changed, and the mean time between the events that are listed, ms; null where the scope has no period. */
function silenceOf(capture: UsgsCapture, { periodMs }: FeedScope): { ms: number; intervalMs: number } | null {
  if (periodMs === null) return null;
  return { ms: capture.generated - newestOf(capture), intervalMs: periodMs / capture.events.length };
}

/** By what we know the feed should list, where it lists less. */
function longSilence(intervalMs: number, { events }: UsgsCapture, expected: number): number {
  const usualMs = (intervalMs * events.length) / Math.max(events.length, expected);
  return Math.max(LEAST_SILENCE_BEHIND_MS, INTERVALS_BEHIND * usualMs);
}

function newestOf({ events }: UsgsCapture): number {
  return events.reduce((newest, { updated }) => Math.max(newest, updated), Number.NEGATIVE_INFINITY);
}

/**
 * What may be taken from a capture that is not believed: what changed after our last good capture was made. We cannot have
 * learned since that it is wrong; of anything older the agency may have told us better. A frozen server has nothing newer.
 */
export function newerPart(capture: UsgsCapture, since: number): Pick<UsgsCapture, "events" | "withdrawn"> {
  return {
    events: capture.events.filter(({ updated }) => updated > since),
    withdrawn: capture.withdrawn.filter(({ withdrawnAt }) => withdrawnAt > since),
  };
}

function hours(ms: number): string {
  return `${(ms / HOUR_MS).toFixed(1)} hours`;
}
