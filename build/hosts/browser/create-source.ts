import { problemPage } from "../../contract/wire/problem.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import { platformDigest } from "../tree-index.ts";
import { fileReader, folderAddress, request } from "./fetch-file.ts";
import { recheckEvery } from "./follow-changes.ts";
import { type Fetch, QuaketreeError, type RawAnswer, type SnapshotInfo, type Source } from "./source.ts";
import { treeSource } from "./tree-source.ts";

/**
 * Options of a client or an event service.
 *
 * @example createClient({ base: "https://user.github.io/quakes/", mode: "tree", recheckSeconds: 300 })
 */
export interface SourceOptions {
  /** Address of the host or of the folder of the tree. In a page it may be relative, such as `/`. */
  base: string;
  /**
   * `api`: the host answers every query. `tree`: the host only has files, and queries are answered from them. Default: the first
   * call detects the mode. A query that an API host refuses because it can only rewrite addresses is then answered by a client from
   * the host's files.
   */
  mode?: "api" | "tree" | undefined;
  /** Seconds between checks for a newer snapshot of a plain tree. Default: 60. */
  recheckSeconds?: number | undefined;
  /** Memory limit for answers and for the data of a plain tree, in bytes. Default: 32 MB. */
  cacheBytes?: number | undefined;
  /** Replacement for the `fetch` of the runtime. */
  fetch?: Fetch | undefined;
}

/** @throws QuaketreeError `not-quaketree` if the base is not an address, or the mode is neither of the two */
export function createSource(options: SourceOptions): Source {
  // Callers in JavaScript may give nothing.
  const base = folderAddress((options as Partial<SourceOptions> | undefined)?.base);
  const { mode, recheckSeconds, cacheBytes = 32_000_000 } = options;
  if (![undefined, "api", "tree"].includes(mode)) {
    throw new QuaketreeError("not-quaketree", `the mode ${JSON.stringify(mode)} is neither "api" nor "tree"`);
  }
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const api = apiSource(base, fetch, cacheBytes);
  if (mode === "api") return api;
  const tree = treeSource({
    read: fileReader(base, fetch),
    digest: platformDigest(),
    cacheBytes,
    ...recheckEvery(recheckSeconds),
  });
  return mode === "tree" ? tree : eitherSource(api, tree);
}

/** Detects which source answers: an API host is recognized by its index, which no file server sends. */
function eitherSource(api: Source, tree: Source): Source {
  let found: Source | undefined;
  return async (target, signal) => {
    found ??= isJson(await api("/api/", signal)) ? api : tree;
    const answer = await found(target, signal);
    return found === api && isNotPrebuilt(answer) ? tree(target, signal) : answer;
  };
}

function isJson({ status, contentType }: RawAnswer): boolean {
  return status === 200 && contentType.startsWith("application/json");
}

function isNotPrebuilt({ status, bytes }: RawAnswer): boolean {
  return status === 400 && new TextDecoder().decode(bytes).includes(problemPage("not-prebuilt"));
}

/**
 * A source that requests an API host. Known answers are revalidated by their ETag, so that only changes are transferred.
 *
 * @param base address above `/api/`, with a closing slash
 * @param cacheBytes size limit of kept answers, bytes
 */
function apiSource(base: string, fetch: Fetch, cacheBytes: number): Source {
  const kept = createLruCache<RawAnswer>(cacheBytes, ({ bytes }) => bytes.length);
  return async (target, signal) => {
    const before = kept.get(target);
    const headers: Record<string, string> = before?.etag === undefined ? {} : { "if-none-match": before.etag };
    const { response, bytes } = await request(fetch, base + target.slice(1), { headers, ...(signal && { signal }) });
    const snapshot = snapshotOf(response);
    // An unchanged body is also the body of the newer snapshot.
    if (response.status === 304 && before) return { ...before, snapshot };
    const answer = rawAnswer(response, snapshot, bytes);
    if (response.ok && answer.etag !== undefined) kept.set(target, answer);
    return answer;
  };
}

function snapshotOf({ headers }: Response): SnapshotInfo {
  return { id: headers.get("x-snapshot") ?? undefined, as_of: headers.get("x-as-of") ?? undefined };
}

function rawAnswer({ status, headers }: Response, snapshot: SnapshotInfo, bytes: Uint8Array): RawAnswer {
  return {
    status,
    contentType: headers.get("content-type") ?? "",
    etag: headers.get("etag") ?? undefined,
    link: headers.get("link") ?? undefined,
    snapshot,
    bytes,
  };
}
