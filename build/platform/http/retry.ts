import { UserError } from "../error.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import { type HttpResponse, RequestFailure, send, USER_AGENT } from "./client.ts";

/** Statuses after which the same request may succeed: RFC 9110 and 6585; RFC 8470 for 425. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** The effects that clients with retries need. */
export interface Network {
  fetch: typeof globalThis.fetch;
  sleep: (ms: number) => Promise<void>;
  /** 0 to below 1. */
  random: () => number;
  /** ms since 1970 UTC. */
  now: () => number;
}

interface RetryPolicy {
  /** Largest number of attempts. */
  tries: number;
  /** Wait before the second attempt, ms. Default: one second. */
  firstWaitMs?: number;
  /** Longest wait that a server may ask for, ms. Default: one minute. */
  longestWaitMs?: number;
}

const GROWTH = 4;

/**
 * The wait before the next attempt, ms. Each wait is four times as long as the previous one, up to one minute. A random part of up
 * to one half is subtracted, so that clients that failed together do not retry together.
 *
 * @param tried number of failures, from 1
 * @param random 0 to below 1
 * @returns undefined if there is no further attempt
 */
export function waitBeforeRetry(
  { isPassing: mayPass, retryAfterMs = 0 }: RequestFailure,
  tried: number,
  { tries, firstWaitMs = 1000, longestWaitMs = MINUTE_MS }: RetryPolicy,
  random: number,
): number | undefined {
  if (!mayPass || tried >= tries || retryAfterMs > longestWaitMs) return undefined;
  const longest = Math.min(firstWaitMs * GROWTH ** (tried - 1), longestWaitMs);
  return Math.max(retryAfterMs, Math.round(longest * (1 - random / 2)));
}

/** Repeats an attempt after transient failures. @throws RequestFailure of the last attempt; any other error of an attempt immediately */
export async function withRetries<T>(
  attempt: (tried: number) => Promise<T>,
  policy: RetryPolicy,
  network: Pick<Network, "sleep" | "random">,
  onWait?: (failure: RequestFailure, tried: number, waitMs: number) => void,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(tried);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const wait = waitBeforeRetry(error, tried, policy, network.random());
      if (wait === undefined) throw error;
      onWait?.(error, tried, wait);
      await network.sleep(wait);
    }
  }
}

/**
 * The failure for a response with an unexpected status.
 *
 * @param now ms since 1970 UTC
 * @param mayPass whether there is another reason than the status to expect that the same request may succeed later
 */
export function statusFailure(error: UserError, { status, headers }: HttpResponse, now: number, mayPass = false): RequestFailure {
  const retryAfterMs = retryAfter(headers.get("retry-after"), headers.get("date"), now);
  return new RequestFailure(error, mayPass || isPassing(status), status, retryAfterMs);
}

/**
 * The wait in a `Retry-After` header, ms from now; undefined if it is malformed (RFC 9110, 10.2.3).
 *
 * @param date the `Date` header of the same response: a date in `Retry-After` is relative to the server's clock
 */
function retryAfter(value: string | null, date: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const moment = httpDate(value);
  if (moment === undefined) return undefined;
  return Math.max(0, moment - (httpDate(date) ?? now));
}

function httpDate(value: string | null): number | undefined {
  if (value === null || !/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value.trim())) return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Who receives a text of a run may delay it by a few seconds, but not the next one. */
const POST_TIMEOUT_MS = 5_000;

/**
 * Posts a text without following redirects.
 *
 * @param errors for a server that is not reached, and for its status
 * @throws RequestFailure with one of them
 */
export async function postText(
  { url, headers, body }: { url: URL; headers: Record<string, string>; body: string },
  errors: { unreachable: (reason: string) => UserError; refused: (status: number) => UserError },
  policy: RetryPolicy,
  network: Network,
): Promise<void> {
  const failed = (_: string, reason: string) => errors.unreachable(reason);
  const request = {
    url,
    method: "POST",
    headers: { "user-agent": USER_AGENT, ...headers },
    body: new TextEncoder().encode(body),
    limits: { totalMs: POST_TIMEOUT_MS },
    reports: { unreachable: failed, refused: failed },
    followsRedirects: false,
  };
  const once = async () => {
    const response = await send(request, network.fetch);
    response.close();
    if (!response.ok) throw statusFailure(errors.refused(response.status), response, network.now());
  };
  await withRetries(once, policy, network);
}

/** The longest wait that a server may impose, ms: a wrong clock must not stop requests for years. */
export const LONGEST_COOLDOWN_MS = DAY_MS;

/** Thrown if an agency asks clients to wait for longer than a run may take. Its code is `agency-throttled`. */
export class RateLimited extends UserError {
  /** The origin that asked for the wait, such as `https://earthquake.usgs.gov`; it may be the target of a redirect. */
  readonly origin: string;
  /** No request is sent before this time, ms since 1970 UTC by the local clock. */
  readonly until: number;

  constructor(origin: string, message: string, until: number) {
    const moment = new Date(until).toISOString();
    super("agency-throttled", `${message}: not to be asked again before ${moment}`, "run less often, or wait");
    this.name = "RateLimited";
    this.origin = origin;
    this.until = until;
  }
}

/** Thrown before a request is sent, because that time has not come yet. */
export class CoolingDown extends RateLimited {
  constructor(origin: string, until: number) {
    super(origin, `${origin} has told us to wait`, until);
    this.name = "CoolingDown";
  }
}

/** Waits until an origin may get the next request. `spacingMs` is the least time between the starts of two requests, ms. */
export type Spacing = (origin: string, spacingMs: number) => Promise<void>;

/** Spaces the requests of all callers to one origin. After the clock was set back, a request waits for one spacing at most. */
export function createSpacing({ now, sleep }: { now: () => number; sleep: (ms: number) => Promise<void> }): Spacing {
  const lastBegun = new Map<string, number>();
  const queues = new Map<string, Promise<void>>();
  const takeTurn = async (origin: string, spacingMs: number) => {
    const last = lastBegun.get(origin);
    const wait = last === undefined ? 0 : Math.min(last + spacingMs - now(), spacingMs);
    if (wait > 0) await sleep(wait);
    lastBegun.set(origin, now());
  };
  return (origin, spacingMs) => {
    const turn = (queues.get(origin) ?? Promise.resolve()).then(() => takeTurn(origin, spacingMs));
    // A failed wait does not affect the next one.
    queues.set(
      origin,
      turn.catch(() => {}),
    );
    return turn;
  };
}
