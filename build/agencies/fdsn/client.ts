import { UserError } from "../../platform/error.ts";
import type { AgencyClient, Capture, Reply } from "../../platform/http/agency-client.ts";
import { oneLine } from "../../platform/text.ts";
import { SECOND_MS } from "../../platform/time.ts";
import { decode, isWholeJson, parseJson } from "../reading.ts";
import { isQuakeml, isWholeQuakeml } from "./quakeml.ts";
import { ceilSecond, type FdsnDialect, floorSecond, halves, isoSeconds, queryAddress, type Selection, type Window } from "./query.ts";
import { isWholeText } from "./text.ts";

/** The part of a capture that the client uses. */
interface Rows {
  rows: number;
  events: readonly { id: string; time: number }[];
  /** Number of rows that match the request, if the service states it. */
  total?: number;
}

/** One answer, complete for its span. */
export interface Listing<C> {
  span: Window;
  address: string;
  capture: C;
}

/** The media types that servers use for JSON and text, and for QuakeML. */
const TYPES = /^(?:application|text)\/(?:json|[\w.-]+\+json|plain|csv|octet-stream|gzip|x-gzip)$/i;
const XML_TYPES = /^(?:application|text)\/(?:xml|[\w.-]+\+xml|plain|octet-stream|gzip|x-gzip)$/i;
const ACCEPT = {
  geojson: "application/geo+json, application/json;q=0.9",
  json: "application/json, text/plain;q=0.5",
  text: "text/plain",
  xml: "application/xml",
};

/** An FDSN event service during one run. */
export class FdsnClient<C extends Rows> {
  readonly dialect: FdsnDialect;
  /** The last address that was requested. */
  lastAddress: string;
  readonly #ask: AgencyClient;
  readonly #read: (sent: Capture | null, address: string) => C;
  /** Becomes false when the service refuses the parameter. */
  #sendsLimit: boolean;
  /** Number of rows of the largest answer: a shorter answer was not cut by the service. */
  #mostRows = 0;

  /** @param read makes a capture of an answer, or of null if the service answers 204 */
  constructor(dialect: FdsnDialect, ask: AgencyClient, read: (sent: Capture | null, address: string) => C) {
    this.dialect = dialect;
    this.lastAddress = dialect.address;
    this.#ask = ask;
    this.#read = read;
    this.#sendsLimit = dialect.sendsLimit;
  }

