import { MINUTE_MS, SECOND_MS, type Span } from "../../platform/time.ts";

/** The differences between FDSN event services that affect requests. */
export interface FdsnDialect {
  /** Key of the agency, for messages. */
  agency: string;
  /** Base of the service or its `query` method; or a `file:` with a saved answer. */
  address: string;
  /** Sent as `format`. The reader recognizes the format of the answer itself. */
  format: "geojson" | "json" | "text" | "xml";
  /** Largest known number of events in one answer; an answer with this many is requested again in halves. */
  cap: number;
  /** Whether the service accepts the parameter `limit`; `cap` is then sent as its value. */
  sendsLimit: boolean;
  /** Whether the parameters are `start` and `end` instead of `starttime` and `endtime`. */
  shortNames: boolean;
  /** Whether the service has the method `count`, which is used to check answers. */
  counts: boolean;
  /** Least time between two requests, ms. */
  spacingMs: number;
}

/** A span of origin times. If it is open, `to` is now, and later events are listed too. */
export interface Window extends Span {
  isOpen?: boolean;
}

/** Filters of a request, besides a span of origin times. Times in ms since 1970 UTC; services use whole seconds. */
export interface Selection {
  updatedAfter?: number | null;
  minMagnitude?: number | null;
  /** Whether deleted events are listed too. */
  deleted?: boolean;
}

/** The address of a request for a window. @param limit largest number of events in the answer; sent only if it is given */
export function queryAddress(
  { address, format, shortNames }: FdsnDialect,
  method: "count" | "query",
  { from, to, isOpen }: Window,
  { updatedAfter = null, minMagnitude = null, deleted = false, limit }: Selection & { limit: number | null },
): string {
  const url = methodAddress(address, method);
  const parameters = {
    format,
    [shortNames ? "start" : "starttime"]: isoSeconds(from),
    [shortNames ? "end" : "endtime"]: isOpen ? null : isoSeconds(to),
    updatedafter: updatedAfter === null ? null : isoSeconds(floorSecond(updatedAfter)),
    minmagnitude: minMagnitude,
    includedeleted: deleted || null,
    limit,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** The address of a request for one event by any of its ids. */
export function eventAddress({ address, format }: Pick<FdsnDialect, "address" | "format">, id: string): string {
  const url = methodAddress(address, "query");
  url.searchParams.set("eventid", id);
  url.searchParams.set("format", format);
  return url.href;
}

function methodAddress(address: string, method: "count" | "query"): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/(?:query\/?)?$/, "")}/${method}`;
  return url;
}

/** Only a faulty service has more events in this time than one answer can hold. */
const SHORTEST_MS = MINUTE_MS;

/** The two halves of a window that has more events than one answer can hold; null if the window is too short to divide. */
export function halves(window: Window): Window[] | null {
  const { from, to } = window;
  const middle = floorSecond((from + to) / 2);
  if (middle - from < SHORTEST_MS) return null;
  return [
    { from, to: middle + SECOND_MS },
    { ...window, from: middle },
  ];
}

/** UTC without a zone: the specification has no zone, and some services refuse one. */
export function isoSeconds(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, "");
}

export function floorSecond(instant: number): number {
  return Math.floor(instant / SECOND_MS) * SECOND_MS;
}

export function ceilSecond(instant: number): number {
  return Math.ceil(instant / SECOND_MS) * SECOND_MS;
}

/** The gaps between spans that `joinSpans` has made. */
export function gapsBetween(spans: readonly Span[]): Span[] {
  return spans.slice(1).map(({ from }, at) => ({ from: spans[at]?.to ?? from, to: from }));
}
