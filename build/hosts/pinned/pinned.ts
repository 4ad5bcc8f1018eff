import type { Encoding } from "../../contract/wire/etag.ts";
import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { compressAs } from "../../platform/compress.ts";
import { NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import { sha256 } from "../../platform/hash.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { NODE_PIN_TOOLS, type OpenPin, openPin, readBlob } from "../../tree/history/pins/files.ts";
import { type PinnedSnapshot, pinContent } from "../../tree/history/pins/table.ts";
import { readNamed } from "../../tree/read.ts";
import { UNINDEXED, unindexedFiles } from "../../tree/unindexed.ts";
import { busy, type OpenSnapshot } from "../handle.ts";
import type { LoadedTree } from "../load-tree.ts";
import { type ByteCache, createByteCache } from "../tree-file.ts";
import { createWorkQueue, type QueueLimits } from "../work-queue.ts";
import { oldestOf, openPinned, type PinContent, type PinnedTree, pinnedFile } from "./pinned-tree.ts";

/** The older snapshots of the trees of a folder. */
interface PinnedHost {
  /** Undefined if it is unknown; a reply if too many others are being opened. @param client who asks */
  open: (id: string, tree: LoadedTree, client: string) => Promise<OpenSnapshot | BodyReply | undefined>;
  /** `as_of` of the oldest one, ms since 1970 UTC. */
  since: (tree: LoadedTree) => Promise<number | undefined>;
}

/** Memory limit for contents of pins, and for open older snapshots, bytes. */
const CONTENT_BYTES = 32_000_000;
const OPEN_BYTES = 48_000_000;

/** Limits of opening snapshots. */
export const OPENING: QueueLimits = { running: 2, waiting: 64, perClient: 16 };

/** @param opening limits for opening snapshots */
export function createPinnedHost(opening: QueueLimits): PinnedHost {
  const storeOf = createPinReader(createByteCache(CONTENT_BYTES));
  const open = createOpener(opening);
  return {
    async open(id, tree, client) {
      const store = await storeOf(tree);
      const found = store.find(id);
      if (!found) return undefined;
      const opened = await open(client, found, tree, store);
      return opened
        ? { snapshot: opened.snapshot, find: ({ path }) => pinnedFile(opened, path, store.content, compress) }
        : busy("opening other snapshots");
    },
    async since(tree) {
      return (await storeOf(tree)).since;
    },
  };
}

function compress(encoding: Encoding, plain: Uint8Array, { path, cache }: IndexEntry): Promise<Uint8Array> {
  return compressAs(encoding, path, plain, cache);
}

/**
 * Opens only a few snapshots at the same time and keeps the most recently used ones. So a client that requests all of them uses no
 * more memory and does not delay other clients for long. Returns undefined if too many requests wait.
 */
function createOpener(limits: QueueLimits) {
  const held = createLruCache<PinnedTree>(OPEN_BYTES, ({ bytes }) => bytes);
  const opening = new Map<string, Promise<PinnedTree>>();
  const enqueue = createWorkQueue(limits);
  let latest: PinStore;

  async function openOne(found: PinnedSnapshot, tree: LoadedTree): Promise<PinnedTree> {
    const opened = await openPinned(found, tree.snapshot, (hash, path) => latest.content(hash, path));
    held.set(found.record, opened);
    return opened;
  }

  return (client: string, found: PinnedSnapshot, tree: LoadedTree, store: PinStore) => {
    latest = store;
    const key = found.record;
    const ready = held.get(key) ?? opening.get(key);
    if (ready) return ready;
    const opened = enqueue(client, () => openOne(found, tree))?.finally(() => opening.delete(key));
    if (opened) opening.set(key, opened);
    return opened;
  };
}

/** The older snapshots that a tree has kept. */
interface PinStore {
  find: (id: string) => PinnedSnapshot | undefined;
  /** `as_of` of the oldest snapshot, ms since 1970 UTC. */
  since: number | undefined;
  content: PinContent;
}

/** Opens the pins of successive trees in a folder. Pins of the previous tree that are open stay open. */
function createPinReader(cache: ByteCache): (tree: LoadedTree) => Promise<PinStore> {
  let open = new Map<string, OpenPin>();
  let of: { tree: LoadedTree; store: Promise<PinStore> } | undefined;

  async function read(tree: LoadedTree): Promise<PinStore> {
    const paths = unindexedFiles(NODE_FILE_SYSTEM, tree.dir, UNINDEXED.pins);
    const found = await Promise.all(paths.map(async (path) => open.get(path) ?? openPin(tree.dir, path)));
    open = new Map(found.flatMap((pin) => (pin ? [[pin.path, pin]] : [])));
    return storeOf(tree, [...open.values()], cache);
  }

  return (tree) => {
    if (of?.tree !== tree) of = { tree, store: read(tree) };
    return of.store;
  };
}

function storeOf(tree: LoadedTree, pins: readonly OpenPin[], cache: ByteCache): PinStore {
  const here = new Map<string, IndexEntry>();
  for (const entry of tree.files.values()) here.set(entry.sha256, entry);

  async function encoded(hash: string) {
    for (const { path, table } of pins) {
      const object = table.find(hash);
      const blob = object && (await readBlob(tree.dir, path, object));
      if (blob) return { blob, bytes: object.bytes };
    }
    return undefined;
  }

  async function make(hash: string): Promise<Buffer | undefined> {
    const entry = here.get(hash);
    const there = entry && (await readNamed(tree.dir, entry));
    if (there) return there;
    // A pin that is being replaced or is damaged gives other bytes, or none.
    const made = await pinContent(hash, encoded, NODE_PIN_TOOLS).catch(() => undefined);
    return made && sha256(made) === hash ? Buffer.from(made.buffer, made.byteOffset, made.length) : undefined;
  }

  const snapshots = pins.flatMap(({ table }) => table.snapshots);
  // If the same snapshot was current at two times, the later time counts.
  const byId = new Map(snapshots.toSorted((a, b) => a.supersededAt - b.supersededAt).map((one) => [one.id, one]));
  return {
    find: (id) => byId.get(id),
    since: oldestOf(snapshots),
    content: (hash) => cache.get(hash, () => make(hash)),
  };
}
