import { DAY_MS } from "../platform/time.ts";
import type { CompleteSpan } from "./archive/fence.ts";
import type { Range } from "./archive/select.ts";

/** A request without a start asks for so long, as at the USGS; ms. */
const DEFAULT_WINDOW = 30 * DAY_MS;

/** The window of a request, and why the archive is not complete for it; undefined where it is. */
export interface Window {
  /** ms since 1970 UTC. */
  time: Range;
  incomplete: string | undefined;
}

/**
 * The window that a request asks for. Without a start it begins 30 days before `asOf`, or later where the archive begins to be complete; it
 * ends with the archive, since nothing later is known.
 *
 * @param spans for which the archive has every event
 * @param least magnitude that is asked for
 * @param asOf of the snapshot, ms since 1970 UTC
 */
export function windowOf(
  spans: readonly CompleteSpan[],
  { starttime, endtime }: { starttime: number | undefined; endtime: number | undefined },
  least: number,
  asOf: number,
): Window {
  const covering = spans.filter(({ magnitude }) => magnitude === null || magnitude <= least);
  const known = Math.max(...covering.map(({ to }) => to));
  const end = Math.min(endtime ?? known, known);
  const start = starttime ?? Math.max(Math.min(asOf, endtime ?? asOf) - DEFAULT_WINDOW, beginOf(covering, end));
  const time = { least: start, most: endtime ?? Number.POSITIVE_INFINITY };
  if (covering.length > 0 && start <= end && reach(covering, start) >= end) return { time, incomplete: undefined };
  return {
    time,
    incomplete: `The archive does not have every event ${windowText(start, endtime, least)}. ${spansText(spans)}`,
  };
}

/** How far the archive is complete without a gap from an instant on. */
function reach(spans: readonly CompleteSpan[], from: number): number {
  let at = from;
  for (const span of spans.toSorted((a, b) => a.from - b.from)) if (span.from <= at + 1) at = Math.max(at, span.to);
  return spans.some((span) => span.from <= from && span.to >= from) ? at : Number.NEGATIVE_INFINITY;
}

/** Since when it is complete without a gap up to an instant; that instant where it is not. */
function beginOf(spans: readonly CompleteSpan[], to: number): number {
  let at = to;
  for (const span of spans.toSorted((a, b) => b.to - a.to)) if (span.to >= at - 1) at = Math.min(at, span.from);
  return at;
}

function windowText(start: number, end: number | undefined, least: number): string {
  const from = Number.isFinite(least) ? `of magnitude ${least} and more ` : "";
  return `${from}from ${isoOf(start)}${end === undefined ? "" : ` to ${isoOf(end)}`}`;
}

function spansText(spans: readonly CompleteSpan[]): string {
  if (spans.length === 0) return "It is not known for which times it is complete.";
  const list = spans.map(({ from, to, magnitude }) => {
    const what = magnitude === null ? "every magnitude" : `magnitude ${magnitude} and more`;
    return `for ${what} from ${isoOf(from)} to ${isoOf(to)}`;
  });
  return `It is complete ${list.join("; ")}. Narrow the request, or add includeincomplete=true.`;
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
