import { endpoint } from "../../contract/table/endpoints.ts";
import { fileOf } from "../../contract/table/paths.ts";
import { createShared } from "../../platform/lists.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import type { Digest } from "../tree-index.ts";
import { type Fetch, QuaketreeError } from "./source.ts";

/** `kept`: from any cache, for immutable files. `checked`: revalidated. `reloaded`: bypasses every cache. */
export type Freshness = "kept" | "checked" | "reloaded";

/**
 * Reads a file of a tree from a static host; undefined if it does not exist.
 *
 * @throws QuaketreeError `unreachable`; the reason of the signal
 */
export type ReadFile = (path: string, freshness: Freshness, signal?: AbortSignal) => Promise<Uint8Array | undefined>;

/** The only answer whose address is the path of its file. */
const OPENAPI_FILE = fileOf(endpoint("openapi").path);

/** First as a cache has it, if that is still right; then without caches. */
export const CHECKED: readonly Freshness[] = ["checked", "reloaded"];

const CACHE_MODE = { kept: "default", checked: "no-cache", reloaded: "reload" } as const;

/**
 * Makes a reader for both kinds of host. On a file server an answer is at the path of its file. On an API host it is only at its
 * own address. The first answer shows which of the two the host is.
 *
 * @param base address of the folder of the tree, with a closing slash
 */
export function fileReader(base: string, fetch: Fetch): ReadFile {
  let isApiHost = false;
  return async (path, freshness, signal) => {
    const address = apiAddress(path);
    if (address === path) return readAt(base + path, freshness, signal, fetch);
    // Parallel requests do not wait for each other, so each of them tries both.
    for (const one of isApiHost ? [address, path] : [path, address]) {
      const found = await readAt(base + one, freshness, signal, fetch);
      if (!found) continue;
      isApiHost = one === address;
      return found;
    }
    return undefined;
  };
}

/** Reads a file that a record or an index names; undefined if the host has other bytes. @param freshness to be tried in turn */
export async function readExactly(
  read: ReadFile,
  digest: Digest,
  { path, sha256 }: { path: string; sha256: string },
  freshness: readonly Freshness[],
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  // During publishing, an object store may already have the next version of the file. This version is then stored under its hash.
  const tries = [...freshness.map((one) => [path, one] as const), [`replaced/${sha256}`, "kept"] as const];
  for (const [place, how] of tries) {
    const bytes = await read(place, how, signal);
    if (bytes && (await digest(bytes)) === sha256) return bytes;
  }
  return undefined;
}

/** The API address of an answer, by its file. Other paths are returned unchanged. */
function apiAddress(path: string): string {
  return path.startsWith("api/") && path !== OPENAPI_FILE ? path.replace(/\.json$/, "/") : path;
}

async function readAt(url: string, freshness: Freshness, signal: AbortSignal | undefined, fetch: Fetch) {
  return (await fetchPart(url, freshness, fetch, signal && { signal }))?.bytes;
}

/**
 * Fetches a file, or the part of it that the headers ask for; undefined if there is no such file or part.
 *
 * @throws QuaketreeError `unreachable`; the reason of the signal
 */
async function fetchPart(url: string, freshness: Freshness, fetch: Fetch, init: RequestInit = {}) {
  const { response, bytes } = await request(fetch, url, { ...cacheMode(freshness), ...init });
  if ([404, 410, 403, 416].includes(response.status)) return undefined;
  if (!response.ok) throw new QuaketreeError("unreachable", `${url} answers ${response.status}`);
  // Hosts of single-page applications answer 200 with their start page for any missing file.
  const isPage = (response.headers.get("content-type") ?? "").startsWith("text/html");
  return isPage && !url.endsWith(".html") ? undefined : { bytes, isWhole: response.status !== 206 };
}

/** Reads a part of a file of a tree, or the whole file; undefined if it does not exist. @throws QuaketreeError `unreachable` */
export type ReadRange = (path: string, range: ByteRange | undefined, freshness: Freshness) => Promise<Uint8Array | undefined>;

interface ByteRange {
  at: number;
  bytes: number;
}

/**
 * Makes a reader of parts of files. A plain server may ignore range requests and send whole files, which are then kept in memory.
 *
 * @param base address of the folder of the tree, with a closing slash
 * @param cacheBytes size limit of the whole files
 */
export function rangeReader(base: string, fetch: Fetch, cacheBytes: number): ReadRange {
  const whole = createLruCache<Uint8Array>(cacheBytes, ({ length }) => length);
  const shared = createShared<Uint8Array | undefined>();
  let ignoresRanges = false;

  return async (path, range, freshness) => {
    if (!range) return readAt(base + path, freshness, undefined, fetch);
    const cut = (bytes: Uint8Array | undefined) => {
      if (bytes) whole.set(path, bytes);
      return bytes?.subarray(range.at, range.at + range.bytes);
    };
    const kept = freshness === "reloaded" ? undefined : whole.get(path);
    if (kept ?? ignoresRanges) return cut(kept ?? (await shared(path, () => readAt(base + path, freshness, undefined, fetch))));
    const headers = { range: `bytes=${range.at}-${range.at + range.bytes - 1}` };
    const part = await fetchPart(base + path, freshness, fetch, { headers });
    if (!part?.isWhole) return part?.bytes;
    ignoresRanges = true;
    return cut(part.bytes);
  };
}

/**
 * The address of a folder, with a closing slash.
 *
 * @param base in a page it may be relative
 * @throws QuaketreeError `not-quaketree` if it is not an address of http or https
 */
export function folderAddress(base: unknown): string {
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  if (typeof base !== "string") {
    throw new QuaketreeError(
      "not-quaketree",
      'there is no base: give { base: "https://…/" }, the address of a host or of a folder of a tree',
    );
  }
  const url = URL.canParse(base, page) ? new URL(base, page) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new QuaketreeError("not-quaketree", `the base ${JSON.stringify(base)} is not an address that begins with https:// or http://`);
  }
  return `${url.origin}${url.pathname.replace(/\/?$/, "/")}`;
}

/** Cloudflare Workers do not support this member and reject it. */
function cacheMode(freshness: Freshness): RequestInit {
  const init: object = "cache" in Request.prototype ? { cache: CACHE_MODE[freshness] } : {};
  return init;
}

/** Fetches an address with the whole body. @throws QuaketreeError `unreachable`; the reason of the signal */
export async function request(fetch: Fetch, url: string, init: RequestInit): Promise<{ response: Response; bytes: Uint8Array }> {
  try {
    const response = await fetch(url, init);
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new QuaketreeError("unreachable", `${url} cannot be reached`, error);
  }
}
