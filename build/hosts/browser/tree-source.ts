import { findEntry, type IndexLine } from "../../contract/wire/index-part.ts";
import { SNAPSHOT_FILE } from "../../contract/wire/snapshot.ts";
import { createLruCache, type LruCache } from "../../platform/lru-cache.ts";
import { SnapshotError } from "../../rewrite/record-shards.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { respond } from "../../rewrite/respond.ts";
import { openSnapshot, type Snapshot } from "../../rewrite/snapshot.ts";
import { isChangesFile } from "../../tree/change-feed-files.ts";
import { type Digest, readLines, readSnapshotFile, sectionNamed, sectionOf } from "../tree-index.ts";
import { type Freshness, type ReadFile, readExactly } from "./fetch-file.ts";
import { type Current, keepCurrent, type Rechecks, WAITS } from "./follow-changes.ts";
import { QuaketreeError, type RawAnswer, type Source, unlessAborted } from "./source.ts";

interface TreeSourceOptions extends Rechecks {
  read: ReadFile;
  digest: Digest | undefined;
  /** Size limit of the shards that are kept across snapshots, bytes. */
  cacheBytes: number;
}

/** Reads a plain tree from any static host and runs the rewrite locally. Each answer comes from a single snapshot. */
export function treeSource(options: TreeSourceOptions): Source {
  const current = followTree(options);

  async function ask(target: string, signal: AbortSignal | undefined): Promise<RawAnswer> {
    let fault: unknown;
    for (const duration of WAITS) {
      if (duration > 0) await options.wait(duration);
      signal?.throwIfAborted();
      try {
        const answer = await answerFrom(await current(fault ? "now" : "in time"), target, fault ? "reloaded" : "checked", signal);
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
 * @throws SnapshotError if the host does not have a file of the snapshot, for example because it deletes the shards of older trees
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

function followTree({ read, digest, cacheBytes, ...timing }: TreeSourceOptions): Current<PlainTree> {
  const access: TreeAccess = { read, digest, shards: createLruCache(cacheBytes, (bytes) => bytes.length) };
  return keepCurrent((before) => openTree(access, before), timing);
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

/** A tree on a static host, opened at one snapshot. */
interface PlainTree {
  snapshot: Snapshot;
  /**
   * The file of an answer in this snapshot. `missing`: the snapshot has no such file. `other`: the host now has the file of another
   * snapshot, or only a part of it.
   */
  file: (path: string, freshness: Freshness, signal?: AbortSignal) => Promise<Uint8Array | "missing" | "other">;
}

/** The tools for opening trees, shared by all snapshots. */
export interface TreeAccess {
  read: ReadFile;
  /** Shards by path. The next snapshot has most of them too. */
  shards: LruCache<Uint8Array>;
  digest: Digest | undefined;
}

/** Opens the current snapshot of a tree; returns `before` if it has not changed. @throws SnapshotError, QuaketreeError */
async function openTree(access: TreeAccess, before: PlainTree | undefined): Promise<PlainTree> {
  const recordBytes = await access.read(SNAPSHOT_FILE, "checked");
  if (!recordBytes) throw new QuaketreeError("not-quaketree", `there is no ${SNAPSHOT_FILE}: this is not a tree`);
  if (before && (await readSnapshotFile(recordBytes)).id === before.snapshot.record.id) return before;
  const read = async (path: string) => (path === SNAPSHOT_FILE ? recordBytes : readShard(access, path));
  const snapshot = await openSnapshot({ read });
  return { snapshot, file: createFileReader(access, snapshot) };
}

/** Reads a shard, whose name is its hash. If it is damaged, it is fetched once more without any cache. */
export async function readShard({ read, shards, digest }: TreeAccess, path: string): Promise<Uint8Array | undefined> {
  const kept = shards.get(path);
  if (kept) return kept;
  for (const freshness of ["kept", "reloaded"] as const) {
    const bytes = await read(path, freshness);
    if (!bytes) return undefined;
    if (digest && !path.includes(await digest(bytes))) continue;
    shards.set(path, bytes);
    return bytes;
  }
  return undefined;
}

/**
 * Answers have the same path in every snapshot, so each answer must be checked against the hash in the index. Without a digest,
 * hashes cannot be checked. Then a file counts as part of this snapshot if the tree still has the same record after the read.
 */
function createFileReader({ read, digest }: TreeAccess, { record }: Snapshot): PlainTree["file"] {
  const index = new Map<string, Promise<readonly IndexLine[]>>();

  async function readIndexFile(file: { path: string; sha256: string }, check: Digest) {
    const bytes = await readExactly(read, check, file, ["kept", "reloaded"]);
    if (bytes) return readLines(bytes);
    throw new SnapshotError(file.path, "is not the file that is named");
  }

  /** Concurrent callers share a read. A failed read is repeated. */
  function linesOf(file: { path: string; sha256: string }, check: Digest): Promise<readonly IndexLine[]> {
    const pending = index.get(file.sha256) ?? readIndexFile(file, check);
    index.set(file.sha256, pending);
    return pending.catch((error: unknown) => {
      index.delete(file.sha256);
      throw error;
    });
  }

  return async (path, freshness, signal) => {
    // The change feed is in no index. It states its own snapshot.
    if (isChangesFile(path)) return (await read(path, freshness, signal)) ?? "missing";
    if (!digest) {
      const bytes = await read(path, freshness, signal);
      const now = await read(SNAPSHOT_FILE, "checked", signal);
      return (await readSnapshotFile(now)).id === record.id ? (bytes ?? "missing") : "other";
    }
    const section = sectionNamed(record, sectionOf(path));
    if (!section) return "other";
    const entry = await findEntry(section, path, (file) => linesOf(file, digest));
    if (!entry) return "missing";
    return (await readExactly(read, digest, entry, [freshness], signal)) ?? "other";
  };
}