  /**
   * Lists a span of origin times, oldest first, in windows that are small enough for one answer each. Windows overlap by a second,
   * because services differ on whether bounds are inclusive.
   *
   * A service may cut an answer without a sign. If the service counts events, every answer is checked against the count. Otherwise
   * the largest answer is checked at both ends: if the service has more events there, it has cut the answer. Requests for changes
   * are not checked at the ends, because everything is requested again later.
   *
   * @throws UserError `capture-…` as `ask` and the reader; `capture-truncated` if rows are missing; `capture-too-large` if one
   *   minute has more events than one answer can hold
   */
  async *list(span: Window, selection: Selection = {}): AsyncGenerator<Listing<C>> {
    const pending: Window[] = [{ ...span, from: floorSecond(span.from), to: ceilSecond(span.to) }];
    let { cap } = this.dialect;
    for (let window = pending.pop(); window; window = pending.pop()) {
      const { count, most } = await this.count(window, selection);
      const listing = count !== null && count > most ? null : await this.#query(window, selection);
      if (listing && count !== null) await this.#checkCount(listing, count, selection);
      const cut = listing && count === null ? await this.#cutAt(listing, selection, cap) : null;
      cap = Math.min(cap, cut ?? cap);
      if (listing && cut === null) yield listing;
      else pending.push(...this.#halves(window).toReversed());
    }
  }

  /**
   * Requests the number of events in a window, and the number that the service lists in one answer.
   *
   * @returns `count` is null if the service does not count
   * @throws UserError as `ask`; `capture-malformed`
   */
  async count(window: Window, selection: Selection = {}): Promise<{ count: number | null; most: number }> {
    const { agency, counts, cap } = this.dialect;
    if (!counts) return { count: null, most: cap };
    const address = this.#address("count", window, selection);
    const reply = await this.request(address, [400, 404, 501]);
    if (reply.kind !== "content" || reply.status !== 200) return { count: null, most: cap };
    const value = parseJson(reply.capture.bytes);
    if (typeof value === "number" && value >= 0) return { count: value, most: cap };
    const { count, maxAllowed } = (value ?? {}) as { count?: unknown; maxAllowed?: unknown };
    if (typeof count !== "number" || count < 0) {
      throw new UserError("capture-malformed", `${agency}: ${address} does not say how many events there are`);
    }
    return { count, most: typeof maxAllowed === "number" && maxAllowed > 0 ? maxAllowed : cap };
  }

  /**
   * Lists the time around an event, from the nearest listed event before it to the nearest listed event after it.
   *
   * @param time of the event, ms since 1970 UTC
   * @param known events of the service's largest answers
   * @returns null if the answer does not prove that it lists all events of that time
   * @throws UserError `capture-…`
   */
  async listAround(time: number, known: Rows["events"]): Promise<C | null> {
    const near = known.toSorted((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time));
    const before = near.find((event) => event.time <= time - SECOND_MS);
    const after = near.find((event) => event.time >= time + SECOND_MS);
    if (!before || !after) return null;
    const window = { from: floorSecond(before.time - SECOND_MS), to: ceilSecond(after.time + SECOND_MS) };
    const capture = (await this.#query(window, {}))?.capture;
    if (!capture || capture.rows >= this.#mostRows) return null;
    const ids = new Set(capture.events.map(({ id }) => id));
    return ids.has(before.id) && ids.has(after.id) ? capture : null;
  }

  /** Reads the saved answer at the address. @throws UserError `capture-…` */
  async readSaved(): Promise<C> {
    const { address } = this.dialect;
    const reply = await this.request(address);
    return this.#read(reply.kind === "content" ? reply.capture : null, address);
  }

  /** @throws UserError as `ask` */
  request(address: string, statuses: readonly number[] = []): Promise<Reply> {
    const { format, spacingMs } = this.dialect;
    this.lastAddress = address;
    return this.#ask(address, { accept: ACCEPT[format], types: format === "xml" ? XML_TYPES : TYPES, isWhole, spacingMs, statuses });
  }

  /** Null if the service finds the answer too large. */
  async #query(window: Window, selection: Selection): Promise<Listing<C> | null> {
    const address = this.#address("query", window, selection);
    const reply = await this.request(address, [400, 413]);
    if (reply.kind !== "content") return { span: window, address, capture: this.#read(null, address) };
    if (reply.status === 200) return { span: window, address, capture: this.#read(reply.capture, address) };
    const text = oneLine(decode(reply.capture.bytes.subarray(0, 2000)));
    if (reply.status === 413 || /exceeds search limit/i.test(text)) return null;
    if (!this.#sendsLimit) throw this.#refusal(address, text);
    // The service may not know the parameter, or not accept its value.
    this.#sendsLimit = false;
    return this.#query(window, selection);
  }

  /** @throws UserError `capture-truncated` if the answer has fewer rows than the service counts, also after a second count */
  async #checkCount({ span, address, capture }: Listing<C>, count: number, selection: Selection): Promise<void> {
    if (capture.rows >= count) return;
    // Some events may have been withdrawn between the two requests.
    const again = await this.count(span, selection);
    if (again.count !== null && capture.rows >= again.count) return;
    const reason = `lists ${capture.rows} events where the service counts ${again.count ?? count}`;
    const hint = "it is asked again in the next run";
    throw new UserError("capture-truncated", `${this.dialect.agency}: ${address} ${reason}`, hint);
  }

  /** The number of rows at which the service cuts answers; null if it did not cut this one. */
  async #cutAt({ span, capture }: Listing<C>, selection: Selection, cap: number): Promise<number | null> {
    const { rows, total = 0 } = capture;
    const isLargest = rows >= this.#mostRows;
    this.#mostRows = Math.max(this.#mostRows, rows);
    if (rows >= cap || total > rows) return cap;
    const isEverything = (selection.updatedAfter ?? null) === null;
    return isEverything && isLargest && (await this.#hasMoreAtEnds(span, selection, capture.events)) ? rows : null;
  }

  /** Whether the service has events of the window beyond the oldest and the newest that an answer lists. */
  async #hasMoreAtEnds(window: Window, selection: Selection, events: Rows["events"]): Promise<boolean> {
    if (events.length === 0) return false;
    const oldest = events.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
    const newest = events.reduce((latest, { time }) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
    const ids = new Set(events.map(({ id }) => id));
    const ends: Window[] = [
      { from: window.from, to: ceilSecond(oldest) },
      { ...window, from: floorSecond(newest) },
    ];
    for (const end of ends) {
      const listing = await this.#query(end, selection);
      if (!listing || listing.capture.events.some(({ id }) => !ids.has(id))) return true;
    }
    return false;
  }

  #halves(window: Window): Window[] {
    const parts = halves(window);
    if (parts) return parts;
    const { agency, address } = this.dialect;
    const reason = `${address} does not list all events of one minute, from ${isoSeconds(window.from)} on, in one answer`;
    throw new UserError("capture-too-large", `${agency}: ${reason}`);
  }

  #address(method: "count" | "query", window: Window, selection: Selection): string {
    const limit = this.#sendsLimit && method === "query" ? this.dialect.cap : null;
    return queryAddress(this.dialect, method, window, { ...selection, limit });
  }

  #refusal(address: string, text: string): UserError {
    const hint = "check the address in the configuration: does the agency speak FDSN there?";
    const reason = `${address} answered 400: “${text.slice(0, 160)}”`;
    return new UserError("capture-refused", `${this.dialect.agency}: ${reason}`, hint);
  }
}

/** Complete JSON ends with its closing brace, complete text with a whole row, and complete QuakeML with its closing tag. */
function isWhole(bytes: Uint8Array): boolean {
  if (isQuakeml(bytes)) return isWholeQuakeml(bytes);
  const isJson = decode(bytes.subarray(0, 256)).trimStart().startsWith("{");
  return isJson ? isWholeJson(bytes) : isWholeText(bytes);
}
