import { etagOf } from "../../../contract/wire/etag.ts";
import { answerProblem } from "../../../contract/wire/problem.ts";
import { commonHeaders } from "../../../rewrite/headers.ts";
import { noTree, problemReply } from "../../../rewrite/replies.ts";
import { type BodyReply, type FileReply, respond, SnapshotError } from "../../../rewrite/respond.ts";
import { SNAPSHOT_FILE } from "../../../rewrite/snapshot.ts";
import { isChangesFile } from "../../../tree/change-feed-files.ts";
import { type FileFacts, type FileRequest, failedPrecondition, fileAnswer } from "../../file-answer.ts";
import { once, QuaketreeError } from "../source.ts";
import { readRecord, sectionOf } from "../tree-index.ts";
import { type CachedPage, createCachedPages, createVisitedFiles, type SnapshotMoment } from "./cached-pages.ts";
import { type CachedTree, CURRENT, hashOfShard, openCachedTree } from "./cached-tree.ts";
import { type CopyOptions, keepNewest, openNewest, readExactly, removeUnused } from "./keep-tree.ts";
import { addEverything, addLanguage, readScope } from "./scope.ts";

/** A request as received by the browser. */
interface OfflineRequest extends FileRequest {
  /** Path and query, not decoded. */
  target: string;
}

/** Answers all requests to the API from a copy of the tree in the browser. */
export interface OfflineHost {
  /** The reply is undefined for targets outside the API. If it is time, also checks for a newer snapshot in the background. */
  respond: (request: OfflineRequest) => Promise<{ reply: BodyReply | undefined; background: Promise<unknown> }>;
  /** A stored page or another file outside the API. @param language language in the address, if any */
  page: (path: string, language?: string) => Promise<CachedPage | undefined>;
  /** A shard. It never changes. */
  shard: (path: string) => Promise<Uint8Array | undefined>;
  /**
   * Stores a visited page, or a file that a page loads.
   *
   * @param read called only if the file is to be stored
   * @param of undefined if the host does not state it
   */
  keepVisited: (path: string, read: () => Promise<Uint8Array>, of: SnapshotMoment | undefined) => Promise<void>;
  /** Checks for a newer snapshot, if it is time. */
  refresh: () => Promise<unknown>;
  /** Copies, or on demand opens, the host's current snapshot, or rejects with the reason for the failure. */
  update: () => Promise<CachedTree>;
  /** From now on also stores the details of all events and the pages of countries, plates and terms. */
  keepEverything: () => Promise<CachedTree>;
  /** From now on also stores the pages in a language. @param language its tag; English has no effect */
  setLanguage: (language: string) => Promise<CachedTree | undefined>;
}

interface OfflineHostOptions extends CopyOptions {
  /** Minimum time between checks for a newer snapshot, ms. */
  recheckAfter: number;
  /** Reads a monotonic clock, ms. */
  now: () => number;
  /** Whether files are fetched and stored only when they are needed for an answer. Otherwise the whole snapshot is copied. */
  onDemand?: boolean;
  /** Makes a signal that aborts a request to the host if the copy has an older answer. The time runs from the call. */
  giveUp: () => AbortSignal;
}

