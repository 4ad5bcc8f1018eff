import { createLruCache } from "../../platform/lru-cache.ts";
import { applyDifference } from "../../tree/history/deltas/difference.ts";
import { type PinBlob, type PinTools, pinContent } from "../../tree/history/pins/content.ts";
import type { OpenSnapshot } from "../handle.ts";
import { oldestOf, openPinned, type PinContent, type PinnedTree, pinnedFile } from "../pinned/pinned-tree.ts";
import { platformDigest } from "../tree-index.ts";
import { type AssetTree, forOneRequest, type ReadAsset } from "./asset-tree.ts";
import { findObject, PIN_LIST, PIN_OBJECTS, type PinList } from "./pin-list.ts";

/** The older snapshots that were deployed with a Worker. */
export interface WorkerPins {
  /**
   * An opened older snapshot for one request, whose files are not compressed; undefined if it is unknown.
   *
   * @throws SnapshotError if a part of it no longer exists
   */
  open: (id: string, tree: AssetTree, read: ReadAsset) => Promise<OpenSnapshot | undefined>;
  /** `as_of` of the oldest one, ms since 1970 UTC. */
  since: (tree: AssetTree, read: ReadAsset) => Promise<number | undefined>;
}

/** Memory limit for pins, bytes. An isolate has 128 MB in total. */
const PINS = 16_000_000;
const CONTENTS = 12_000_000;
const OPENED = 24_000_000;

interface Listed extends PinList {
  objects: Uint8Array;
}

const NONE: Listed = { pins: [], snapshots: [], objects: new Uint8Array(0) };

function sizeOf(bytes: Uint8Array): number {
  return bytes.length;
}

/** Requests of an isolate share loaded contents, but not pending reads (see `forOneRequest`). */
export function createWorkerPins(): WorkerPins {
  let listed: { identity: string; list: Listed } | undefined;
  /** The current pins. They also have the contents that the tree has lost since a snapshot was opened. */
  let latest: PinContent | undefined;
  const digest = platformDigest();
  const files = createLruCache(PINS, sizeOf);
  const contents = createLruCache(CONTENTS, sizeOf);
  const opened = createLruCache<PinnedTree>(OPENED, ({ bytes }) => bytes);

  async function list({ identity }: AssetTree, read: ReadAsset): Promise<Listed> {
    if (listed?.identity === identity) return listed.list;
    const [text, objects] = await Promise.all([read(PIN_LIST), read(PIN_OBJECTS)]);
    const found = text && objects ? { ...(JSON.parse(new TextDecoder().decode(text)) as PinList), objects } : NONE;
    listed = { identity, list: found };
    return found;
  }

  async function blobOf({ pins, objects }: Listed, sha256: string, read: ReadAsset): Promise<PinBlob | undefined> {
    const place = findObject(objects, sha256);
    const path = place && pins[place.pin];
    const file = path === undefined ? undefined : (files.get(path) ?? (await read(path)));
    if (!place || path === undefined || !file) return undefined;
    files.set(path, file);
    return { blob: file.subarray(place.offset, place.offset + place.length), bytes: place.bytes };
  }

  function contentOf(now: Listed, read: ReadAsset): PinContent {
    return async (sha256, path) => {
      const kept = contents.get(sha256);
      if (kept) return kept;
      const isRight = async (bytes: Uint8Array | undefined) => bytes && (await digest?.(bytes)) === sha256;
      const there = await read(path);
      const find = (hash: string) => blobOf(now, hash, read);
      const found = (await isRight(there)) ? there : await pinContent(sha256, find, TOOLS).catch(() => undefined);
      if (!found || !(await isRight(found))) return undefined;
      contents.set(sha256, found);
      return found;
    };
  }

  return {
    async open(id, tree, read) {
      const now = await list(tree, read);
      const [first, ...others] = now.snapshots.filter((one) => one.id === id);
      if (!first) return undefined;
      // If the same snapshot was current at two times, the later time counts.
      const found = others.reduce((a, b) => (b.supersededAt > a.supersededAt ? b : a), first);
      const content = contentOf(now, read);
      latest = content;
      const late: PinContent = async (sha256, path) => latest?.(sha256, path);
      const held = opened.get(found.record) ?? (await openPinned(found, tree.snapshot, late));
      opened.set(found.record, held);
      return { snapshot: forOneRequest(held.snapshot), find: ({ path }) => pinnedFile(held, path, content) };
    },
    async since(tree, read) {
      return oldestOf((await list(tree, read)).snapshots);
    },
  };
}

const TOOLS: PinTools = { inflate, applyDifference };

async function inflate(packed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream();
  const reader = stream.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const whole = new Uint8Array(maxBytes);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole.subarray(0, at);
    if (at + value.length > maxBytes) throw new RangeError("a pin unpacks to more than it says");
    whole.set(value, at);
    at += value.length;
  }
}
