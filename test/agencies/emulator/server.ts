import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as later } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { type Answer, answer, plain, type Responder } from "./answer.ts";
import type { Clock } from "./clock.ts";
import type { AgencyName, Faults, Strike } from "./faults.ts";
import { jsonError } from "./usgs-fdsn.ts";
import { touchesData, viewThrough } from "./view.ts";

/** A request that came in. */
export interface LoggedRequest {
  agency: AgencyName;
  /** With the query string. */
  path: string;
  headers: IncomingMessage["headers"];
  /** ms since 1970 UTC by the emulator's clock. */
  at: number;
  /** null where none was sent. */
  status: number | null;
  /** Kinds of the faults that struck it. */
  faults: string[];
}

/** How an agency's server behaves besides faults; may be changed at any time. */
export interface Manners {
  /** Whether it sends an ETag and answers 304. */
  conditional: boolean;
  /** For so long it repeats an answer as it is, ms (the USGS: 60 000). */
  cacheMs: number;
  /** Whether it compresses for clients that can read it. */
  gzip: boolean;
}

export interface AgencyServer<State> {
  state: State;
  /** Such as `http://127.0.0.1:4321`. */
  origin: string;
  manners: Manners;
  stop(): Promise<void>;
}

interface Served<State> {
  name: AgencyName;
  state: State;
  respond: Responder<State>;
  clock: Clock;
  faults: Faults;
  requests: LoggedRequest[];
}

/** Serves one agency on a port of its own, so that it is an origin of its own. */
export async function startServer<State>(served: Served<State>): Promise<AgencyServer<State>> {
  const manners: Manners = { conditional: false, cacheMs: 0, gzip: true };
  const stopped = new AbortController();
  const cache = new Map<string, { until: number; answer: Answer }>();
  let origin = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    const strikes = served.faults.striking(served.name, url.pathname + url.search);
    const logged: LoggedRequest = {
      agency: served.name,
      path: url.pathname + url.search,
      headers: request.headers,
      at: served.clock.now(),
      status: null,
      faults: strikes.map(({ fault }) => fault.kind),
    };
    served.requests.push(logged);
    const said = request.method === "GET" ? () => answerTo(url, served, strikes, manners, cache) : methodNotAllowed;
    deliver({ request, response, strikes, manners, logged, signal: stopped.signal }, said).catch(() => {
      response.socket?.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    stopped.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { state: served.state, origin, manners, stop };
}

const methodNotAllowed = () => plain(405, "405 Method Not Allowed\n", { allow: "GET" });

function answerTo<State>(
  url: URL,
  { state, respond, clock }: Served<State>,
  strikes: readonly Strike[],
  { cacheMs }: Manners,
  cache: Map<string, { until: number; answer: Answer }>,
): Answer {
  const instead = strikes.map((strike) => answerInstead(url, strike, clock.now())).find((given) => given !== undefined);
  if (instead !== undefined) return instead;
  const cached = cache.get(url.href);
  const cacheable = cacheMs > 0 && !strikes.some(touchesData);
  if (cacheable && cached !== undefined && cached.until > clock.now()) return cached.answer;
  const fresh = respond(url, viewThrough(state, clock.now(), strikes)) ?? plain(404, "404 Not Found\n");
  if (cacheable) cache.set(url.href, { until: clock.now() + cacheMs, answer: fresh });
  return fresh;
}

const PAGE = "<!DOCTYPE html>\n<html><head><title>We have moved</title></head><body><h1>We have moved</h1></body></html>\n";

function answerInstead(url: URL, { fault }: Strike, now: number): Answer | undefined {
  switch (fault.kind) {
    case "status": {
      const headers = fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
      return plain(fault.status, fault.text ?? `Error ${fault.status}\n`, headers);
    }
    case "html":
      return answer(200, "text/html; charset=utf-8", PAGE);
    case "replaced":
      return answer(fault.status ?? 200, fault.type ?? "application/json", fault.body);
    case "json-error":
      return jsonError(url, now, fault.status ?? 503, "Error connecting to the database");
    default:
      return undefined;
  }
}

interface Delivery {
  request: IncomingMessage;
  response: ServerResponse;
  strikes: readonly Strike[];
  manners: Manners;
  logged: LoggedRequest;
  signal: AbortSignal;
}

/** Sends an answer in the way that the faults on the way leave open. */
async function deliver(delivery: Delivery, said: () => Answer): Promise<void> {
  const { request, response, strikes, manners, logged, signal } = delivery;
  for (const { fault } of strikes) if (fault.kind === "slow") await later(fault.ms, undefined, { signal });
  if (strikes.some(({ fault }) => fault.kind === "silent")) return;
  if (strikes.some(({ fault }) => fault.kind === "reset")) {
    request.socket.resetAndDestroy();
    return;
  }
  const sent = onTheWire(said(), delivery);
  logged.status = sent.status;
  if (manners.conditional && sent.status === 200 && isUnchanged(sent, request)) {
    logged.status = 304;
    response.writeHead(304, sent.headers).end();
    return;
  }
  const cut = strikes.map(({ fault }) => fault).find(({ kind }) => kind === "cut-short");
  const length = { "content-length": String(sent.body.length) };
  response.writeHead(sent.status, sent.status === 204 ? sent.headers : { ...sent.headers, ...length });
  if (cut?.kind !== "cut-short") {
    response.end(sent.body);
    return;
  }
  response.write(sent.body.subarray(0, Math.floor(sent.body.length * (cut.share ?? 0.5))), () => {
    response.socket?.destroy();
  });
}

function onTheWire(said: Answer, { request, strikes, manners }: Delivery): Answer {
  let { body } = said;
  for (const { fault } of strikes) {
    if (fault.kind === "truncated") body = body.subarray(0, Math.floor(body.length * (fault.share ?? 0.5)));
  }
  const headers = { ...said.headers, ...(manners.conditional && { etag: etagOf(body) }) };
  const broken = strikes.some(({ fault }) => fault.kind === "broken-gzip");
  const wanted = manners.gzip && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  if (body.length === 0 || !(broken || wanted)) return { ...said, headers, body };
  const packed = gzipSync(body);
  if (broken) packed.fill(0xff, 10, Math.min(packed.length, 40));
  return { ...said, headers: { ...headers, "content-encoding": "gzip", vary: "Accept-Encoding" }, body: packed };
}

function isUnchanged({ headers }: Answer, request: IncomingMessage): boolean {
  const { "if-none-match": etag, "if-modified-since": since } = request.headers;
  if (etag !== undefined) return etag === headers["etag"];
  return since !== undefined && since === headers["last-modified"];
}

function etagOf(body: Uint8Array): string {
  return `"${createHash("sha1").update(body).digest("hex")}"`;
}
