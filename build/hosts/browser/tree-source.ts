import { createLruCache } from "../../platform/lru-cache.ts";
import { type BodyReply, respond, SnapshotError } from "../../rewrite/respond.ts";
import { QuaketreeError } from "./errors.ts";
import type { ReadFile } from "./fetch-file.ts";
import { openTree, type PlainTree, type TreeAccess } from "./plain-tree.ts";
import { type RawAnswer, type Source, unlessAborted } from "./source.ts";
import type { Digest } from "./tree-index.ts";

interface TreeSourceOptions {
  read: ReadFile;
  digest: Digest | undefined;
  /** Bytes of shards to keep across snapshots. */
  cacheBytes: number;
  /** Minimum time between looks at `snapshot.json`, ms. */
  recheckAfter: number;
  /** ms; a monotonic clock. */
  now: () => number;
  /** Resolves after a duration in ms. */
  wait: (duration: number) => Promise<void>;
}

/** Delays before the attempts while the tree is being replaced, ms: a folder is swapped at once, an upload takes longer. */
const WAITS = [0, 0, 300, 1_000, 3_000] as const;

/** Reads a plain tree from any static host and runs the rewrite locally. Each answer comes from one snapshot. */
export function treeSource(options: TreeSourceOptions): Source {
  const current = followTree(options);

  async function ask(target: string, signal: AbortSignal | undefined): Promise<RawAnswer> {
    let fault: unknown;
    for (const duration of WAITS) {
      if (duration > 0) await options.wait(duration);
      signal?.throwIfAborted();
      try {
        const answer = await answerFrom(
          await current(fault ? "now" : "in time"),
          target,
          fault ? "reloaded" : "checked",
          signal,
        );
        return "location" in answer ? ask(answer.location, signal) : answer;
      } catch (error) {
        if (!(error instanceof SnapshotError)) throw error;
        fault = error;
      }
    }
    throw new QuaketreeError("tree-malformed", `the tree cannot be read: ${(fault as Error).message}`, fault);
  }

  return (target, signal) => unlessAborted(ask(target, signal), signal);
}

/**
 * The answer of one snapshot, or the redirect.
 *
 * @throws SnapshotError if the host does not have a file of the snapshot: a host that keeps nothing of older trees has
 * lost its shards
 */
async function answerFrom(
  tree: PlainTree,
  target: string,
  freshness: "checked" | "reloaded",
  signal: AbortSignal | undefined,
): Promise<RawAnswer | { location: string }> {
  const reply = await respond(tree.snapshot, { method: "GET", target });
  if (reply.kind === "pass") throw new Error(`${target} is not a target of the API`);
  if (reply.kind === "body") {
    const { location } = reply.headers;
    return location === undefined ? rawAnswer(reply) : { location };
  }
  const found = reply.bytes ?? (await tree.file(reply.path, freshness, signal));
  if (found === "other") throw new SnapshotError(reply.path, "is not the file that the index names");
  return rawAnswer(found === "missing" ? reply.ifMissing() : { ...reply, kind: "body", status: 200, body: found });
}

/** The tree at the last look, or now; concurrent callers share one look. */
function followTree({ read, digest, cacheBytes, recheckAfter, now }: TreeSourceOptions) {
  const access: TreeAccess = { read, digest, shards: createLruCache(cacheBytes, (bytes) => bytes.length) };
  let opened: PlainTree | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<PlainTree> | undefined;

  async function look(): Promise<PlainTree> {
    try {
      opened = await openTree(access, opened);
    } catch (error) {
      // The open tree stays valid if the host cannot be reached.
      if (!opened) throw error;
    }
    lookedAt = now();
    return opened;
  }

  return async (when: "in time" | "now"): Promise<PlainTree> => {
    if (opened && when === "in time" && now() - lookedAt < recheckAfter) return opened;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}

function rawAnswer({ status, headers, body }: BodyReply): RawAnswer {
  return {
    status,
    contentType: headers["content-type"] ?? "",
    etag: headers.etag,
    link: headers.link,
    snapshot: { id: headers["x-snapshot"], as_of: headers["x-as-of"] },
    bytes: body,
  };
}
