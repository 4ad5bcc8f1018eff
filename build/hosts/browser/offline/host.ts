import { answerProblem } from "../../../contract/wire/problem.ts";
import { type IndexEntry, SNAPSHOT_FILE } from "../../../contract/wire/snapshot.ts";
import { SnapshotError } from "../../../rewrite/record-shards.ts";
import { type BodyReply, commonHeaders, type FileReply, type Headers, noTree, problemReply } from "../../../rewrite/reply.ts";
import { respond } from "../../../rewrite/respond.ts";
import { isChangesFile } from "../../../tree/change-feed-files.ts";
import { complete, completeBody, type FileRequest, fileOfBytes, type HostFile } from "../../file-answer.ts";
import { hashOfShard, readSnapshotFile, sectionOf } from "../../tree-index.ts";
import { CHECKED, readExactly } from "../fetch-file.ts";
import { onceUntilItFails, QuaketreeError } from "../source.ts";
import { type CachedPage, createCachedPages, createVisitedFiles, type SnapshotMoment } from "./cached-pages.ts";
import { addEverything, addLanguage, type CachedTree, CURRENT, openCachedTree, readScope } from "./cached-tree.ts";
import { type CopyOptions, keepNewest, openNewest, removeUnused } from "./keep-tree.ts";

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
  const open = onceUntilItFails(openCurrent);
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

  async function find(reply: FileReply, from: CachedTree): Promise<HostFile | BodyReply | undefined> {
    const { path } = reply;
    if (isChangesFile(path)) return feed(path, from);
    const section = sectionOf(path);
    const entry = await from.entry(section, path);
    if (entry) return storedFile(entry);
    return section === "earthquakes" && (await from.section(section)).entries.length === 0 ? detail(reply, from) : undefined;
  }

  /** It is not compressed: compression would take time and save no transfer. */
  function storedFile({ path, sha256, etag, bytes: size }: IndexEntry): HostFile {
    const read = async () => {
      const bytes = (await store.get(sha256)) ?? (await fetchLate(path, sha256));
      return bytes && { size, bytes };
    };
    return { etag, bytes: size, encodings: [], read };
  }

  /**
   * The details of an event. A copy without all details also lacks their index, which would be larger than everything else. So the
   * details come from the host's current snapshot and state this. A visited detail is stored unchanged.
   */
  async function detail(reply: FileReply, from: CachedTree): Promise<HostFile | undefined> {
    const { path } = reply;
    const seen = await visited.get(path);
    if (seen?.id === from.record.id) return { ...fileOfBytes(seen.bytes), headers: headersOf(reply, seen) };
    const found = await fetchDetail(path, seen && giveUp()).catch(noneYet);
    if (!found) {
      if (!seen) throw new SnapshotError(path, "is not in the copy");
      return { ...fileOfBytes(seen.bytes), headers: headersOf(reply, seen) };
    }
    if (!found.bytes) return undefined;
    const { id, as_of } = found.record;
    await visited.put(path, found.bytes, { sha256: await digest(found.bytes), id, as_of }).catch(noneYet);
    return { ...fileOfBytes(found.bytes), headers: headersOf(reply, found.record) };
  }

  async function fetchDetail(path: string, signal: AbortSignal | undefined) {
    const bytes = await options.read(path, "checked", signal);
    if (bytes && !isDetail(path, bytes)) throw new SnapshotError(path, "is not the details of the event");
    return { bytes, record: await readSnapshotFile(await options.read(SNAPSHOT_FILE, "checked", signal)) };
  }

  /** Only the host has the changes, because the copy has only one snapshot. */
  async function feed(path: string, { snapshot }: CachedTree): Promise<HostFile | BodyReply | undefined> {
    try {
      const bytes = await options.read(path, "checked");
      return bytes && fileOfBytes(bytes);
    } catch (error) {
      noneYet(error);
      return unavailable(snapshot, "The changes are available only with a network connection.");
    }
  }

  /** Fetches a file on first use; undefined if the host cannot be reached or has a newer snapshot. */
  async function fetchLate(path: string, sha256: string): Promise<Uint8Array | undefined> {
    const bytes = await readExactly(options.read, digest, { path, sha256 }, CHECKED).catch(noneYet);
    if (bytes) await store.put(sha256, bytes).catch(noneYet);
    return bytes;
  }

  async function answer(request: OfflineRequest): Promise<BodyReply | undefined> {
    let from = await tree();
    for (;;) {
      const reply = await replyOf(request, from).catch(noneYet);
      if (reply) return reply === "pass" ? undefined : reply;
      if (!from) return completeBody(request, noTree());
      const newer = await update().catch(noneYet);
      if (!newer || newer === from) return completeBody(request, notKept(from));
      from = newer;
    }
  }

  /** @throws SnapshotError if a file is missing. Packs, and what a copy that is made on demand consists of, are fetched on first use. */
  async function replyOf(request: OfflineRequest, from: CachedTree | undefined): Promise<BodyReply | "pass"> {
    const reply = await respond(from?.snapshot, request);
    if (reply.kind === "pass") return "pass";
    // Nothing of a copy is streamed.
    return (await complete(request, reply, (file) => from && find(file, from))) as BodyReply;
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

/** Whether these are the details of the event with the slug in the path: a copy has no hash of them. */
function isDetail(path: string, bytes: Uint8Array): boolean {
  try {
    const { slug } = JSON.parse(new TextDecoder().decode(bytes)) as { slug?: string };
    return path.endsWith(`/${slug}.json`);
  } catch {
    return false;
  }
}

/** Errors of the host or the store mean "not available". Internal errors are thrown. */
function noneYet(error: unknown): undefined {
  if (error instanceof SnapshotError || error instanceof QuaketreeError || error instanceof DOMException) return undefined;
  throw error;
}

/** The headers for a file of another snapshot than that of the copy. */
function headersOf({ headers }: FileReply, { id, as_of }: SnapshotMoment): Headers {
  return { ...headers, "x-snapshot": id, "x-as-of": as_of, "last-modified": new Date(as_of).toUTCString() };
}

/** 503: the details of an event that was never visited online. */
function notKept({ snapshot }: CachedTree): BodyReply {
  const detail = "The copy of the data in this browser does not have this record. Ask again when there is a network.";
  return unavailable(snapshot, detail);
}

function unavailable(snapshot: CachedTree["snapshot"], detail: string): BodyReply {
  return problemReply(answerProblem("no-tree", detail), { ...commonHeaders(snapshot, "never"), "retry-after": "30" });
}
