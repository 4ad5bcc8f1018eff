import { MINUTE_MS, SECOND_MS } from "../../platform/time.ts";
import type { Span } from "./spans.ts";

/** How requests to one FDSN event service differ from those to others. */
export interface FdsnDialect {
  /** Key of the agency, for messages. */
  agency: string;
  /** Base of the service or its `query` method; or a `file:` with a saved answer. */
  address: string;
  /** Sent as `format`. The reader recognizes the format of the answer itself. */
  format: "geojson" | "json" | "text";
  /** Most events in one answer, as far as is known; an answer with as many is requested in halves. */
  cap: number;
  /** Whether the service knows the parameter `limit`, with which that number is sent. */
  sendsLimit: boolean;
  /** `start` and `end`, not `starttime` and `endtime`. */
  shortNames: boolean;
  /** Whether the service has the method `count`, with which answers are checked. */
  counts: boolean;
  /** Least time between two requests, ms. */
  spacingMs: number;
}

/** A span of origin times; if it is open, `to` is now, and later events are listed too. */
export interface Window extends Span {
  isOpen?: boolean;
}

/** What is listed, besides a span of origin times. Times in ms since 1970 UTC; services keep whole seconds. */
export interface Selection {
  updatedAfter?: number | null;
  minMagnitude?: number | null;
  /** Whether deleted events are listed too. */
  deleted?: boolean;
}

/**
 * The address that asks for a window.
 *
 * @param limit how many events an answer may have, if the service is to be told
 */
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

/** The address that asks for one event by any of its ids. */
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

/** No service's limit is reached in so short a time, except by a fault. */
const SHORTEST_MS = MINUTE_MS;

/** The two halves of a window that has more than one answer can hold; null if it is too short to be cut. */
export function halves(window: Window): Window[] | null {
  const { from, to } = window;
  const middle = floorSecond((from + to) / 2);
  if (middle - from < SHORTEST_MS) return null;
  return [
    { from, to: middle + SECOND_MS },
    { ...window, from: middle },
  ];
}

/** UTC without a zone: the specification has none, and some services refuse one. */
export function isoSeconds(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, "");
}

export function floorSecond(instant: number): number {
  return Math.floor(instant / SECOND_MS) * SECOND_MS;
}

export function ceilSecond(instant: number): number {
  return Math.ceil(instant / SECOND_MS) * SECOND_MS;
}