export function createOfflineHost(options: OfflineHostOptions): OfflineHost {
  const { store, digest, recheckAfter, now, giveUp, onDemand = false } = options;
  const visited = createVisitedFiles(store);
  const pages = createCachedPages(store, digest, visited);
  const open = once(openCurrent);
  let current: CachedTree | undefined;
  let updating: Promise<CachedTree> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function openCurrent(): Promise<void> {
    const recordBytes = await store.get(CURRENT);
    if (!recordBytes) return;
    try {
      current ??= await openCachedTree(store, recordBytes, fetchLate, onDemand);
    } catch (error) {
      // A browser that is short of disk space may have deleted parts of the copy. Then the copy is made again.
      if (!(error instanceof SnapshotError)) throw error;
    }
  }

  async function begin(): Promise<CachedTree> {
    await open();
    checkedAt = now();
    const before = current;
    const copying = { ...options, late: fetchLate };
    current = onDemand ? await openNewest(copying, before) : await keepNewest(copying, before, await readScope(store));
    if (before && before !== current) await removeUnused(store, [before, current], await visited.hashes());
    return current;
  }

  function update(): Promise<CachedTree> {
    updating ??= begin().finally(() => {
      updating = undefined;
    });
    return updating;
  }

  /** A running update does not know the new scope, so a second update follows it. */
  async function updateAnew(): Promise<CachedTree> {
    await updating?.catch(noneYet);
    return update();
  }

  async function refresh(): Promise<unknown> {
    // A reader of pages alone does not need shards.
    if (onDemand && !(await opened())) return undefined;
    return now() - checkedAt >= recheckAfter ? update().catch(noneYet) : undefined;
  }

  async function opened(): Promise<CachedTree | undefined> {
    await open();
    return current;
  }

  async function tree(): Promise<CachedTree | undefined> {
    return (await opened()) ?? update().catch(noneYet);
  }

  async function complete(request: OfflineRequest, reply: FileReply, from: CachedTree): Promise<BodyReply | undefined> {
    if (reply.bytes) return bytesBody(request, reply, reply.bytes);
    if (isChangesFile(reply.path)) return feed(request, reply, from);
    const section = sectionOf(reply.path);
    const entry = await from.entry(section, reply.path);
    if (!entry && section === "earthquakes" && (await from.section(section)).entries.length === 0) return detail(request, reply, from);
    if (!entry) return reply.ifMissing();
    const read = async () => (await store.get(entry.sha256)) ?? fetchLate(entry.path, entry.sha256);
    return fileBody(request, reply, entry, read);
  }

  /**
   * Answers with the details of an event. A copy without all details also lacks their index, which would be larger than everything
   * else. So the details come from the host's current snapshot and state this. A visited detail is stored unchanged.
   */
  async function detail(request: OfflineRequest, reply: FileReply, from: CachedTree): Promise<BodyReply | undefined> {
    const { path } = reply;
    const seen = await visited.get(path);
    if (seen?.id === from.record.id) return bytesBody(request, headersOf(reply, seen), seen.bytes);
    const found = await fetchDetail(path, seen && giveUp()).catch(noneYet);
    if (!found) return seen && bytesBody(request, headersOf(reply, seen), seen.bytes);
    if (!found.bytes) return reply.ifMissing();
    const { id, as_of } = found.record;
    await visited.put(path, found.bytes, { sha256: await digest(found.bytes), id, as_of }).catch(noneYet);
    return bytesBody(request, headersOf(reply, found.record), found.bytes);
  }

  async function fetchDetail(path: string, signal: AbortSignal | undefined) {
    const bytes = await options.read(path, "checked", signal);
    return { bytes, record: await readRecord(await options.read(SNAPSHOT_FILE, "checked", signal)) };
  }

  /** Only the host has the changes, because the copy has only one snapshot. */
  async function feed(request: OfflineRequest, reply: FileReply, { snapshot }: CachedTree) {
    try {
      const bytes = await options.read(reply.path, "checked");
      return bytes ? bytesBody(request, reply, bytes) : reply.ifMissing();
    } catch (error) {
      noneYet(error);
      return unavailable(snapshot, "The changes are available only with a network connection.");
    }
  }

  /** Fetches a file on first use; undefined if the host cannot be reached or has a newer snapshot. */
  async function fetchLate(path: string, sha256: string): Promise<Uint8Array | undefined> {
    const bytes = await readExactly(options, path, sha256).catch(noneYet);
    if (bytes) await store.put(sha256, bytes).catch(noneYet);
    return bytes;
  }

  async function answer(request: OfflineRequest): Promise<BodyReply | undefined> {
    let from = await tree();
    for (;;) {
      const reply = await replyOf(from, request);
      if (reply?.kind === "pass") return undefined;
      if (reply?.kind === "body") return conditional(request, reply);
      if (!from) return noTree();
      const whole = reply && (await complete(request, reply, from));
      if (whole) return whole;
      const newer = await update().catch(noneYet);
      if (!newer || newer === from) return notKept(from);
      from = newer;
    }
  }

  return {
    async respond(request) {
      const reply = await answer(request);
      return { reply, background: reply === undefined ? Promise.resolve() : refresh() };
    },
    refresh,
    async page(path, language) {
      const from = await opened();
      return from && pages.read(path, from, language);
    },
    async shard(path) {
      return /^shards\/[0-9a-f]{64}[.]/.test(path) ? store.get(hashOfShard(path)) : undefined;
    },
    async keepVisited(path, read, of) {
      const from = await opened();
      if (from) await pages.keepVisited(path, read, from, of);
    },
    update,
    async keepEverything() {
      await addEverything(store);
      return updateAnew();
    },
    async setLanguage(language) {
      const isNew = await addLanguage(store, language);
      return isNew && !onDemand ? updateAnew() : opened();
    },
  };
}

