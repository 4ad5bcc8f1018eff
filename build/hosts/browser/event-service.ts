import { SNAPSHOT_FILE } from "../../contract/wire/snapshot.ts";
import { createArchiveCache, createArchiveReader } from "../../fdsn/archive/reader.ts";
import { failure } from "../../fdsn/failure.ts";
import { type FdsnRequest, type FdsnSnapshot, fdsnReply, wholeFdsnReply } from "../../fdsn/service.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import { SnapshotError, shardReader } from "../../rewrite/record-shards.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { readIds } from "../../rewrite/shards/ids.ts";
import { type Digest, platformDigest, readSnapshotFile } from "../tree-index.ts";
import type { SourceOptions } from "./create-source.ts";
import { fileReader, folderAddress, rangeReader } from "./fetch-file.ts";
import { keepCurrent, type Rechecks, recheckEvery, WAITS } from "./follow-changes.ts";
import { type Fetch, QuaketreeError, unlessAborted } from "./source.ts";
import { readShard, type TreeAccess } from "./tree-source.ts";

export type { SourceOptions as EventServiceOptions } from "./create-source.ts";

/**
 * Answers a request to the FDSN event service, with the same status, headers and body as a host with the service. If the files
 * cannot be read, the status is 503.
 *
 * @param target path below the base, such as `/fdsnws/event/1/query?minmagnitude=6`, or a whole address that begins with the base
 * @throws the reason of the signal
 */
export type EventService = (target: string, init?: { method?: string | undefined; signal?: AbortSignal | undefined }) => Promise<Response>;

/**
 * Creates an FDSN event service for the host, mirror or folder at an address. It runs in browsers, in Node and in Workers, and has
 * no dependencies.
 *
 * @example
 * const events = createEventService({ base: "https://quakes.example/" });
 * const response = await events("/fdsnws/event/1/query?format=text&minmagnitude=6");
 * console.log(await response.text());
 * @throws QuaketreeError `not-quaketree` for a base that is not an address
 */
export function createEventService(options: SourceOptions): EventService {
  const { mode, recheckSeconds, cacheBytes = 32_000_000 } = options;
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const base = folderAddress(options.base);
  const fromFiles = treeEvents({
    base,
    fetch,
    digest: platformDigest(),
    cacheBytes,
    ...recheckEvery(recheckSeconds),
  });
  let asksHost = mode !== "tree";
  return async (given, { method = "GET", signal } = {}) => {
    const target = given.startsWith(base) ? given.slice(base.length - 1) : given;
    if (asksHost) {
      const response = await fetch(base + target.slice(1), { method, ...(signal && { signal }) }).catch(unreached);
      // Only hosts with the rewrite name a snapshot.
      if (response && (mode === "api" || response.headers.has("x-snapshot"))) return response;
      if (response) asksHost = false;
    }
    const request = { method, target, now: Date.now() };
    return responseTo(method, await unlessAborted(fromFiles(request), signal));
  };

  /** Without a connection, the host may still be one that answers. */
  function unreached(error: unknown): undefined {
    if (mode === "api" || !(error instanceof TypeError)) throw error;
  }
}

function responseTo(method: string, { status, headers, body }: BodyReply): Response {
  const isEmpty = status === 204;
  const all = isEmpty ? headers : { ...headers, "content-length": String(body.length) };
  const bytes = isEmpty || method === "HEAD" ? null : (body as Uint8Array<ArrayBuffer>);
  return new Response(bytes, { status, headers: all });
}

interface TreeEventsOptions extends Rechecks {
  /** Address of the folder of the tree, with a closing slash. */
  base: string;
  fetch: Fetch;
  digest: Digest | undefined;
  /** Memory limit, bytes. */
  cacheBytes: number;
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
    const record = await readSnapshotFile(await read(SNAPSHOT_FILE, "checked"));
    return { record, asOf: Date.parse(record.as_of), ids: () => Promise.all(record.shards.ids.map((path) => openShard(path, readIds))) };
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
        // A part that cannot be read is noticed before the status is sent.
        return await wholeFdsnReply(await fdsnReply(snapshot, request, createArchiveReader(source, cache)));
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

const NOT_READ = "The archive cannot be read now. Copies of the data in a browser do not have it: ask again when there is a network.";
