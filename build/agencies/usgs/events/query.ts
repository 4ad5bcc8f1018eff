import { UserError } from "../../../platform/error.ts";
import type { Ask } from "../../../platform/http/ask.ts";
import type { Capture } from "../../../platform/http/capture.ts";
import { oneLine } from "../../../platform/one-line.ts";
import { parseJson } from "../../reading.ts";
import { readFeature } from "../feature.ts";
import { readUsgsFeed, type UsgsCapture } from "../feed.ts";
import type { Span } from "./spans.ts";

/** The USGS's FDSN event service, as one run asks it. */
export interface Service {
  /** With a slash at its end. */
  base: string;
  ask: Ask;
  /** Least time between two requests, ms. */
  spacingMs: number;
  /** A capture of which more than this share cannot be read is refused. */
  unreadableShare: number;
}

/** What is to be listed, besides origin times. Times in ms since 1970 UTC; the service keeps whole seconds. */
export interface Selection {
  updatedAfter?: number;
  minMagnitude?: number | null;
  /** Whether deleted events are listed too. */
  deleted?: boolean;
}

/** One answer of the service, complete for its span. */
export interface Listing {
  span: Span;
  capture: UsgsCapture;
  bytes: Capture;
  /** Events that the service counted in the span; null where it would not count. */
  count: number | null;
}

/** More in one answer are refused, or silently left out. */
const MOST_EVENTS = 20_000;
const SECOND_MS = 1000;

/**
 * Lists a span of origin times in windows small enough for one answer each, oldest first. Each is checked against the
 * service's own count, so that an answer that was cut without a sign is not believed. Windows share their bounds.
 *
 * @throws UserError `capture-…` as `ask` and `readUsgsFeed`; `capture-truncated` where rows are missing
 */
export async function* listWindows(service: Service, span: Span, selection: Selection): AsyncGenerator<Listing> {
  const pending = [{ from: floorSecond(span.from), to: ceilSecond(span.to) }];
  for (let window = pending.pop(); window; window = pending.pop()) {
    const { count, most } = await countEvents(service, window, selection);
    const answer = count !== null && count > most ? null : await query(service, window, selection, count);
    if (answer) yield answer;
    else pending.push(...halves(window, service).toReversed());
  }
}

/** How many events the service has of a span. @throws as `ask`; `capture-malformed` */
export async function countEvents(
  service: Service,
  window: Span,
  selection: Selection,
): Promise<{ count: number | null; most: number }> {
  const address = addressOf(service, "count", window, selection);
  const { status, bytes } = await askFor(service, address, [400, 404, 501]);
  if (status !== 200) return { count: null, most: MOST_EVENTS };
  const value = parseJson(bytes);
  if (typeof value === "number" && value >= 0) return { count: value, most: MOST_EVENTS };
  const { count, maxAllowed } = (value ?? {}) as { count?: unknown; maxAllowed?: unknown };
  if (typeof count !== "number" || count < 0) {
    throw new UserError("capture-malformed", `usgs: ${address} does not say how many events there are`);
  }
  return { count, most: typeof maxAllowed === "number" && maxAllowed > 0 ? maxAllowed : MOST_EVENTS };
}

/** Null where it is too much for one answer. */
async function query(
  service: Service,
  window: Span,
  selection: Selection,
  count: number | null,
): Promise<Listing | null> {
  const address = addressOf(service, "query", window, selection);
  const { status, bytes, capture: sent } = await askFor(service, address, [400]);
  if (status === 400) {
    if (/exceeds search limit/i.test(new TextDecoder().decode(bytes))) return null;
    throw new UserError("capture-refused", `usgs: ${address} was answered 400: ${firstLine(bytes)}`);
  }
  const capture = readUsgsFeed(bytes, address, service.unreadableShare);
  if (count === null) return capture.features >= MOST_EVENTS ? null : { span: window, capture, bytes: sent, count };
  if (capture.features < count) {
    // Some may have been withdrawn between the two questions.
    const again = await countEvents(service, window, selection);
    if (again.count === null || capture.features < again.count) {
      const reason = `lists ${capture.features} events where the service counts ${again.count ?? count}`;
      throw new UserError("capture-truncated", `usgs: ${address} ${reason}`, "it is asked again in the next run");
    }
  }
  return { span: window, capture, bytes: sent, count };
}

/** What the service says of one event. */
export type EventStanding =
  /** It stands by it, under whatever id now. */
  { kind: "listed"; capture: Pick<UsgsCapture, "events" | "withdrawn"> } | { kind: "deleted" } | { kind: "unknown" };

/**
 * Asks for one event by any of its ids.
 *
 * @param now ms since 1970 UTC
 * @throws as `ask`; `capture-malformed` where the answer is no event
 */
export async function askEvent(service: Service, id: string, now: number): Promise<EventStanding> {
  const address = `${service.base}query?eventid=${encodeURIComponent(id)}&format=geojson`;
  const { status, bytes } = await askFor(service, address, [404, 409]);
  if (status === 409) return { kind: "deleted" };
  if (status === 404) return { kind: "unknown" };
  const reading = readFeature(parseJson(bytes), now);
  if (reading.kind === "left-out") {
    throw new UserError("capture-malformed", `usgs: ${address} is no event: ${reading.reason}`);
  }
  if (reading.kind === "withdrawal")
    return { kind: "listed", capture: { events: [], withdrawn: [reading.withdrawal] } };
  return { kind: "listed", capture: { events: [reading.event], withdrawn: [] } };
}

async function askFor({ ask, spacingMs }: Service, address: string, statuses: readonly number[]) {
  const reply = await ask(address, { spacingMs, statuses });
  if (reply.kind !== "content") throw new UserError("capture-empty", `usgs: ${address} answers nothing`);
  return { status: reply.status, bytes: reply.capture.bytes, capture: reply.capture };
}

function addressOf({ base }: Service, method: string, { from, to }: Span, selection: Selection): string {
  const { updatedAfter, minMagnitude, deleted } = selection;
  const url = new URL(method, base);
  const set = (name: string, value: string | null) => {
    if (value !== null) url.searchParams.set(name, value);
  };
  set("format", "geojson");
  set("starttime", iso(from));
  set("endtime", iso(to));
  set("updatedafter", updatedAfter === undefined ? null : iso(floorSecond(updatedAfter)));
  set("minmagnitude", minMagnitude === undefined || minMagnitude === null ? null : String(minMagnitude));
  set("includedeleted", deleted ? "true" : null);
  if (method === "query") set("orderby", "time-asc");
  return url.href;
}

function halves({ from, to }: Span, { base }: Service): Span[] {
  const middle = floorSecond((from + to) / 2);
  if (middle <= from || middle >= to) {
    const when = iso(from);
    throw new UserError("capture-too-large", `usgs: ${base} has more events at ${when} than it lists in one answer`);
  }
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

function firstLine(bytes: Uint8Array): string {
  return oneLine(new TextDecoder().decode(bytes).split("\n")[0] ?? "").slice(0, 160);
}

function iso(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, "");
}

function floorSecond(instant: number): number {
  return Math.floor(instant / SECOND_MS) * SECOND_MS;
}

function ceilSecond(instant: number): number {
  return Math.ceil(instant / SECOND_MS) * SECOND_MS;
}