/** Errors of the host or the store mean "not available". Internal errors are thrown. */
function noneYet(error: unknown): undefined {
  if (error instanceof SnapshotError || error instanceof QuaketreeError || error instanceof DOMException) return undefined;
  throw error;
}

/** Undefined if a pack is missing. Packs are fetched on first use. */
async function replyOf(from: CachedTree | undefined, { method, target }: OfflineRequest) {
  return Promise.resolve(respond(from?.snapshot, { method, target })).catch(noneYet);
}

/** The headers for a file of another snapshot than that of the copy. */
function headersOf(reply: FileReply, { id, as_of }: SnapshotMoment): FileReply {
  const lastModified = new Date(as_of).toUTCString();
  return { ...reply, headers: { ...reply.headers, "x-snapshot": id, "x-as-of": as_of, "last-modified": lastModified } };
}

/** A reply with bytes that no index lists. */
function bytesBody(request: OfflineRequest, reply: FileReply, bytes: Uint8Array): Promise<BodyReply | undefined> {
  return fileBody(request, reply, { etag: etagOf(bytes), bytes: bytes.length }, async () => bytes);
}

/**
 * The whole file or the requested range; undefined if it cannot be read. It is not compressed: compression would take time and save
 * no transfer.
 *
 * @param read called only if the reply has a body
 */
async function fileBody(
  request: OfflineRequest,
  reply: FileReply,
  { etag, bytes: size }: Omit<FileFacts, "encodings">,
  read: () => Promise<Uint8Array | undefined>,
): Promise<BodyReply | undefined> {
  const answer = fileAnswer(request, reply, { etag, bytes: size, encodings: [] });
  const { status, headers } = answer;
  if (answer.kind === "empty") return { kind: "body", status, headers, body: new Uint8Array(0) };
  const { first, last } = answer.part ?? { first: 0, last: size - 1 };
  const bytes = await read();
  return bytes && { kind: "body", status, headers, body: bytes.subarray(first, last + 1) };
}

function conditional(request: OfflineRequest, reply: BodyReply): BodyReply {
  const failed = reply.headers["etag"] ? failedPrecondition(request, reply.headers) : undefined;
  return failed ? { kind: "body", ...failed, body: new Uint8Array(0) } : reply;
}

/** 503: the details of an event that was never visited online. */
function notKept({ snapshot }: CachedTree): BodyReply {
  const detail = "The copy of the data in this browser does not have this record. Ask again when there is a network.";
  return unavailable(snapshot, detail);
}

function unavailable(snapshot: CachedTree["snapshot"], detail: string): BodyReply {
  return problemReply(answerProblem("no-tree", detail), { ...commonHeaders(snapshot, "never"), "retry-after": "30" });
}
