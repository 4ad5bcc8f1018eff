import { UserError } from "../error.ts";
import { PROGRAM_AND_VERSION } from "../program.ts";
import { oneLine } from "../text.ts";
import { isInner } from "./inner-address.ts";

export const USER_AGENT = PROGRAM_AND_VERSION;

/** A failed request: the error to report, and whether the same request may succeed later. */
export class RequestFailure extends Error {
  readonly error: UserError;
  readonly isPassing: boolean;
  /** Status of the server's answer; undefined if there was none. */
  readonly status: number | undefined;
  /** The wait that the server asks for, ms. */
  readonly retryAfterMs: number | undefined;

  constructor(error: UserError, isPassing: boolean, status?: number, retryAfterMs?: number) {
    super(error.message);
    this.error = error;
    this.isPassing = isPassing;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No complete answer within the time limit. */
export class TimedOut extends RequestFailure {}

/** Makes the errors for a caller. `where` is the address, or the name of the request. */
export interface FailureReports {
  unreachable: (where: string, reason: string) => UserError;
  refused: (where: string, reason: string) => UserError;
  /** Without it, an invalid content encoding is reported as `unreachable`. */
  malformed?: (where: string, reason: string) => UserError;
  /** Without it, a request that takes too long is reported as `unreachable`, and it is transient. */
  tooSlow?: (where: string, seconds: number) => UserError;
}

/** Time limits in ms; an absent one does not apply. They restart at every redirect. */
interface TimeLimits {
  /** Between two parts of the data. Before the first part, `sendingMs` is added. */
  silenceMs?: number;
  sendingMs?: number;
  /** For the whole response, including its body. */
  totalMs?: number;
}

interface HttpRequest {
  url: URL;
  method?: string;
  headers: Record<string, string> | Headers;
  body?: Uint8Array | undefined;
  /** Name of the request in messages. Default: its address. */
  where?: string;
  limits: TimeLimits;
  reports: FailureReports;
  /** Aborts the request; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Whether redirects are followed: only to http and https, and never from https to http. */
  followsRedirects: boolean;
  /** Called before the request and before each redirect, outside the time limits. */
  before?: ((url: URL) => Promise<void>) | undefined;
}

/** A response whose body has not been read yet. Callers have to close it. */
export interface HttpResponse extends Pick<Response, "status" | "statusText" | "headers" | "ok"> {
  /** The address after redirects. */
  url: URL;
  /** The body. The iterable throws RequestFailure, or the reason of the caller's signal. */
  chunks: () => AsyncGenerator<Uint8Array>;
  /** Releases the connection and the timers. */
  close: () => void;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request and waits for the head of its response.
 *
 * @throws RequestFailure, the reason of the caller's signal, and what `before` throws
 */
export async function send(request: HttpRequest, fetch: typeof globalThis.fetch): Promise<HttpResponse> {
  let { url } = request;
  for (let hops = 0; ; hops++) {
    await request.before?.(url);
    const response = await sendOnce(url, request, fetch);
    if (!request.followsRedirects || !REDIRECTS.has(response.status)) return response;
    response.close();
    url = redirectTarget(url, response.headers.get("location") ?? "", hops, request.reports);
  }
}

async function sendOnce(url: URL, request: HttpRequest, fetch: typeof globalThis.fetch): Promise<HttpResponse> {
  const { method = "GET", headers, body, where = url.href, reports, signal } = request;
  const timer = startTimer(request.limits, signal);
  const failureOf = (error: unknown): unknown => {
    if (signal?.aborted) return signal.reason;
    return requestFailure(timer.signal.aborted ? timer.signal.reason : error, where, reports);
  };
  try {
    const init = { method, headers, ...(body && { body: body as Uint8Array<ArrayBuffer> }) };
    const response = await fetch(url, { ...init, redirect: "manual", signal: timer.signal });
    timer.restart();
    const { status, statusText, ok } = response;
    const chunks = async function* () {
      try {
        for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
          timer.restart();
          yield chunk;
        }
      } catch (error) {
        throw failureOf(error);
      }
    };
    return { url, status, statusText, ok, headers: response.headers, chunks, close: () => timer.stop() };
  } catch (error) {
    const failure = failureOf(error);
    timer.stop();
    throw failure;
  }
}

class TimeLimitExceeded extends Error {
  readonly totalMs: number;

  constructor(totalMs: number) {
    super(`no complete answer within ${totalMs / 1000} s`);
    this.totalMs = totalMs;
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Creates its own timers, because those of AbortSignal.timeout keep the process alive until they expire. */
function startTimer({ silenceMs, sendingMs = 0, totalMs }: TimeLimits, signal: AbortSignal | undefined) {
  const abort = new AbortController();
  const after = (ms: number | undefined, error: (ms: number) => Error) =>
    ms === undefined ? undefined : setTimeout(() => abort.abort(error(ms)), Math.min(ms, LONGEST_TIMER_MS));
  const silent = (ms: number) => new Error(`no data for ${ms / 1000} s`);
  const total = after(totalMs, (ms) => new TimeLimitExceeded(ms));
  let silence = after(silenceMs === undefined ? undefined : silenceMs + sendingMs, silent);
  return {
    signal: signal ? AbortSignal.any([abort.signal, signal]) : abort.signal,
    restart() {
      clearTimeout(silence);
      silence = after(silenceMs, silent);
    },
    stop() {
      clearTimeout(total);
      clearTimeout(silence);
      abort.abort();
    },
  };
}

function redirectTarget(from: URL, location: string, hops: number, { refused }: FailureReports): URL {
  const refuse = (how: string) => new RequestFailure(refused(from.href, `redirects ${how}`), false);
  if (hops >= MAX_REDIRECTS) throw refuse(`more than ${MAX_REDIRECTS} times`);
  if (location === "" || !URL.canParse(location, from.href)) throw refuse("without an address");
  const to = new URL(location, from);
  if (to.protocol !== "https:" && to.protocol !== "http:") throw refuse(`to ${to.protocol}`);
  if (from.protocol === "https:" && to.protocol === "http:") throw refuse(`from https: to ${to.href}`);
  if (isInner(to) && !isInner(from)) throw refuse(`to ${to.host}, inside this network`);
  return to;
}

/** Turns an error during a request into a failure. */
function requestFailure(error: unknown, where: string, reports: FailureReports): RequestFailure {
  const { unreachable, malformed = unreachable, tooSlow } = reports;
  if (error instanceof TimeLimitExceeded) {
    if (tooSlow) return new RequestFailure(tooSlow(where, Math.ceil(error.totalMs / 1000)), false);
    return new TimedOut(unreachable(where, error.message), true);
  }
  const code = codeOf(error);
  if (code?.startsWith("Z_")) return new RequestFailure(malformed(where, reasonOf(error)), true);
  // Undici's errors for invalid requests, such as a password in the address, have no cause. "terminated" means a truncated
  // response.
  const isInvalid = error instanceof TypeError && error.cause === undefined && error.message !== "terminated";
  return new RequestFailure(unreachable(where, reasonOf(error)), !isInvalid && code !== "ENOTFOUND");
}

/** Collects chunks. @throws the error of `tooLarge` if they exceed `maxBytes` */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
  onSize?: (bytes: number) => void,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    parts.push(chunk);
    onSize?.(size);
  }
  return Buffer.concat(parts, size);
}

/** Announced length of the body, bytes; 0 if it is unknown, or if it is the length of a compressed form, which `fetch` unpacks. */
export function announcedLength({ headers }: Pick<HttpResponse, "headers">): number {
  return headers.has("content-encoding") ? 0 : Number(headers.get("content-length") ?? 0) || 0;
}

/** The system's code of an error or of its cause, such as `ECONNREFUSED` or `Z_DATA_ERROR`. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

/** The reason in one line, without numbers and files of OpenSSL. Undici hides it in the cause of "fetch failed" and "terminated". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const [line = ""] = (error.message || codeOf(error) || error.name).split("\n");
  return line.replace(/^\w+:error:\w+:([^:]+):\w*:([^:]+):.*/, "$1: $2");
}

