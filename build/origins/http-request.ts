import { createRequire } from "node:module";
import { isPassing, retryAfter } from "../platform/http/retry.ts";
import { oneLine } from "../platform/one-line.ts";
import { Failed } from "./failed.ts";
import { missing, refused } from "./mirror-errors.ts";

export interface RequestSettings {
  fetch: typeof globalThis.fetch;
  /** ms since 1970 UTC. */
  now: () => number;
}

export interface DownloadRequest {
  /** How many bytes are here already. */
  from: number;
  fresh: boolean;
  signal: AbortSignal;
}

/** The body of an answer, and how many of the bytes that are here already it repeats. */
export interface Answer {
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  repeats: number;
}

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Of a file, or of an API that knows no such path or parameter. */
const ABSENT = new Set([400, 404, 410]);

/**
 * Asks for a file; undefined where there is none at that address.
 *
 * @throws Failed
 */
export async function request(
  url: URL,
  wanted: DownloadRequest,
  settings: RequestSettings,
): Promise<Answer | undefined> {
  const { from } = wanted;
  const response = await followRedirects(url, wanted, settings);
  const { status } = response;
  if (status === 200) return { body: response.body ?? [], repeats: from };
  if (status === 206 && beginsAt(response, from)) return { body: response.body ?? [], repeats: 0 };
  await response.body?.cancel().catch(() => {});
  // What is here is of another file, or the server counts otherwise: the whole will show.
  if (from > 0 && (status === 206 || status === 416))
    return request(url, { ...wanted, from: 0 }, settings).then(repeated(from));
  if (ABSENT.has(status)) return undefined;
  const line = oneLine(`answered ${status} ${response.statusText}`);
  const wait = retryAfter(response.headers.get("retry-after"), response.headers.get("date"), settings.now());
  throw new Failed(refused(url.href, line), isPassing(status), wait ?? 0);
}

function repeated(from: number): (answer: Answer | undefined) => Answer | undefined {
  return (answer) => answer && { ...answer, repeats: from };
}

function beginsAt(response: Response, from: number): boolean {
  return new RegExp(`^bytes ${from}-\\d+/(?:\\d+|\\*)$`).test(response.headers.get("content-range") ?? "");
}

async function followRedirects(from: URL, wanted: DownloadRequest, { fetch }: RequestSettings): Promise<Response> {
  let url = from;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await fetch(url, { headers: headersOf(wanted), redirect: "manual", signal: wanted.signal });
    if (!REDIRECTS.has(response.status)) return response;
    await response.body?.cancel().catch(() => {});
    url = redirected(url, response.headers.get("location") ?? "");
  }
  throw new Failed(refused(from.href, `sends us on more than ${MOST_REDIRECTS} times`), false);
}

function redirected(from: URL, location: string): URL {
  const refuse = (how: string) => new Failed(refused(from.href, `sends us on ${how}`), false);
  if (location === "" || !URL.canParse(location, from.href)) throw refuse("without saying where to");
  const to = new URL(location, from);
  if (to.protocol !== "https:" && to.protocol !== "http:") throw refuse(`to ${to.protocol}`);
  if (from.protocol === "https:" && to.protocol === "http:") throw refuse(`from https: to ${to.href}`);
  return to;
}

function headersOf({ from, fresh }: DownloadRequest): Record<string, string> {
  return {
    accept: "*/*",
    "user-agent": `quaketree/${version}`,
    // A part is one of the plain bytes: those of a compressed form are another sequence.
    "accept-encoding": from > 0 ? "identity" : "br, gzip",
    ...(from > 0 && { range: `bytes=${from}-` }),
    ...(fresh && { "cache-control": "no-cache", pragma: "no-cache" }),
  };
}

/** @throws Failed for a file that is at none of its addresses */
export function absent(where: string): Failed {
  return new Failed(missing(where), false);
}
