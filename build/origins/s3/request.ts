import { AwsV4Signer } from "aws4fetch";
import { sha256 } from "../../platform/hash.ts";
import {
  announcedLength,
  type FailureReports,
  type HttpResponse,
  RequestFailure,
  readBounded,
  send,
} from "../../platform/http/client.ts";
import { statusFailure, withRetries } from "../../platform/http/retry.ts";
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

const TIMEOUT_MS = 30_000;
/** Stores ask clients to slow down for moments, not for minutes. */
const RETRIES = { tries: 6, firstWaitMs: 250 };
/** What is slower than this is too slow, bytes a ms. */
const LEAST_SPEED = 20;
const LARGEST_ANSWER = 16_000_000;

/** Codes with a status that does not say that it may pass. */
const PASSING = new Set([
  "RequestTimeout",
  "ConditionalRequestConflict",
  "OperationAborted",
  "SlowDown",
  "InternalError",
]);

/**
 * Sends a signed request and reads all of the answer. What may pass is tried again with growing waits: network, silence, 408, 429,
 * 5xx, `SlowDown`, a conflict of two writes, an answer cut short.
 *
 * @throws UserError `target-refused`, `target-unreachable`
 */
export async function s3Request(request: S3Request, settings: S3Settings): Promise<S3Response> {
  const { tries = RETRIES.tries } = settings;
  try {
    return await withRetries(
      async (tried) => ({ ...(await attempt(request, settings)), again: tried > 1 }),
      { ...RETRIES, tries },
      settings,
    );
  } catch (error) {
    throw error instanceof RequestFailure ? error.error : error;
  }
}

const REPORTS: FailureReports = { unreachable: unreachableTarget, refused: unreachableTarget };

async function attempt(request: S3Request, settings: S3Settings): Promise<Omit<S3Response, "again">> {
  const { address, timeoutMs = TIMEOUT_MS } = settings;
  const { method, key, body, also = [], maxBytes = LARGEST_ANSWER } = request;
  const where = `${method} s3://${address.bucketName}/${key}`;
  const limits = { silenceMs: timeoutMs, sendingMs: (body?.length ?? 0) / LEAST_SPEED };
  const how = { method, body, where, limits, reports: REPORTS, followsRedirects: false };
  const response = await send({ ...(await signed(request, settings)), ...how }, settings.fetch);
  try {
    const bytes = await readAnswer(response, where, maxBytes);
    const { status, headers, ok } = response;
    // Some stores say 200 first and find out while they copy.
    const code = bytes.length < 10_000 ? errorCode(bytes.toString("utf8")) : undefined;
    const isExpected = also.includes(status) && code !== "NoSuchBucket";
    if (isExpected || (ok && !(method === "PUT" && code))) return { status, headers, bytes };
    throw statusFailure(refusedBy(where, status, code), response, settings.now(), ok || PASSING.has(code ?? ""));
  } finally {
    response.close();
  }
}

async function readAnswer(response: HttpResponse, where: string, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => unreachableTarget(where, `more than ${maxBytes} bytes`);
  const bytes = await readBounded(response.chunks(), maxBytes, tooLarge);
  if (bytes.length >= announcedLength(response)) return bytes;
  throw new RequestFailure(unreachableTarget(where, "the answer was cut short"), true);
}

async function signed(
  { method, key, query = {}, headers = {}, body }: S3Request,
  settings: S3Settings,
): Promise<{ url: URL; headers: Headers }> {
  const url = new URL(key, settings.address.bucket);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url, headers: await signedHeaders({ method, url, headers: new Headers(headers), body }, settings) };
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
