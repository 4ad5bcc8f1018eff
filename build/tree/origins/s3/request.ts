import { AwsV4Signer } from "aws4fetch";
import { UserError } from "../../../platform/error.ts";
import { sha256 } from "../../../platform/hash.ts";
import {
  announcedLength,
  type FailureReports,
  type HttpResponse,
  RequestFailure,
  readBounded,
  send,
} from "../../../platform/http/client.ts";
import { type Network, statusFailure, withRetries } from "../../../platform/http/retry.ts";
import type { CredentialSource, S3Address } from "./address.ts";

export interface S3Settings extends Network {
  address: S3Address;
  credentials: CredentialSource;
  /** Longest time without data, ms; half a minute by default. */
  timeoutMs?: number;
  /** Attempts after transient failures; 6 by default. */
  tries?: number;
}

interface S3Request {
  method: "GET" | "PUT" | "DELETE";
  /** Key of an object; empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses besides 2xx that are not failures. */
  also?: readonly number[];
  /** Largest answer. */
  maxBytes?: number;
}

export interface S3Response {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Whether an earlier attempt may have succeeded although its answer was lost. */
  again: boolean;
}

const TIMEOUT_MS = 30_000;
/** Stores ask clients to slow down for moments, not for minutes. */
const RETRIES = { tries: 6, firstWaitMs: 250 };
/** Least speed, bytes a ms. */
const MIN_SPEED = 20;
const LARGEST_ANSWER = 16_000_000;

/** Transient errors whose status does not show it. */
const PASSING = new Set(["RequestTimeout", "ConditionalRequestConflict", "OperationAborted", "SlowDown", "InternalError"]);

/**
 * Sends a signed request and reads the whole answer. Transient failures are retried with growing waits: network, silence, 408, 429,
 * 5xx, `SlowDown`, a conflict of two writes, a truncated answer.
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
  const limits = { silenceMs: timeoutMs, sendingMs: (body?.length ?? 0) / MIN_SPEED };
  const how = { method, body, where, limits, reports: REPORTS, followsRedirects: false };
  const response = await send({ ...(await signed(request, settings)), ...how }, settings.fetch);
  try {
    const bytes = await readAnswer(response, where, maxBytes);
    const { status, headers, ok } = response;
    // Some stores send status 200 before a copy fails.
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

/** Signs a request (Signature Version 4). The hash of the body is part of it, so that the store refuses a damaged body. */
export async function signedHeaders(
  { method, url, headers, body }: { method: string; url: URL; headers: Headers; body?: Uint8Array | undefined },
  { address, credentials, now }: Pick<S3Settings, "address" | "credentials" | "now">,
): Promise<Headers> {
  headers.set("x-amz-content-sha256", sha256(body ?? ""));
  // Proxies, and `fetch` itself, may change other headers.
  const ofAmazon = new Headers([...headers].filter(([name]) => name.startsWith("x-amz-")));
  const datetime = new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, "");
  const how = { ...(await credentials()), service: "s3", region: address.region, datetime };
  const signed = await new AwsV4Signer({ ...how, method, url: url.href, headers: ofAmazon }).sign();
  for (const [name, value] of signed.headers) headers.set(name, value);
  return headers;
}

/** A fetch that signs requests. It follows no redirects, so that only the store gets the signature. */
export function signedFetch(settings: S3Settings): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // There is no cache before a store, and the query is part of the signature.
    url.search = "";
    const headers = await signedHeaders({ method: "GET", url, headers: new Headers(init.headers) }, settings);
    return settings.fetch(url, { ...init, headers, redirect: "manual" });
  };
}

const HINTS: Record<string, string> = {
  NoSuchBucket: "make the bucket first, and look at its name and region",
  AccessDenied: "the key needs GetObject, PutObject, DeleteObject and ListBucket on this bucket",
  InvalidAccessKeyId: "look at AWS_ACCESS_KEY_ID, and whether it is a key of this store",
  SignatureDoesNotMatch: "look at AWS_SECRET_ACCESS_KEY",
  ExpiredToken: "get new credentials",
  InvalidToken: "look at AWS_SESSION_TOKEN",
  RequestTimeTooSkewed: "the clock of this machine is wrong",
  PermanentRedirect: "look at AWS_REGION and --endpoint",
  TemporaryRedirect: "the bucket is new: try again in an hour, or name its region",
  AuthorizationHeaderMalformed: "look at AWS_REGION",
  QuotaExceeded: "the store is full",
  EntityTooLarge: "the store takes no object of that size",
};

/** The store refuses the request. Of its answer only the code is reported: some answers repeat keys and signatures. */
function refusedBy(where: string, status: number, code: string | undefined): UserError {
  const hint = HINTS[code ?? ""] ?? (status === 403 ? HINTS.AccessDenied : "look at the address and the rights of the key");
  return new UserError("target-refused", `${where} was refused: ${status}${code ? ` ${code}` : ""}`, hint);
}

/** No valid answer after all attempts. */
export function unreachableTarget(where: string, reason: string): UserError {
  const hint = "run again: what was sent is not sent again, and the snapshot before stands";
  return new UserError("target-unreachable", `${where} cannot be reached: ${reason}`, hint);
}

/** The `Code` of an error document; undefined if it is none. */
function errorCode(text: string): string | undefined {
  const start = text.indexOf("<Error>");
  return start < 0 ? undefined : /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text.slice(start))?.[1];
}
