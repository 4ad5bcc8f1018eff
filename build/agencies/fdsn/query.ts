import type { FdsnService } from "./service.ts";

/** A span of origin times, ms since 1970 UTC; `to` is null where it is still open. */
export interface Span {
  from: number;
  to: number | null;
}

/**
 * The address that asks for a span.
 *
 * @param updatedAfter only events that changed since, ms since 1970 UTC
 * @param sendsLimit whether to say how many events an answer may have
 */
export function queryAddress(
  service: FdsnService,
  span: Span,
  updatedAfter: number | null,
  sendsLimit: boolean,
): string {
  const url = new URL(service.address);
  if (!/\/query\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, "")}/query`;
  const [start, end] = service.shortNames ? ["start", "end"] : ["starttime", "endtime"];
  const { searchParams } = url;
  searchParams.set("format", service.format);
  searchParams.set(start, time(Math.floor(span.from / 1000)));
  if (span.to !== null) searchParams.set(end, time(Math.ceil(span.to / 1000)));
  if (updatedAfter !== null) searchParams.set("updatedafter", time(Math.floor(updatedAfter / 1000)));
  if (sendsLimit) searchParams.set("limit", String(service.cap));
  return url.href;
}

/** The two halves of a span that holds more than one answer can; null where it is too short to be cut. */
export function halves({ from, to }: Span, now: number): [Span, Span] | null {
  const middle = Math.floor((from + (to ?? now)) / 2000) * 1000;
  // Services differ on whether bounds are inclusive, so that the halves overlap.
  return middle - from < SHORTEST_MS
    ? null
    : [
        { from, to: middle + 1000 },
        { from: middle, to },
      ];
}

/** No service's limit is reached in so short a time but by a mistake of its own. */
const SHORTEST_MS = 60_000;

/** UTC, without saying so: the specification has no zone, and some services refuse one. */
function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}
