import { problemPage } from "../../contract/wire/problem.ts";
import { apiSource } from "./api-source.ts";
import { QuaketreeError } from "./errors.ts";
import { fileReader } from "./fetch-file.ts";
import type { Fetch, RawAnswer, Source } from "./source.ts";
import { type Digest, platformDigest } from "./tree-index.ts";
import { treeSource } from "./tree-source.ts";

/**
 * Options of a client.
 *
 * @example createClient({ base: "https://user.github.io/quakes/", mode: "tree", recheckSeconds: 300 })
 */
export interface SourceOptions {
  /** Address of the host or of the folder of the tree; in a page it may be relative, such as `/`. */
  base: string;
  /**
   * `api`: the host answers every query. `tree`: the host only has files, and the client runs the rewrite. Default: the
   * first call finds out, and a query that an API host declines because it can only rewrite addresses is answered from
   * its files.
   */
  mode?: "api" | "tree" | undefined;
  /** Seconds between looks for a newer snapshot of a plain tree; default 60. */
  recheckSeconds?: number | undefined;
  /** Bytes of answers and, for a plain tree, of shards to keep in memory; default 32 MB. */
  cacheBytes?: number | undefined;
  /** Replaces the runtime's own. */
  fetch?: Fetch | undefined;
}

/** @throws QuaketreeError `not-quaketree` if the base is not an address */
export function createSource(options: SourceOptions, digest: Digest | undefined = platformDigest()): Source {
  const { mode, recheckSeconds = 60, cacheBytes = 32_000_000 } = options;
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const base = absolute(options.base);
  const api = apiSource(base, fetch, cacheBytes);
  if (mode === "api") return api;
  const tree = treeSource({
    read: fileReader(base, fetch),
    digest,
    cacheBytes,
    recheckAfter: recheckSeconds * 1_000,
    now: () => performance.now(),
    wait: (duration) => new Promise((resolve) => setTimeout(resolve, duration)),
  });
  return mode === "tree" ? tree : eitherSource(api, tree);
}

/** The address of the folder, with a closing slash. */
function absolute(base: string): string {
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  try {
    const url = new URL(base, page);
    return `${url.origin}${url.pathname.replace(/\/?$/, "/")}`;
  } catch {
    throw new QuaketreeError("not-quaketree", `the base ${JSON.stringify(base)} is not an address`);
  }
}

/** Finds out which of the two answers: an API host is recognised by its index, which no file server sends. */
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
