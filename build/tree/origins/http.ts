import { type FailureReports, type HttpResponse, RequestFailure, send, USER_AGENT } from "../../platform/http/client.ts";
import { type Network, statusFailure, waitBeforeRetry } from "../../platform/http/retry.ts";
import { oneLine } from "../../platform/text.ts";
import { missing, refused, tooLarge, tooSlow, unreachable } from "./mirror-errors.ts";
import type { Origin, ReadOptions } from "./origin.ts";

export interface HttpOriginOptions extends Network {
  /** Folder of the tree, or root of a Quaketree host; ends in a slash. */
  base: URL;
  /** Longest time without data; a small answer may take twice as long; ms, half a minute unless given. */
  timeoutMs?: number;
  /** The least mean speed, bytes a ms; 4 kB/s unless given. */
  leastSpeed?: number;
  /** Attempts in a row after transient failures; 4 unless given. */
  tries?: number;
}

/** After this number of received bytes the count of failures restarts. */
const PROGRESS = 65_536;
/** Statuses of a missing file, also from an API that has no such path or parameter. */
const ABSENT = new Set([400, 404, 410]);
const REPORTS: FailureReports = { unreachable, refused, tooSlow };

/**
 * A tree behind HTTP. Transient failures (network, silence, 408, 425, 429, 5xx, a truncated answer) are retried with growing waits,
 * from where the answer was cut. Answers may be compressed; limits apply to the unpacked size.
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

/** A request for a file from this byte on. */
type Wanted = ReadOptions & { from: number };

/** The body of one request. Throws RequestFailure, UserError, or the reason of the caller's signal. */
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

/** Asks for a file at one of its addresses; undefined if there is none. */
async function request(client: Client, url: URL, where: string, options: Wanted): Promise<Answer | undefined> {
  const { from, signal, maxBytes, expected = maxBytes } = options;
  const { timeoutMs, leastSpeed } = client;
  // Twice, to distinguish a server that falls silent at once from one that sends too slowly.
  const limits = { silenceMs: timeoutMs, totalMs: 2 * timeoutMs + expected / leastSpeed };
  const how = { where, limits, reports: REPORTS, signal, followsRedirects: true };
  const response = await send({ url, headers: headersOf(options), ...how }, client.fetch);
  const { status, statusText } = response;
  if (status === 200) return { response, start: 0 };
  if (status === 206 && beginsAt(response, from)) return { response, start: from };
  response.close();
  // The part here may be of another file: the whole is requested.
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
    // A range refers to the plain bytes, not to those of a compressed form.
    "accept-encoding": from > 0 ? "identity" : "br, gzip",
    ...(from > 0 && { range: `bytes=${from}-` }),
    ...(fresh && { "cache-control": "no-cache", pragma: "no-cache" }),
  };
}

/** The addresses of the files of a tree. */
interface Addresses {
  /** The most likely one first. */
  of: (path: string, fresh: boolean) => Address[];
  /** Notes which address had the file, so that the next file is requested there first. */
  found: (address: Address) => void;
}

interface Address {
  url: URL;
  kind: "file" | "answer";
}

/**
 * A static host has the answer to `/api/recent/` as the file `api/recent.json`; a Quaketree host has it only under the path of the
 * API. The first answer shows which of the two an origin is.
 *
 * @param base ends in a slash
 * @param token makes requests past caches distinct
 */
function createAddresses(base: URL, token: () => string): Addresses {
  let answersFirst = false;
  return {
    of(path, fresh) {
      const file: Address = { url: new URL(path, base), kind: "file" };
      // Some caches ignore request headers but not the address; hosts ignore the query of a file.
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

/** Whether a static host has an answer under this path. */
function isAnswerFile(path: string): boolean {
  if (!path.endsWith(".json") || path.endsWith("/openapi.json")) return false;
  return path.includes("/api/") || path.endsWith("/api.json");
}
