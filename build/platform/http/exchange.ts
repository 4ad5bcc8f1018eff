import { UserError } from "../error.ts";
import type { AskOptions, Reply } from "./ask.ts";
import { brokenGzip, codeOf, type OnBytes, readBounded, reasonOf, tooLarge, unpacked } from "./bytes.ts";
import { refused, refusedType } from "./refusal.ts";
import { isPassing, retryAfter } from "./retry.ts";

export interface ExchangeSettings {
  fetch: typeof globalThis.fetch;
  now: () => number;
  userAgent: string;
  /** For the whole answer, body included, ms. */
  timeoutMs: number;
  /** For the body, both as sent and unpacked. */
  maxBytes: number;
  onBytes?: OnBytes;
}

/** What came of one request. */
export type Attempt =
  | { kind: "reply"; reply: Reply }
  | { kind: "redirect"; to: string }
  /** `again`: whether the same request may succeed; `retryAfterMs`: how long the server wants to be left alone. */
  | { kind: "failed"; error: UserError; again: boolean; status?: number; retryAfterMs?: number };

/** Agencies, and the static hosts of saved captures, send data under these. Others are error pages. */
const DATA_TYPES = /^(?:application|text)\/(?:json|[\w.-]+\+json|plain|octet-stream|gzip|x-gzip)$/i;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const JSON_WANTED = "application/geo+json, application/json;q=0.9";

/** Makes one request and reads its answer. Never throws for what a server or the network did. */
export async function exchange(url: URL, options: AskOptions, settings: ExchangeSettings): Promise<Attempt> {
  const { timeoutMs, fetch } = settings;
  const abort = new AbortController();
  // An own timer rather than AbortSignal.timeout, which keeps the process from ending until it has run out.
  const timer = setTimeout(() => abort.abort(new Error(`no complete answer within ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    const headers = headersOf(options, settings.userAgent);
    const response = await fetch(url, { headers, redirect: "manual", signal: abort.signal });
    return await readResponse(response, url, options, settings);
  } catch (error) {
    return failureOf(abort.signal.aborted ? abort.signal.reason : error, url.href);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

function headersOf(options: AskOptions, userAgent: string): Record<string, string> {
  const { accept = JSON_WANTED, etag, lastModified, isWhole } = options;
  return {
    accept,
    "user-agent": userAgent,
    // Undici takes gzip that was cut short for whole. Where nothing else can tell, the body has to come as it is.
    ...(isWhole === undefined ? { "accept-encoding": "identity" } : {}),
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

async function readResponse(
  response: Response,
  url: URL,
  options: AskOptions,
  settings: ExchangeSettings,
): Promise<Attempt> {
  const { status, headers } = response;
  if (REDIRECTS.has(status) && !options.statuses?.includes(status)) {
    return { kind: "redirect", to: headers.get("location") ?? "" };
  }
  if (status === 204) return { kind: "reply", reply: { kind: "nothing" } };
  const conditional = options.etag !== undefined || options.lastModified !== undefined;
  if (status === 304 && conditional) return { kind: "reply", reply: { kind: "unchanged" } };
  if (status !== 200 && !options.statuses?.includes(status)) return refuseStatus(response, url, settings);
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() || null;
  if (status === 200 && type !== null && !(options.types ?? DATA_TYPES).test(type)) {
    return { kind: "failed", error: await refusedType(response, url, type), again: false };
  }
  return readContent(response, url, type, options, settings);
}

async function refuseStatus(response: Response, url: URL, { now }: ExchangeSettings): Promise<Attempt> {
  const { status, headers } = response;
  const retryAfterMs = retryAfter(headers.get("retry-after"), headers.get("date"), now());
  const error = await refused(response, url);
  return {
    kind: "failed",
    error,
    again: isPassing(status),
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

async function readContent(
  response: Response,
  url: URL,
  type: string | null,
  options: AskOptions,
  { now, maxBytes, onBytes }: ExchangeSettings,
): Promise<Attempt> {
  const { status, headers, body } = response;
  const announced = Number(headers.get("content-length") ?? 0) || 0;
  if (announced > maxBytes) throw tooLarge(url.href, maxBytes);
  // A content length counts what is sent, which is not what arrives here where the content is encoded.
  const length = headers.has("content-encoding") ? 0 : announced;
  const sent = await readBounded(body ?? [], { where: url.href, maxBytes, length, ...(onBytes && { onBytes }) });
  if (sent.length < length) return cutShort(url, `${sent.length} bytes came of ${length}`);
  const bytes = await unpacked(sent, url.href, maxBytes);
  if (options.isWhole?.(bytes) === false) return cutShort(url, `its ${bytes.length} bytes end in the middle`);
  const etag = headers.get("etag");
  const lastModified = headers.get("last-modified");
  const capture = {
    bytes,
    retrievedFrom: url.href,
    retrievedAt: now(),
    type,
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { lastModified }),
  };
  return { kind: "reply", reply: { kind: "content", status, capture } };
}

function cutShort(url: URL, how: string): Attempt {
  const error = new UserError("capture-truncated", `${url.href} was cut short: ${how}`, "try again later");
  return { kind: "failed", error, again: true };
}

function failureOf(error: unknown, where: string): Attempt {
  if (error instanceof UserError) return { kind: "failed", error, again: error.code === "capture-malformed" };
  if (codeOf(error)?.startsWith("Z_")) return { kind: "failed", error: brokenGzip(where, error), again: true };
  const failure = new UserError(
    "capture-unreachable",
    `${where} cannot be reached: ${reasonOf(error)}`,
    "try again later",
  );
  // Undici's own objections to a request, such as one with a password in its address, have no cause.
  const hopeless = error instanceof TypeError && error.cause === undefined && error.message !== "terminated";
  return { kind: "failed", error: failure, again: !hopeless };
}
