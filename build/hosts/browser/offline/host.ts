import { etagOf } from "../../../contract/wire/etag.ts";
import { PROBLEM_MEDIA_TYPE, problem } from "../../../contract/wire/problem.ts";
import { commonHeaders } from "../../../rewrite/headers.ts";
import { noTree } from "../../../rewrite/problems.ts";
import { type BodyReply, type FileReply, respond, SnapshotError } from "../../../rewrite/respond.ts";
import { SNAPSHOT_FILE } from "../../../rewrite/snapshot.ts";
import { UNINDEXED } from "../../../tree/unindexed.ts";
import { type Asking, failedPrecondition, fileAnswer } from "../../file-answer.ts";
import { QuaketreeError } from "../errors.ts";
import { once } from "../once.ts";
import { readRecord, sectionOf } from "../tree-index.ts";
import { createKeptPages, type KeptPage } from "./cached-pages.ts";
import { CURRENT, hashOfShard, type KeptTree, openKept } from "./cached-tree.ts";
import { forget, type Keeping, keepNewest, readExactly } from "./keep-tree.ts";
import { readWants, wantEverything, wantLanguage } from "./scope.ts";
import { createLookedAt, type Moment } from "./visited-pages.ts";

/** A request as the browser shows it. */
interface OfflineRequest extends Asking {
  /** Path and query, not decoded. */
  target: string;
}

/** Answers the whole API from a copy of the tree that the browser keeps. */
export interface OfflineHost {
  /** Undefined for what is not of the API. Looks for a newer snapshot on the side where it is time to: `background`. */
  respond: (request: OfflineRequest) => Promise<{ reply: BodyReply | undefined; background: Promise<unknown> }>;
  /** A page or another file beside the API, as it was kept. @param language that the address names, if it does */
  page: (path: string, language?: string) => Promise<KeptPage | undefined>;
  /** A shard, which is the same for ever. */
  shard: (path: string) => Promise<Uint8Array | undefined>;
  /**
   * Keeps a page or what a page loads, because somebody looks at it.
   *
   * @param read what came, called only where it is to be kept
   * @param of undefined where the host does not say
   */
  look: (path: string, read: () => Promise<Uint8Array>, of: Moment | undefined) => Promise<void>;
  /** Looks for a newer snapshot where it is time to. */
  refresh: () => Promise<unknown>;
  /** Takes up what the host has now, or tells why it cannot. */
  update: () => Promise<KeptTree>;
  /** From now on the details of all events are kept too, and the pages of countries, plates and terms. */
  keepEverything: () => Promise<KeptTree>;
  /** From now on the pages are kept in a language too. @param language its tag; nothing happens where it is English */
  speak: (language: string) => Promise<KeptTree | undefined>;
}

export interface OfflineHostOptions extends Keeping {
  /** For so long after a look for a newer snapshot there is no other, in ms. */
  recheckAfter: number;
  /** ms; a monotonic clock. */
  now: () => number;
  /** Ends a question to the host for which the copy has an older answer: from when it is asked on. */
  giveUp: () => AbortSignal;
}

