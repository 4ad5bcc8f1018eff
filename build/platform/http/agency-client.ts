import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { UserError } from "../error.ts";
import { type Report, silentReport } from "../report.ts";
import {
  announcedLength,
  codeOf,
  type FailureReports,
  type HttpResponse,
  RequestFailure,
  readBounded,
  reasonOf,
  refused,
  refusedType,
  send,
  TimedOut,
  USER_AGENT,
} from "./client.ts";
import {
  CoolingDown,
  createSpacing,
  LONGEST_COOLDOWN_MS,
  type Network,
  RateLimited,
  type Spacing,
  statusFailure,
  withRetries,
} from "./retry.ts";

/** Sends a request to an agency, with time-outs, size limits, retries, and no more often than the agency allows. */
export type AgencyClient = (address: string, options?: AgencyRequest) => Promise<Reply>;

export interface AgencyRequest {
  /** The header `Accept`; JSON by default. */
  accept?: string;
  /** Answers of other media types are refused; by default JSON, plain text and `application/octet-stream` are accepted. */
  types?: RegExp;
  /** ETag of the last answer from the same address. With it the agency may answer 304. */
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Least time between the beginnings of two requests to this agency, ms. */
  spacingMs?: number;
  /** Other statuses than 200, 204 and 304 that are answers and not refusals, such as 404 and 409 for one event. */
  statuses?: readonly number[];
  /** By origin: the time before which it gets no request, not even after a redirect; ms since 1970 UTC. */
  closedUntil?: ReadonlyMap<string, number>;
  /** Whether the body is complete, if its bytes show this. A truncated body is requested again. */
  isWhole?: (bytes: Uint8Array) => boolean;
}

export type Reply =
  | { kind: "content"; status: number; capture: Capture }
  /** 304: the last answer is still valid. */
  | { kind: "unchanged" }
  /** 204: no content. */
  | { kind: "nothing" };

export interface AgencyClientSettings extends Network {
  /** An address or page that identifies the client to agencies. */
  contact?: string | undefined;
  /** Time limit for a complete answer, including the body, ms. */
  timeoutMs: number;
  /** Size limit of the body, both as sent and unpacked. */
  maxBytes: number;
  /** Receives the number of received bytes and every retry. */
  report?: Report;
  /** Number of attempts after transient failures. Default: 4. */
  tries?: number;
}

const TRIES = 4;
/** Attempts that may end with the time limit: the next agency waits meanwhile. */
const SLOW_TRIES = 2;
/** Pause after a 429 that states no time: the period in which the USGS counts requests, according to libcomcat's PR 261. */
const RATE_LIMITED_MS = 300_000;
/** Media types of data. Error pages have other types. */
const DATA_TYPES = /^(?:application|text)\/(?:json|[\w.-]+\+json|plain|octet-stream|gzip|x-gzip)$/i;
const JSON_WANTED = "application/geo+json, application/json;q=0.9";

/**
 * Makes a function that sends requests to agencies, for `file:`, `http:` and `https:` addresses. It unpacks gzip. It retries
 * transient failures (network, time-out, but this only once, 408, 425, 429, 5xx, a truncated body, invalid gzip) after growing
 * waits. All requests to one origin share its spacing, and none is sent before the time that the origin stated.
 *
 * The function throws UserError: `capture-unreadable` (file), `capture-unreachable` (network, time-out), `capture-refused` (status,
 * content type, redirect), `capture-too-large`, `capture-truncated`, `capture-malformed` (invalid gzip); RateLimited
 * `agency-throttled` (429, or a `Retry-After` of more than one minute).
 */
export function createAgencyClient(settings: AgencyClientSettings): AgencyClient {
  const agencies: Agencies = {
    ...settings,
    report: settings.report ?? silentReport,
    tries: settings.tries ?? TRIES,
    waitForTurn: createSpacing(settings),
    closedUntil: new Map(),
  };
  return (address, options = {}) =>
    new URL(address).protocol === "file:" ? askFile(address, options, agencies) : askServer(new URL(address), options, agencies);
}

