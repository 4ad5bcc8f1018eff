import { pack } from "../../platform/compress.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import type { BodyReply, FileReply } from "../../rewrite/reply.ts";
import type { PinnedSnapshot } from "../../tree/history/pins/table.ts";
import { createByteCache } from "../byte-cache.ts";
import type { HostFile } from "../complete.ts";
import type { OpenSnapshot } from "../handle.ts";
import { busy } from "../host-problems.ts";
import type { LoadedTree } from "../load-tree.ts";
import { createWorkQueue, type QueueLimits } from "../work-queue.ts";
import { openPinned, type PinnedTree } from "./pinned-tree.ts";
import { createPinReader, type PinStore } from "./store.ts";

/** The older snapshots of the trees of a folder. */
export interface PinnedHost {
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
      return opened ? { snapshot: opened.snapshot, find: (reply) => fileIn(opened, reply, store) } : busy("opening other snapshots");
    },
    async since(tree) {
      return (await storeOf(tree)).since;
    },
  };
}

async function fileIn({ file }: PinnedTree, { path }: FileReply, { content }: PinStore): Promise<HostFile | undefined> {
  const entry = await file(path, content);
  return (
    entry && {
      ...entry,
      async read(encoding) {
        const plain = await content(entry.sha256, path);
        const bytes = plain && encoding ? await pack(encoding, path, plain, entry.cache) : plain;
        return bytes && { size: bytes.length, bytes };
      },
    }
  );
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
    const opened = await openPinned(found, tree.snapshot, (sha256, path) => latest.content(sha256, path));
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
