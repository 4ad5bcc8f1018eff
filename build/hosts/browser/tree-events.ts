import { createArchiveCache, createArchiveReader } from "../../fdsn/archive/reader.ts";
import { failure } from "../../fdsn/failure.ts";
import { type FdsnRequest, type FdsnSnapshot, fdsnReply } from "../../fdsn/service.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import { SnapshotError, shardReader } from "../../rewrite/read-shard.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { SNAPSHOT_FILE } from "../../rewrite/snapshot.ts";
import { readIds } from "../../shards/ids.ts";
import { fileReader, rangeReader } from "./fetch-file.ts";
import { keepCurrent, WAITS } from "./keep-current.ts";
import { type Fetch, QuaketreeError } from "./source.ts";
import { type Digest, readRecord } from "./tree-index.ts";
import { readShard, type TreeAccess } from "./tree-source.ts";

interface TreeEventsOptions {
  /** Address of the folder of the tree, with a closing slash. */
  base: string;
  fetch: Fetch;
  digest: Digest | undefined;
  /** Memory limit, bytes. */
  cacheBytes: number;
  /** Minimum time between reads of `snapshot.json`, ms. */
  recheckAfter: number;
  /** Reads a monotonic clock, ms. */
  now: () => number;
  /** Resolves after a duration in ms. */
  wait: (duration: number) => Promise<void>;
}

/** Memory limit for the ids of events, bytes. */
const IDS_BYTES = 1_000_000;

/**
 * Answers the FDSN event service from the files of a tree on any static host. Each answer comes from a single snapshot. If the
 * files cannot be read, the status is 503.
 */
export function treeEvents(options: TreeEventsOptions): (request: FdsnRequest) => Promise<BodyReply> {
  const { base, fetch, digest, cacheBytes } = options;
  const read = fileReader(base, fetch);
  const readRange = rangeReader(base, fetch, cacheBytes / 2);
  const cache = createArchiveCache(cacheBytes / 2);
  const access: TreeAccess = { read, digest, shards: createLruCache(IDS_BYTES, (bytes) => bytes.length) };
  const openShard = shardReader({ read: (path) => readShard(access, path) });
  const current = keepCurrent<FdsnSnapshot>(async () => {
    const record = await readRecord(await read(SNAPSHOT_FILE, "checked"));
    return { record, asOf: Date.parse(record.as_of), ids: () => openShard(record.shards.ids, readIds) };
  }, options);

  return async (request) => {
    let snapshot: FdsnSnapshot | undefined;
    let fault: Error | undefined;
    for (const duration of WAITS) {
      if (duration > 0) await options.wait(duration);
      const [when, freshness] = fault ? (["now", "reloaded"] as const) : (["in time", "kept"] as const);
      const source = {
        digest,
        read: (path: string, range?: { at: number; bytes: number }) => readRange(path, range, freshness),
      };
      try {
        snapshot = await current(when);
        return await fdsnReply(snapshot, request, createArchiveReader(source, cache));
      } catch (error) {
        if (!(error instanceof SnapshotError || error instanceof QuaketreeError)) throw error;
        fault = error;
        // There is no connection, so another attempt would fail too.
        if (error instanceof QuaketreeError) break;
      }
    }
    return failure(snapshot, request, 503, `${NOT_READ} (${fault?.message})`);
  };
}

const NOT_READ =
  "The archive cannot be read now. Copies of the data in a browser do not have it: ask again when there is a network.";
