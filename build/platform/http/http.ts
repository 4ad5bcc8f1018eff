import { createRequire } from "node:module";
import { UserError } from "../error.ts";
import { type Report, silentReport } from "../report.ts";
import type { Ask, AskOptions, Reply } from "./ask.ts";
import { readLocal, unpacked } from "./bytes.ts";
import { type Attempt, type ExchangeSettings, exchange } from "./exchange.ts";
import { AgencyLeftAlone, AgencyThrottled } from "./rate-limit.ts";
import { backOff } from "./retry.ts";
import { createTurns, type Turns } from "./turns.ts";

export interface AskSettings {
  fetch: typeof globalThis.fetch;
  /** ms since 1970 UTC. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** 0 to below 1. */
  random: () => number;
  /** An address or page that tells an agency who is asking. */
  contact?: string | undefined;
  /** For one whole answer, body included, ms. */
  timeoutMs: number;
  /** For the body, both as sent and unpacked. */
  maxBytes: number;
  /** Told of the bytes that come, and of every second try. */
  report?: Report;
  /** How often a request is made that fails in a way that may pass; 4 unless said otherwise. */
  tries?: number;
  /** A server that wants to be left alone for longer than this is not waited for, ms; a minute unless said otherwise. */
  patienceMs?: number;
}

const TRIES = 4;
const PATIENCE_MS = 60_000;
const MOST_REDIRECTS = 5;
/** After a 429 that names no time: the span over which the USGS counts requests, by libcomcat's PR 261. */
const THROTTLED_MS = 300_000;

const { version } = createRequire(import.meta.url)("../../../package.json") as { version: string };

/**
 * A polite way to ask agencies, for `file:`, `http:` and `https:` addresses. Gzip is unpacked wherever it comes from.
 * What may pass (network, time-out, 408, 425, 429, 5xx, a body cut short, broken gzip) is tried again with growing waits.
 * Redirects are followed to http(s), never from https to http. All who ask the same origin share its spacing, and
 * nobody asks it again before the time that it named.
 *
 * What is returned throws UserError: `capture-unreadable` (file), `capture-unreachable` (network, time-out),
 * `capture-refused` (status, content type, redirect), `capture-too-large`, `capture-truncated`, `capture-malformed` (broken
 * gzip); AgencyThrottled `agency-throttled` (429, or a `Retry-After` beyond our patience).
 */
export function createAsk(settings: AskSettings): Ask {
  const { contact, now, fetch, timeoutMs, maxBytes, report = silentReport } = settings;
  const agent = `quaketree/${version}`;
  const server: Server = {
    ...settings,
    report,
    tries: settings.tries ?? TRIES,
    patienceMs: settings.patienceMs ?? PATIENCE_MS,
    turns: createTurns(settings),
    closedUntil: new Map(),
    exchange: {
      fetch,
      now,
      timeoutMs,
      maxBytes,
      userAgent: contact === undefined ? agent : `${agent} (${contact})`,
      onBytes: (done, total) => report.progress(done, total, "bytes"),
    },
  };
  return (address, options = {}) =>
    new URL(address).protocol === "file:" ? askFile(address, options, server) : askServer(address, options, server);
}

interface Server {
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
  report: Report;
  tries: number;
  patienceMs: number;
  turns: Turns;
  /** By origin: when it may be asked again, ms since 1970 UTC. */
  closedUntil: Map<string, number>;
  exchange: ExchangeSettings;
}

async function askFile(address: string, options: AskOptions, { now, exchange }: Server): Promise<Reply> {
  const { maxBytes, onBytes } = exchange;
  const bytes = await unpacked(await readLocal(address, maxBytes, onBytes), address, maxBytes);
  if (options.isWhole?.(bytes) === false) {
    const reason = `${address} was cut short: its ${bytes.length} bytes end in the middle`;
    throw new UserError("capture-truncated", reason, "is it still being written?");
  }
  return { kind: "content", status: 200, capture: { bytes, retrievedFrom: address, retrievedAt: now(), type: null } };
}

async function askServer(address: string, options: AskOptions, server: Server): Promise<Reply> {
  for (let tried = 1; ; tried++) {
    const attempt = await followRedirects(new URL(address), options, server);
    if (attempt.kind === "reply") return attempt.reply;
    const wait = waitAfter(attempt, tried, server);
    const seconds = Math.ceil(wait / 1000);
    server.report.step(`${attempt.error.message}; trying again in ${seconds} s (${tried} of ${server.tries})`);
    await server.sleep(wait);
  }
}

type Failed = Extract<Attempt, { kind: "failed" }> & { origin: string };

/** One request, and those that it is redirected to. */
async function followRedirects(
  from: URL,
  options: AskOptions,
  server: Server,
): Promise<Failed | { kind: "reply"; reply: Reply }> {
  let url = from;
  for (let hops = 0; ; hops++) {
    refuseWhereClosed(url, server.closedUntil, server.now());
    if (options.closedUntil) refuseWhereClosed(url, options.closedUntil, server.now());
    await server.turns(url.origin, options.spacingMs ?? 0);
    const attempt = await exchange(url, options, server.exchange);
    if (attempt.kind === "reply") return attempt;
    if (attempt.kind === "failed") return { ...attempt, origin: url.origin };
    const to = redirected(url, attempt.to, hops);
    if (to instanceof UserError) return { kind: "failed", error: to, again: false, origin: url.origin };
    url = to;
  }
}

function redirected(from: URL, location: string, hops: number): URL | UserError {
  const refuse = (reason: string) =>
    new UserError(
      "capture-refused",
      `${from.href} ${reason}`,
      "has the agency moved? check the address in the configuration",
    );
  if (hops >= MOST_REDIRECTS) return refuse(`sends us on for the ${hops + 1}th time`);
  if (location === "" || !URL.canParse(location, from.href)) return refuse("sends us on without saying where to");
  const to = new URL(location, from);
  if (to.protocol !== "https:" && to.protocol !== "http:") return refuse(`sends us on to ${to.protocol}`);
  if (from.protocol === "https:" && to.protocol === "http:") return refuse(`sends us on from https: to ${to.href}`);
  return to;
}

function refuseWhereClosed({ origin }: URL, closedUntil: ReadonlyMap<string, number>, now: number): void {
  const until = closedUntil.get(origin);
  if (until !== undefined && until > now) throw new AgencyLeftAlone(origin, until);
}

/**
 * How long to wait before trying again, ms.
 *
 * @throws what there is to say where it is not tried again
 */
function waitAfter(failed: Failed, tried: number, server: Server): number {
  const { error, again, status, retryAfterMs, origin } = failed;
  if (!again) throw error;
  const last = tried >= server.tries;
  if (retryAfterMs !== undefined ? last || retryAfterMs > server.patienceMs : last && status === 429) {
    const until = server.now() + (retryAfterMs ?? THROTTLED_MS);
    server.closedUntil.set(origin, until);
    throw new AgencyThrottled(origin, `${error.message} and wants to be left alone`, until);
  }
  if (last) throw error;
  return Math.max(retryAfterMs ?? 0, backOff(tried, server.random()));
}
