import type { IncomingMessage, ServerResponse } from "node:http";
import type { Encoding } from "../../contract/wire/etag.ts";
import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { isArchiveQuery } from "../../fdsn/path.ts";
import { pack } from "../../platform/compress.ts";
import { noTree } from "../../rewrite/replies.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { respond, type Snapshot, SnapshotError } from "../../rewrite/respond.ts";
import type { PinnedSnapshot } from "../../tree/history/pins/table.ts";
import { UNINDEXED } from "../../tree/unindexed.ts";
import { type ByteCache, createByteCache } from "../byte-cache.ts";
import type { LoadedTree } from "../load-tree.ts";
import { clientOf } from "../node/client-of.ts";
import { busy, internalError } from "../node/host-problems.ts";
import { sendBody, sendFile } from "../node/send.ts";
import type { TreeWatch } from "../node/watch-tree.ts";
import { createWorkQueue, type QueueLimits } from "../work-queue.ts";
import { openPinned, type PinnedTree } from "./pinned-tree.ts";
import {
  insidePin,
  type PinnedTarget,
  pinned,
  pinnedArchiveNotFound,
  pinnedChangesNotFound,
  pinnedFileNotFound,
  requestedSnapshot,
  unknownSnapshot,
} from "./replies.ts";
import { createPinReader, type PinStore } from "./store.ts";

/** Answers requests for a pinned snapshot from that snapshot, or not at all. */
export interface PinnedHost {
  serve: (request: IncomingMessage, response: ServerResponse, pin: PinnedTarget) => Promise<void>;
}

/** Memory limit for contents of pins, and for open older snapshots, bytes. */
const CONTENT_BYTES = 32_000_000;
const OPEN_BYTES = 48_000_000;

/** Limits of opening snapshots. */
export const OPENING: QueueLimits = { running: 2, waiting: 64, perClient: 16 };

/** Number of times a tree may be replaced during one request before the client is told to retry. */
const ATTEMPTS = 30;

/** @param cache of the files of the current tree @param opening limits for opening snapshots */
export function createPinnedHost(watch: TreeWatch, cache: ByteCache, opening: QueueLimits): PinnedHost {
  const storeOf = createPinReader(createByteCache(CONTENT_BYTES));
  const open = createOpener(opening);
  const current = new WeakMap<LoadedTree, Snapshot>();

  function currentOf(tree: LoadedTree): Snapshot {
    const snapshot = current.get(tree) ?? pinned(tree.snapshot);
    current.set(tree, snapshot);
    return snapshot;
  }

  async function attempt(
    request: IncomingMessage,
    response: ServerResponse,
    pin: PinnedTarget & { id: string },
    tree: LoadedTree,
  ): Promise<boolean> {
    if (pin.id === tree.snapshot.record.id) {
      return send(request, response, pin, { snapshot: currentOf(tree), file: async () => tree }, cache);
    }
    const store = await storeOf(tree);
    const found = store.find(pin.id);
    if (!found) {
      sendBody(request, response, unknownSnapshot(tree.snapshot, pin.id, store.since));
      return true;
    }
    const opened = await open(clientOf(request), found, tree, store);
    if (!opened) {
      sendBody(request, response, busy("opening other snapshots"));
      return true;
    }
    const { snapshot, file } = opened;
    const read: LoadedTree["read"] = (entry, encoding) => pinnedBytes(entry, encoding, store);
    const files = async (path: string) => {
      const entry = await file(path, store.content);
      return { ...tree, read, files: new Map(entry ? [[path, entry]] : []) };
    };
    return send(request, response, pin, { snapshot, file: files }, cache);
  }

  return {
    async serve(request, response, { id, target }) {
      for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
        const tree = watch.current();
        if (!tree) break;
        if (request.method !== "GET" && request.method !== "HEAD") return sendBody(request, response, other(tree, request));
        if (id === undefined) {
          const { since } = await storeOf(tree);
          return sendBody(request, response, unknownSnapshot(tree.snapshot, requestedSnapshot(target), since));
        }
        if (await attempt(request, response, { id, target }, tree).catch(ifGone)) return;
        const state = await watch.overtaken(tree);
        if (state === "late") break;
        if (state === "same") return sendBody(request, response, internalError());
      }
      sendBody(request, response, noTree());
    },
  };
}

async function pinnedBytes(
  { sha256, path, cache }: IndexEntry,
  encoding: Encoding | undefined,
  { content }: PinStore,
): Promise<Uint8Array | undefined> {
  const plain = await content(sha256, path);
  return plain && encoding ? pack(encoding, path, plain, cache) : plain;
}

/** Every snapshot allows the same methods, even an unknown one. */
function other({ snapshot }: LoadedTree, { method = "" }: IncomingMessage): BodyReply {
  return respond(snapshot, { method, target: "/api/" }) as BodyReply;
}

/** During the search, a content may have moved from the tree to a pin, or from one pin to another. */
function ifGone(error: unknown): false {
  if (error instanceof SnapshotError) return false;
  throw error;
}

/** A pinned snapshot and its files. */
interface PinnedSource {
  snapshot: Snapshot;
  /** The tree that has the file. */
  file: (path: string) => Promise<LoadedTree>;
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { id, target }: PinnedTarget & { id: string },
  { snapshot, file }: PinnedSource,
  cache: ByteCache,
): Promise<boolean> {
  const reply = await respond(snapshot, { method: request.method ?? "GET", target });
  if (reply.kind === "file" && !UNINDEXED.changes.isFile(reply.path)) {
    return sendFile(request, response, reply, await file(reply.path), cache);
  }
  if (reply.kind === "file") sendBody(request, response, pinnedChangesNotFound(snapshot));
  else if (reply.kind === "pass") sendBody(request, response, pinnedFileNotFound(snapshot));
  else if (reply.status === 400 && isArchiveQuery(target)) sendBody(request, response, pinnedArchiveNotFound(snapshot));
  else sendBody(request, response, { ...reply, headers: insidePin(id, reply.headers) });
  return true;
}

/**
 * Opens only a few snapshots at the same time and keeps the most recently used ones. So a client that requests all of them uses no
 * more memory and does not delay other clients for long. Returns undefined if too many requests wait.
 */
function createOpener(limits: QueueLimits) {
  const held = new Map<string, PinnedTree>();
  const opening = new Map<string, Promise<PinnedTree>>();
  const enqueue = createWorkQueue(limits);
  let latest: PinStore;

  function hold(key: string, tree: PinnedTree): PinnedTree {
    // A Map keeps the order of insertion, so a key that is deleted and set again is the newest.
    held.delete(key);
    held.set(key, tree);
    let size = [...held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [oldest, { bytes }] of held) {
      if (size <= OPEN_BYTES || oldest === key) break;
      held.delete(oldest);
      size -= bytes;
    }
    return tree;
  }

  async function openOne(found: PinnedSnapshot, tree: LoadedTree): Promise<PinnedTree> {
    return hold(found.record, await openPinned(found, tree.snapshot, (sha256, path) => latest.content(sha256, path)));
  }

  return (client: string, found: PinnedSnapshot, tree: LoadedTree, store: PinStore) => {
    latest = store;
    const key = found.record;
    const ready = held.get(key);
    if (ready) return hold(key, ready);
    const begun = opening.get(key);
    if (begun) return begun;
    const opened = enqueue(client, () => openOne(found, tree))?.finally(() => opening.delete(key));
    if (opened) opening.set(key, opened);
    return opened;
  };
}
