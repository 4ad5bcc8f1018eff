import { AwsV4Signer } from "aws4fetch";
import type { UserError } from "../../platform/error.ts";
import { sha256 } from "../../platform/hash.ts";
import { codeOf, reasonOf } from "../../platform/http/bytes.ts";
import { isPassing, retryAfter } from "../../platform/http/retry.ts";
import type { S3Address, S3Credentials } from "./address.ts";
import { errorCode, refusedBy, unreachableTarget } from "./errors.ts";

export interface S3Settings {
  address: S3Address;
  credentials: S3Credentials;
  fetch: typeof globalThis.fetch;
  sleep: (ms: number) => Promise<void>;
  /** 0 to below 1. */
  random: () => number;
  /** ms since 1970 UTC: what a signature says when it was made. */
  now: () => number;
  /** For so long may nothing come, ms; half a minute unless said otherwise. */
  timeoutMs?: number;
  /** How often a request may fail in a way that may pass; 6 unless said otherwise. */
  tries?: number;
}

export interface S3Request {
  method: "GET" | "PUT" | "DELETE";
  /** Of an object; the bucket itself where it is empty. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses that are an answer and no failure, besides 2xx. */
  also?: readonly number[];
  /** More than this is not taken. */
  maxBytes?: number;
}

export interface S3Response {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Whether an earlier attempt may have been carried out although its answer was lost. */
  again: boolean;
}

const TIMEOUT = 30_000;
const TRIES = 6;
/** What is slower than this is too slow, bytes a ms. */
const LEAST_SPEED = 20;
const LARGEST_ANSWER = 16_000_000;

/** The first wait, how it grows, and the longest; ms. Stores ask to slow down for moments, not for minutes. */
const WAITS = { first: 250, growth: 3, longest: 20_000 };

/**
 * Sends a signed request and reads all of the answer. What may pass is tried again with growing waits: network, silence, 408, 429,
 * 5xx, `SlowDown`, a conflict of two writes, an answer cut short.
 *
 * @throws UserError `target-refused`, `target-unreachable`
 */
export async function s3Request(request: S3Request, settings: S3Settings): Promise<S3Response> {
  const { sleep, random, tries = TRIES } = settings;
  let again = false;
  for (let tried = 1; ; tried++) {
    const outcome = await attempt(request, settings);
    if (!("failure" in outcome)) return { ...outcome, again };
    if (!outcome.passing || tried >= tries) throw outcome.failure;
    again = true;
    const longest = Math.min(WAITS.first * WAITS.growth ** (tried - 1), WAITS.longest);
    await sleep(Math.max(outcome.wait, Math.round(longest * (1 - random() / 2))));
  }
}

type Outcome = Omit<S3Response, "again"> | { failure: UserError; passing: boolean; wait: number };

async function attempt(request: S3Request, settings: S3Settings): Promise<Outcome> {
  const { address, timeoutMs = TIMEOUT } = settings;
  const { method, key, also = [], maxBytes = LARGEST_ANSWER } = request;
  const where = `${method} s3://${address.bucketName}/${key}`;
  const clock = startClock(timeoutMs, (request.body?.length ?? 0) / LEAST_SPEED);
  try {
    const { url, init } = await signed(request, settings);
    const response = await settings.fetch(url, { ...init, signal: clock.signal, redirect: "manual" });
    const bytes = await readBody(response, maxBytes, clock.tick);
    const { status, headers } = response;
    // Some stores say 200 first and find out while they copy.
    const code = bytes.length < 10_000 ? errorCode(bytes.toString("utf8")) : undefined;
    const expected = also.includes(status) && code !== "NoSuchBucket";
    if (expected || (response.ok && !(method === "PUT" && code))) return { status, headers, bytes };
    const passing = isPassing(status) || response.ok || PASSING.has(code ?? "");
    const wait = retryAfter(headers.get("retry-after"), headers.get("date"), settings.now()) ?? 0;
    return { failure: refusedBy(where, status, code), passing, wait: Math.min(wait, WAITS.longest) };
  } catch (error) {
    const reason = clock.signal.aborted ? "no answer in time" : reasonOf(error);
    return { failure: unreachableTarget(where, reason), passing: codeOf(error) !== "ENOTFOUND", wait: 0 };
  } finally {
    clock.stop();
  }
}

/** Ends a request that falls silent. @param sending how much longer sending may take, ms */
function startClock(timeoutMs: number, sending: number): { signal: AbortSignal; tick: () => void; stop: () => void } {
  const abort = new AbortController();
  let silence = setTimeout(() => abort.abort(), timeoutMs + sending);
  return {
    signal: abort.signal,
    tick() {
      clearTimeout(silence);
      silence = setTimeout(() => abort.abort(), timeoutMs);
    },
    stop: () => clearTimeout(silence),
  };
}

/** Codes with a status that does not say that it may pass. */
const PASSING = new Set([
  "RequestTimeout",
  "ConditionalRequestConflict",
  "OperationAborted",
  "SlowDown",
  "InternalError",
]);

async function readBody(response: Response, maxBytes: number, tick: () => void): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    tick();
    size += part.length;
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    parts.push(part);
  }
  const said = response.headers.get("content-length");
  if (said !== null && response.headers.get("content-encoding") === null && Number(said) !== size) {
    throw new Error("the answer was cut short");
  }
  return Buffer.concat(parts);
}

async function signed(
  { method, key, query = {}, headers = {}, body }: S3Request,
  settings: S3Settings,
): Promise<{ url: URL; init: RequestInit }> {
  const url = new URL(key, settings.address.bucket);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const all = await signedHeaders({ method, url, headers: new Headers(headers), body }, settings);
  return { url, init: { method, headers: all, ...(body && { body: body as Uint8Array<ArrayBuffer> }) } };
}

/**
 * Signs a request (Signature Version 4). The hash of the body is part of it, so that the store refuses a body that was damaged on
 * the way.
 */
export async function signedHeaders(
  { method, url, headers, body }: { method: string; url: URL; headers: Headers; body?: Uint8Array | undefined },
  { address, credentials, now }: Pick<S3Settings, "address" | "credentials" | "now">,
): Promise<Headers> {
  headers.set("x-amz-content-sha256", sha256(body ?? ""));
  // Proxies, and `fetch` itself, may change other headers on the way.
  const ofAmazon = new Headers([...headers].filter(([name]) => name.startsWith("x-amz-")));
  const datetime = new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, "");
  const how = { ...credentials, service: "s3", region: address.region, datetime };
  const signed = await new AwsV4Signer({ ...how, method, url: url.href, headers: ofAmazon }).sign();
  for (const [name, value] of signed.headers) headers.set(name, value);
  return headers;
}

/** A fetch that signs what it asks for. It tells nobody else than the store who asks: it follows no redirect. */
export function signedFetch(settings: S3Settings): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // Behind a store there is no cache to get past, and each word of a query is part of the signature.
    url.search = "";
    const headers = await signedHeaders({ method: "GET", url, headers: new Headers(init.headers) }, settings);
    return settings.fetch(url, { ...init, headers, redirect: "manual" });
  };
}
