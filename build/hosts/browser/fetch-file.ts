import { endpoint } from "../../contract/table/endpoints.ts";
import { fileOf } from "../../contract/table/paths.ts";
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

/** The API address of an answer, by its file. Other paths are returned unchanged. */
function apiAddress(path: string): string {
  return path.startsWith("api/") && path !== OPENAPI_FILE ? path.replace(/\.json$/, "/") : path;
}

async function readAt(
  url: string,
  freshness: Freshness,
  signal: AbortSignal | undefined,
  fetch: Fetch,
): Promise<Uint8Array | undefined> {
  const { response, bytes } = await request(fetch, url, { ...cacheMode(freshness), ...(signal && { signal }) });
  if (response.status === 404 || response.status === 410 || response.status === 403) return undefined;
  if (!response.ok) throw new QuaketreeError("unreachable", `${url} answers ${response.status}`);
  // Hosts of single-page applications answer 200 with their start page for any missing file.
  const isPage = (response.headers.get("content-type") ?? "").startsWith("text/html");
  return isPage && !url.endsWith(".html") ? undefined : bytes;
}

/** Cloudflare Workers do not support this member and reject it. */
function cacheMode(freshness: Freshness): RequestInit {
  const init: object = "cache" in Request.prototype ? { cache: CACHE_MODE[freshness] } : {};
  return init;
}

/**
 * Fetches an address with the whole body.
 *
 * @throws QuaketreeError `unreachable`; the reason of the signal
 */
export async function request(
  fetch: Fetch,
  url: string,
  init: RequestInit,
): Promise<{ response: Response; bytes: Uint8Array }> {
  try {
    const response = await fetch(url, init);
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new QuaketreeError("unreachable", `${url} cannot be reached`, error);
  }
}
