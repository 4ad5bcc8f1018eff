import { problemPage } from "../../contract/wire/problem.ts";
import { apiSource } from "./api-source.ts";
import { QuaketreeError } from "./errors.ts";
import { fileReader } from "./fetch-file.ts";
import type { Fetch, RawAnswer, Source } from "./source.ts";
import { type Digest, platformDigest } from "./tree-index.ts";
import { treeSource } from "./tree-source.ts";

/**
 * Where a client asks, and what it may use.
 *
 * @example createClient({ base: "https://user.github.io/quakes/", mode: "tree", recheckSeconds: 300 })
 */
export interface SourceOptions {
  /** Address of the host or of the folder of the tree; in a page also one relative to it, as `/`. */
  base: string;
  /**
   * `api`: the host answers every query. `tree`: it only has files, and the client does the rewrite itself. Unless given,
   * the first call finds out, and a query that an API host declines because it can only rewrite addresses is answered
   * from its files.
   */
  mode?: "api" | "tree" | undefined;
  /** A newer snapshot of a bare tree is looked for after so many seconds; 60 unless given. */
  recheckSeconds?: number | undefined;
  /** Bytes of answers and, of a bare tree, of shards, that are kept in memory; 32 MB unless given. */
  cacheBytes?: number | undefined;
  /** Instead of the runtime's own. */
  fetch?: Fetch | undefined;
}

/** @throws QuaketreeError `not-quaketree` for a base that is no address */
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

/** The address of the folder, whether it was given with its closing slash or without. */
function absolute(base: string): string {
  const page = (globalThis as { location?: { href?: string } }).location?.href;
  try {
    const url = new URL(base, page);
    return `${url.origin}${url.pathname.replace(/\/?$/, "/")}`;
  } catch {
    throw new QuaketreeError("not-quaketree", `the base ${JSON.stringify(base)} is not an address`);
  }
}

/** Whichever of the two has the answer: a host of the API is known by its index, which no file server sends. */
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
