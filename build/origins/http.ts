import { type FailureReports, type HttpResponse, RequestFailure, send, USER_AGENT } from "../platform/http/client.ts";
import { statusFailure, waitBeforeRetry } from "../platform/http/retry.ts";
import { oneLine } from "../platform/text.ts";
import { missing, refused, tooLarge, tooSlow, unreachable } from "./mirror-errors.ts";
import type { Origin, ReadOptions } from "./origin.ts";

export interface HttpOriginOptions {
  /** Folder of the tree, or root of a Quaketree host; ends in a slash. */
  base: URL;
  fetch: typeof globalThis.fetch;
  sleep: (ms: number) => Promise<void>;
  /** 0 to below 1. */
  random: () => number;
  /** ms since 1970 UTC. */
  now: () => number;
  /** Longest time without data; a small answer may take twice as long; ms, half a minute unless given. */
  timeoutMs?: number;
  /** The least mean speed, bytes a ms; 4 kB/s unless given. */
  leastSpeed?: number;
  /** How often in a row an answer may fail in a way that may pass; 4 unless given. */
  tries?: number;
}

/** After so many bytes of progress the count of failures begins anew. */
const PROGRESS = 65_536;
/** Of a file, or of an API that knows no such path or parameter. */
const ABSENT = new Set([400, 404, 410]);
const REPORTS: FailureReports = { unreachable, refused, tooSlow };

/**
 * A tree behind HTTP. What may pass (network, silence, 408, 425, 429, 5xx, an answer cut short) is tried again with growing
 * waits, from where it was cut. Answers may come compressed; limits apply to what they unpack to.
 */
export function createHttpOrigin(options: HttpOriginOptions): Origin {
  const addresses = createAddresses(options.base, () => options.now().toString(36));
  const client: Client = { timeoutMs: 30_000, leastSpeed: 4, tries: 4, ...options, addresses };
  return { name: options.base.href, read: (path, read) => readOn(client, path, read) };
}

interface Client extends Required<HttpOriginOptions> {
  addresses: Addresses;
}

async function* readOn(client: Client, path: string, options: ReadOptions): AsyncGenerator<Uint8Array> {
  let at = options.from ?? 0;
  let counted = at;
  for (let tried = 1; ; tried++) {
    try {
      for await (const chunk of readOnce(client, path, { ...options, from: at })) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      if (at - counted >= PROGRESS) tried = 1;
      counted = at;
      const wait = waitBeforeRetry(error, tried, client, client.random());
      if (wait === undefined) throw error.error;
      await client.sleep(wait);
      options.signal?.throwIfAborted();
    }
  }
}

/** A part of a file that is wanted: from this byte on. */
type Wanted = ReadOptions & { from: number };

/** One request and what it brings. Throws RequestFailure, UserError, or the reason of the caller's signal. */
async function* readOnce(client: Client, path: string, options: Wanted): AsyncGenerator<Uint8Array> {
  const { from, maxBytes } = options;
  const where = new URL(path, client.base).href;
  const { response, start } = await ask(client, path, where, options);
  try {
    let at = start;
    for await (const chunk of response.chunks()) {
      const end = at + chunk.length;
      if (end > maxBytes) throw tooLarge(where, maxBytes);
      if (end > from) yield chunk.subarray(Math.max(0, from - at));
      at = end;
    }
  } finally {
    response.close();
  }
}

/** A response, and the place in the file of the first byte of its body. */
interface Answer {
  response: HttpResponse;
  start: number;
}

async function ask(client: Client, path: string, where: string, options: Wanted): Promise<Answer> {
  for (const address of client.addresses.of(path, options.fresh ?? false)) {
    const answer = await request(client, address.url, where, options);
    if (!answer) continue;
    client.addresses.found(address);
    return answer;
  }
  throw missing(where);
}

/** Asks for a file at one of its addresses; undefined where there is none. */
async function request(client: Client, url: URL, where: string, options: Wanted): Promise<Answer | undefined> {
  const { from, signal, maxBytes, expected = maxBytes } = options;
  const { timeoutMs, leastSpeed } = client;
  // Twice, so that a server that falls silent right away is told from one that sends too slowly.
  const limits = { silenceMs: timeoutMs, totalMs: 2 * timeoutMs + expected / leastSpeed };
  const how = { where, limits, reports: REPORTS, signal, followsRedirects: true };
  const response = await send({ url, headers: headersOf(options), ...how }, client.fetch);
  const { status, statusText } = response;
  if (status === 200) return { response, start: 0 };
  if (status === 206 && beginsAt(response, from)) return { response, start: from };
  response.close();
  // What is here is of another file, or the server counts otherwise: the whole will show.
  if (from > 0 && (status === 206 || status === 416)) return request(client, url, where, { ...options, from: 0 });
  if (ABSENT.has(status)) return undefined;
  throw statusFailure(refused(url.href, oneLine(`answered ${status} ${statusText}`)), response, client.now());
}

function beginsAt({ headers }: HttpResponse, from: number): boolean {
  return new RegExp(`^bytes ${from}-\\d+/(?:\\d+|\\*)$`).test(headers.get("content-range") ?? "");
}

function headersOf({ from, fresh }: Wanted): Record<string, string> {
  return {
    accept: "*/*",
    "user-agent": USER_AGENT,
    // A part is one of the plain bytes: those of a compressed form are another sequence.
    "accept-encoding": from > 0 ? "identity" : "br, gzip",
    ...(from > 0 && { range: `bytes=${from}-` }),
    ...(fresh && { "cache-control": "no-cache", pragma: "no-cache" }),
  };
}

/** Where a file of a tree is to be asked for. */
interface Addresses {
  /** The likeliest first. */
  of: (path: string, fresh: boolean) => Address[];
  /** Tells which address had the file, so that the next file is asked for there first. */
  found: (address: Address) => void;
}

interface Address {
  url: URL;
  kind: "file" | "answer";
}

/**
 * A static host has the answer to `/api/recent/` as the file `api/recent.json`; a Quaketree host has it under the path of the
 * API only. Which of them an origin is shows with the first answer.
 *
 * @param base ends in a slash
 * @param token what tells one request past caches from another
 */
function createAddresses(base: URL, token: () => string): Addresses {
  let answersFirst = false;
  return {
    of(path, fresh) {
      const file: Address = { url: new URL(path, base), kind: "file" };
      // Caches that pass over what a request says of them go by the address; hosts pass over a query behind a file.
      if (fresh) file.url.search = `?fresh=${token()}`;
      if (!/^api(?:\/.+)?\.json$/.test(path)) return [file];
      const answer: Address = { url: new URL(`${path.slice(0, -".json".length)}/`, base), kind: "answer" };
      return answersFirst ? [answer, file] : [file, answer];
    },
    found({ kind, url }) {
      if (kind === "answer") answersFirst = true;
      else if (isAnswerFile(url.pathname)) answersFirst = false;
    },
  };
}

/** Whether a path is that of a file under which a static host keeps an answer. */
function isAnswerFile(path: string): boolean {
  if (!path.endsWith(".json") || path.endsWith("/openapi.json")) return false;
  return path.includes("/api/") || path.endsWith("/api.json");
}