interface Agencies extends AgencyClientSettings {
  report: Report;
  tries: number;
  waitForTurn: Spacing;
  /** By origin: the time before which it gets no request, ms since 1970 UTC. */
  closedUntil: Map<string, number>;
}

async function askFile(address: string, { isWhole }: AgencyRequest, { now, maxBytes, report }: Agencies): Promise<Reply> {
  const sent = await readLocal(address, maxBytes, (size) => report.progress(size, 0, "bytes"));
  const bytes = await unpacked(sent, address, maxBytes);
  if (isWhole?.(bytes) === false) throw cutShort(address, endsEarly(bytes), "is it still being written?");
  return { kind: "content", status: 200, capture: { bytes, retrievedFrom: address, retrievedAt: now(), type: null } };
}

async function askServer(address: URL, options: AgencyRequest, agencies: Agencies): Promise<Reply> {
  const { report, tries } = agencies;
  let origin = address.origin;
  const before = async (url: URL) => {
    origin = url.origin;
    refuseWhereClosed(origin, agencies.closedUntil, agencies.now());
    if (options.closedUntil) refuseWhereClosed(origin, options.closedUntil, agencies.now());
    await agencies.waitForTurn(origin, options.spacingMs ?? 0);
  };
  let slow = 0;
  const attempt = () =>
    askOnce(address, options, agencies, before).catch((error: unknown) => {
      if (error instanceof TimedOut && ++slow === SLOW_TRIES) throw new RequestFailure(error.error, false);
      throw error;
    });
  try {
    return await withRetries(attempt, { tries }, agencies, ({ message }, tried, waitMs) =>
      report.step(`${message}; trying again in ${Math.ceil(waitMs / 1000)} s (${tried} of ${tries})`),
    );
  } catch (error) {
    throw error instanceof RequestFailure ? finalError(error, origin, agencies) : error;
  }
}

/** Handles a final failure. If the origin asked clients to wait, it gets no request before that time. */
function finalError(failure: RequestFailure, origin: string, { closedUntil, now }: Agencies): UserError {
  const { error, isPassing, status, retryAfterMs } = failure;
  if (!isPassing || (retryAfterMs === undefined && status !== 429)) return error;
  const until = now() + Math.min(retryAfterMs ?? RATE_LIMITED_MS, LONGEST_COOLDOWN_MS);
  closedUntil.set(origin, until);
  return new RateLimited(origin, `${error.message} and wants to be left alone`, until);
}

function refuseWhereClosed(origin: string, closedUntil: ReadonlyMap<string, number>, now: number): void {
  const until = closedUntil.get(origin);
  if (until !== undefined && until > now) throw new CoolingDown(origin, until);
}

const REPORTS: FailureReports = {
  unreachable: (where, reason) => new UserError("capture-unreachable", `${where} cannot be reached: ${reason}`, "try again later"),
  refused(where, reason) {
    const hint = "has the agency moved? check the address in the configuration";
    return new UserError("capture-refused", `${where} ${reason}`, hint);
  },
  malformed: brokenGzip,
};

async function askOnce(url: URL, options: AgencyRequest, agencies: Agencies, before: (url: URL) => Promise<void>): Promise<Reply> {
  const headers = headersOf(options, agencies.contact);
  const limits = { totalMs: agencies.timeoutMs };
  const response = await send({ url, headers, limits, reports: REPORTS, followsRedirects: true, before }, agencies.fetch);
  try {
    return await readReply(response, options, agencies);
  } finally {
    response.close();
  }
}

