import { DAY_MS, joinSpans, type Span } from "../platform/time.ts";
import { isoTime } from "../store/civil-time.ts";
import type { Range } from "./archive/criteria.ts";
import type { CompleteSpan } from "./archive/fence.ts";

/** Default length of the time window, as at the USGS; ms. */
const DEFAULT_WINDOW = 30 * DAY_MS;

/** The time window of a request. `incomplete` is the reason if the archive is not complete for it. */
interface Window {
  /** ms since 1970 UTC. */
  time: Range;
  incomplete: string | undefined;
}

/**
 * The time window of a request. Without a start time it begins 30 days before `asOf`, or later if the archive is complete
 * only from a later time. The completeness is checked up to the end of the archive, because no later events are known.
 *
 * @param spans for which the archive has every event
 * @param least magnitude of the request
 * @param asOf of the snapshot, ms since 1970 UTC
 */
export function windowOf(
  spans: readonly CompleteSpan[],
  { starttime, endtime }: { starttime: number | undefined; endtime: number | undefined },
  least: number,
  asOf: number,
): Window {
  const whole = wholeSpans(spans, least);
  const spanAt = (instant: number) => whole.find(({ from, to }) => from <= instant && instant <= to);
  const known = (whole.at(-1)?.to ?? Number.NEGATIVE_INFINITY) - 1;
  const end = Math.min(endtime ?? known, known);
  const start = starttime ?? Math.max(Math.min(asOf, endtime ?? asOf) - DEFAULT_WINDOW, spanAt(end)?.from ?? end);
  const time = { least: start, most: endtime ?? Number.POSITIVE_INFINITY };
  const covering = spanAt(start);
  if (covering && start <= end && end < covering.to) return { time, incomplete: undefined };
  return { time, incomplete: `The archive does not have every event ${windowText(start, endtime, least)}. ${spansText(spans)}` };
}

/**
 * The start of the time for which the archive has every event of a magnitude and more without a gap up to its end, ms since 1970
 * UTC; undefined if it has no such time.
 */
export function completeFrom(spans: readonly CompleteSpan[], least: number): number | undefined {
  return wholeSpans(spans, least).at(-1)?.from;
}

/** The spans, oldest first, with every event of a magnitude and more, each up to before its end: one may begin 1 ms after another. */
function wholeSpans(spans: readonly CompleteSpan[], least: number): Span[] {
  const covering = spans.filter(({ magnitude }) => magnitude === null || magnitude <= least);
  return joinSpans(covering.map(({ from, to }) => ({ from, to: to + 1 })));
}

function windowText(start: number, end: number | undefined, least: number): string {
  const from = Number.isFinite(least) ? `of magnitude ${least} and more ` : "";
  return `${from}from ${isoTime(start)}${end === undefined ? "" : ` to ${isoTime(end)}`}`;
}

function spansText(spans: readonly CompleteSpan[]): string {
  if (spans.length === 0) return "It is not known for which times it is complete.";
  const list = spans.map(({ from, to, magnitude }) => {
    const what = magnitude === null ? "every magnitude" : `magnitude ${magnitude} and more`;
    return `for ${what} from ${isoTime(from)} to ${isoTime(to)}`;
  });
  return `It is complete ${list.join("; ")}.`;
}