export function createOfflineHost(options: OfflineHostOptions): OfflineHost {
  const { store, digest, recheckAfter, now, giveUp } = options;
  const looked = createLookedAt(store);
  const pages = createKeptPages(store, digest, looked);
  const open = once(openCurrent);
  let current: KeptTree | undefined;
  let updating: Promise<KeptTree> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function openCurrent(): Promise<void> {
    const recordBytes = await store.get(CURRENT);
    if (!recordBytes) return;
    try {
      current ??= await openKept(store, recordBytes, fetchLate);
    } catch (error) {
      // A browser that is short of room may have taken parts away: as if there was nothing yet.
      if (!(error instanceof SnapshotError)) throw error;
    }
  }

  async function begin(): Promise<KeptTree> {
    await open();
    lookedAt = now();
    const before = current;
    current = await keepNewest({ ...options, late: fetchLate }, before, await readWants(store));
    if (before && before !== current) await forget(store, [before, current], await looked.hashes());
    return current;
  }

  function update(): Promise<KeptTree> {
    updating ??= begin().finally(() => {
      updating = undefined;
    });
    return updating;
  }

  /** Now that more is wanted than what an update that is under way knew of. */
  async function updateAnew(): Promise<KeptTree> {
    await updating?.catch(noneYet);
    return update();
  }

  function refresh(): Promise<unknown> {
    return now() - lookedAt >= recheckAfter ? update().catch(noneYet) : Promise.resolve();
  }

  async function opened(): Promise<KeptTree | undefined> {
    await open();
    return current;
  }

  async function tree(): Promise<KeptTree | undefined> {
    return (await opened()) ?? update().catch(noneYet);
  }

  async function complete(request: OfflineRequest, reply: FileReply, from: KeptTree): Promise<BodyReply | undefined> {
    if (reply.bytes) return partOf(request, reply, reply.bytes);
    if (UNINDEXED.changes.isFile(reply.path)) return feed(request, reply, from);
    const section = sectionOf(reply.path);
    const entry = await from.entry(section, reply.path);
    if (!entry && section === "earthquakes" && (await from.entries(section)).size === 0)
      return detail(request, reply, from);
    if (!entry) return reply.ifMissing();
    // What is kept is plain: compressing it for the same machine would only cost time.
    const answer = fileAnswer(request, reply.headers, { ...entry, encodings: [] });
    const { status, headers } = answer;
    if (answer.kind === "empty") return { kind: "body", status, headers, body: new Uint8Array(0) };
    const bytes = (await store.get(entry.sha256)) ?? (await fetchLate(entry.path, entry.sha256));
    const { first, last } = answer.part ?? { first: 0, last: entry.bytes - 1 };
    return bytes && { kind: "body", status, headers, body: bytes.subarray(first, last + 1) };
  }

  /**
   * The details of an event, of which a copy that does not have them all has no index either: it would be larger than all
   * else. They are of the snapshot that the host has then, and say so; what was looked at is kept as it was.
   */
  async function detail(request: OfflineRequest, reply: FileReply, from: KeptTree): Promise<BodyReply | undefined> {
    const { path } = reply;
    const seen = await looked.get(path);
    if (seen?.id === from.record.id) return partOf(request, headersOf(reply, seen), seen.bytes);
    const found = await fetchDetail(path, seen && giveUp()).catch(noneYet);
    if (!found) return seen && partOf(request, headersOf(reply, seen), seen.bytes);
    if (!found.bytes) return reply.ifMissing();
    const { id, as_of } = found.record;
    await looked.put(path, found.bytes, { sha256: await digest(found.bytes), id, as_of }).catch(noneYet);
    return partOf(request, headersOf(reply, found.record), found.bytes);
  }

  async function fetchDetail(path: string, signal: AbortSignal | undefined) {
    const bytes = await options.read(path, "checked", signal);
    return { bytes, record: await readRecord(await options.read(SNAPSHOT_FILE, "checked", signal)) };
  }

  /** What has changed only the host knows: the copy is of one moment. */
  async function feed(request: OfflineRequest, reply: FileReply, { snapshot }: KeptTree): Promise<BodyReply> {
    try {
      const bytes = await options.read(reply.path, "checked");
      return bytes ? partOf(request, reply, bytes) : reply.ifMissing();
    } catch (error) {
      noneYet(error);
      return unavailable(snapshot, "What has changed can be asked when there is a network.");
    }
  }

  /** A file that is fetched when it is first asked for; undefined where the host is away or has gone on. */
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
    async look(path, read, of) {
      const from = await opened();
      if (from) await pages.look(path, read, from, of);
    },
    update,
    async keepEverything() {
      await wantEverything(store);
      return updateAnew();
    },
    async speak(language) {
      return (await wantLanguage(store, language)) ? updateAnew() : opened();
    },
  };
}

/** What the host or the store cannot give just now; a mistake of ours is not hidden. */
function noneYet(error: unknown): undefined {
  if (error instanceof SnapshotError || error instanceof QuaketreeError || error instanceof DOMException)
    return undefined;
  throw error;
}

/** Undefined where a pack is wanting, which are fetched when they are first asked for. */
async function replyOf(from: KeptTree | undefined, { method, target }: OfflineRequest) {
  return Promise.resolve(respond(from?.snapshot, { method, target })).catch(noneYet);
}

/** Those of a reply that is of another moment than the copy. */
function headersOf(reply: FileReply, { id, as_of }: Moment): FileReply {
  const lastModified = new Date(as_of).toUTCString();
  return { ...reply, headers: { ...reply.headers, "x-snapshot": id, "x-as-of": as_of, "last-modified": lastModified } };
}

/** Bytes that no index names, whole or in part. */
function partOf(request: OfflineRequest, { headers: plain }: FileReply, bytes: Uint8Array): BodyReply {
  const answer = fileAnswer(request, plain, { etag: etagOf(bytes), bytes: bytes.length, encodings: [] });
  const { status, headers } = answer;
  if (answer.kind === "empty") return { kind: "body", status, headers, body: new Uint8Array(0) };
  const { first, last } = answer.part ?? { first: 0, last: bytes.length - 1 };
  return { kind: "body", status, headers, body: bytes.subarray(first, last + 1) };
}

function conditional(request: OfflineRequest, reply: BodyReply): BodyReply {
  const failed = reply.headers["etag"] ? failedPrecondition(request, reply.headers) : undefined;
  return failed ? { kind: "body", ...failed, body: new Uint8Array(0) } : reply;
}

/** 503: the details of an event that nobody has looked at while there was a network. */
function notKept({ snapshot }: KeptTree): BodyReply {
  const detail = "The copy of the data in this browser does not have this record. Ask again when there is a network.";
  return unavailable(snapshot, detail);
}

function unavailable(snapshot: KeptTree["snapshot"], detail: string): BodyReply {
  const document = problem("no-tree", detail);
  const headers = { "content-type": PROBLEM_MEDIA_TYPE, ...commonHeaders(snapshot, "never"), "retry-after": "30" };
  return {
    kind: "body",
    status: document.status,
    headers,
    body: new TextEncoder().encode(JSON.stringify(document)),
  };
}