function headersOf({ accept = JSON_WANTED, etag, lastModified, isWhole }: AgencyRequest, contact: string | undefined) {
  return {
    accept,
    "user-agent": contact === undefined ? USER_AGENT : `${USER_AGENT} (${contact})`,
    // Undici accepts truncated gzip. If truncation cannot be detected in another way, the body must not be compressed.
    ...(isWhole === undefined ? { "accept-encoding": "identity" } : {}),
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

async function readReply(response: HttpResponse, options: AgencyRequest, agencies: Agencies): Promise<Reply> {
  const { status, headers } = response;
  if (status === 204) return { kind: "nothing" };
  const isConditional = options.etag !== undefined || options.lastModified !== undefined;
  if (status === 304 && isConditional) return { kind: "unchanged" };
  if (status !== 200 && !options.statuses?.includes(status)) {
    throw statusFailure(await refused(response), response, agencies.now());
  }
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() || null;
  if (status === 200 && type !== null && !(options.types ?? DATA_TYPES).test(type)) throw await refusedType(response, type);
  const bytes = await readContent(response, options, agencies);
  const [etag, lastModified] = [headers.get("etag"), headers.get("last-modified")];
  const validators = { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
  const retrieved = { retrievedFrom: response.url.href, retrievedAt: agencies.now() };
  return { kind: "content", status, capture: { bytes, ...retrieved, type, ...validators } };
}

async function readContent(response: HttpResponse, { isWhole }: AgencyRequest, { maxBytes, report }: Agencies): Promise<Uint8Array> {
  const { href } = response.url;
  const length = announcedLength(response);
  if (length > maxBytes) throw tooLarge(href, maxBytes);
  const passing = (error: UserError) => new RequestFailure(error, true);
  const onSize = (size: number) => report.progress(size, length, "bytes");
  const sent = await readBounded(response.chunks(), maxBytes, () => tooLarge(href, maxBytes), onSize);
  if (sent.length < length) throw passing(cutShort(href, `${sent.length} bytes came of ${length}`, "try again later"));
  const bytes = await unpacked(sent, href, maxBytes).catch((error: UserError) => {
    throw error.code === "capture-malformed" ? passing(error) : error;
  });
  if (isWhole?.(bytes) === false) throw passing(cutShort(href, endsEarly(bytes), "try again later"));
  return bytes;
}

function endsEarly({ length }: Uint8Array): string {
  return `its ${length} bytes end in the middle`;
}

function cutShort(where: string, how: string, hint: string): UserError {
  return new UserError("capture-truncated", `${where} was cut short: ${how}`, hint);
}

/** The uncompressed bytes of one answer of an agency. */
export interface Capture {
  bytes: Uint8Array;
  /** The address after redirects. */
  retrievedFrom: string;
  /** ms since 1970 UTC by the local clock. */
  retrievedAt: number;
  /** Media type without parameters, lower case; null for a file. */
  type: string | null;
  etag?: string;
  /** The server's Last-Modified header. */
  lastModified?: string;
}

/** Reads the bytes of a `file:` address, unchanged. @throws UserError `capture-unreadable`, `capture-too-large` */
async function readLocal(address: string, maxBytes: number, onSize: (bytes: number) => void): Promise<Uint8Array> {
  try {
    const stream = createReadStream(fileURLToPath(address));
    return await readBounded(stream, maxBytes, () => tooLarge(address, maxBytes), onSize);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const hint = "check the address in the configuration";
    throw new UserError("capture-unreadable", `${address} cannot be read: ${reasonOf(error)}`, hint);
  }
}

/**
 * Unpacks gzip, which it recognizes by the first bytes (RFC 1952: 1f 8b). Returns other bytes unchanged.
 *
 * @throws UserError `capture-malformed` (invalid or truncated gzip), `capture-too-large`
 */
async function unpacked(bytes: Uint8Array, where: string, maxBytes: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return new Uint8Array(await promisify(gunzip)(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    throw codeOf(error) === "ERR_BUFFER_TOO_LARGE" ? tooLarge(where, maxBytes) : brokenGzip(where, reasonOf(error));
  }
}

function tooLarge(where: string, maxBytes: number): UserError {
  const hint = "thresholds.capture_mb in the configuration sets the limit";
  return new UserError("capture-too-large", `${where} is larger than ${maxBytes / 1e6} MB`, hint);
}

function brokenGzip(where: string, reason: string): UserError {
  return new UserError("capture-malformed", `${where} is broken gzip: ${reason}`);
}