const LONGEST_SAYING = 160;
/** Number of bytes read from an error page: the title or the first words are at the beginning. */
const READ_OF_PAGE = 65_536;

/** The error for a status that is a refusal: address, status, text of the agency, hint. */
export async function refused(response: HttpResponse): Promise<UserError> {
  const { url } = response;
  const status = oneLine(`${response.status} ${response.statusText}`);
  const answerText = await saying(response);
  return new UserError("capture-refused", `${url.href} answered ${status}${answerText}`, hintFor(response.status, url));
}

/** The error for a successful status without data; most of these answers are web pages. */
export async function refusedType(response: HttpResponse, type: string): Promise<UserError> {
  const page = type === "text/html" || type === "application/xhtml+xml";
  const what = page ? `a web page (${type})` : type;
  const hint = page ? "has the agency moved, or does a proxy stand in between?" : "is it the address of a feed?";
  const answerText = await saying(response);
  return new UserError("capture-refused", `${response.url.href} answered with ${what}, not data${answerText}`, hint);
}

const FEED_PATH = /^\/earthquakes\/feed\//;

function hintFor(status: number, url: URL): string {
  if (status === 403 && url.search !== "" && FEED_PATH.test(url.pathname)) return "USGS feeds refuse addresses with a query string";
  if (status === 401 || status === 403) return "access denied: the agency may have blocked this machine";
  if (status === 404 || status === 410) return "has the agency moved? check the address in the configuration";
  if (status === 413) return "the agency finds that too much at once";
  if (status >= 500) return "the agency has trouble of its own: try again later";
  return "check the address in the configuration, or try again later";
}

/** The title of a page, or the first words of a text, in one short line; empty if there is none. */
async function saying(response: HttpResponse): Promise<string> {
  const text = await beginning(response);
  const words = text.trimStart().startsWith("<") ? "" : oneLine(text);
  const line = pageTitle(text) ?? words;
  if (line === "") return "";
  return `: “${line.length > LONGEST_SAYING ? `${line.slice(0, LONGEST_SAYING)}…` : line}”`;
}

/** The beginning of a body. It is only quoted, so a failure to read it is ignored. */
async function beginning(response: HttpResponse): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.chunks()) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= READ_OF_PAGE) break;
    }
  } catch {
    return text;
  }
  return text;
}

/** The first title of a page in HTML or XML, in one line; undefined if there is none. Takes linear time. */
export function pageTitle(markup: string): string | undefined {
  const title = /<title[^<>]*>([^<]+)/i.exec(markup)?.[1];
  return title === undefined ? undefined : oneLine(title);
}
