import { lowerBound } from "../../platform/lists.ts";
import { createLruCache } from "../../platform/lru-cache.ts";
import { applyDifference } from "../../tree/history/deltas/difference.ts";
import {
  bytesOf,
  compareHashes,
  type PinBlob,
  type PinnedSnapshot,
  type PinObject,
  type PinTools,
  pinContent,
} from "../../tree/history/pins/table.ts";
import type { OpenSnapshot } from "../handle.ts";
import { oldestOf, openPinned, type PinContent, type PinnedTree, pinnedFile } from "../pinned/pinned-tree.ts";
import { platformDigest } from "../tree-index.ts";
import { type AssetTree, forOneRequest, type ReadAsset } from "./asset-tree.ts";

/** The list of deployed pins and their snapshots. */
export const PIN_LIST = "pins/list.json";
/** The table of contents: it maps each content to its pin. */
export const PIN_OBJECTS = "pins/objects.bin";

export interface PinList {
  /** Paths of the pins. */
  pins: readonly string[];
  snapshots: readonly PinnedSnapshot[];
}

/** The place of a content. */
interface PinPlace {
  /** Index in the list of pins. */
  pin: number;
  offset: number;
  length: number;
  /** Length of the content. */
  bytes: number;
}

const HASH = 32;
const OBJECT = HASH + 4 * 4;

/** Writes all objects, sorted by hash, 48 bytes each, with big-endian numbers: a binary search needs no parsing. */
export function writeObjects(objects: readonly (PinPlace & Pick<PinObject, "sha256">)[]): Uint8Array {
  const distinct = [...new Map(objects.map((object) => [object.sha256, object])).values()];
  const sorted = distinct.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const file = new Uint8Array(OBJECT * sorted.length);
  const view = new DataView(file.buffer);
  sorted.forEach(({ sha256, pin, offset, length, bytes }, row) => {
    file.set(bytesOf(sha256), OBJECT * row);
    [pin, offset, length, bytes].forEach((number, at) => view.setUint32(OBJECT * row + HASH + 4 * at, number));
  });
  return file;
}

/** Finds the place of a content; undefined if no pin has it. @param file as `writeObjects` wrote it */
function findObject(file: Uint8Array, sha256: string): PinPlace | undefined {
  const target = bytesOf(sha256);
  const count = Math.floor(file.length / OBJECT);
  const orderOf = (row: number) => compareHashes(file, OBJECT * row, target, 0);
  const row = lowerBound(0, count, (at) => orderOf(at) >= 0);
  return row < count && orderOf(row) === 0 ? placeAt(file, OBJECT * row + HASH) : undefined;
}

function placeAt({ buffer, byteOffset }: Uint8Array, at: number): PinPlace {
  const view = new DataView(buffer, byteOffset + at, 4 * 4);
  return { pin: view.getUint32(0), offset: view.getUint32(4), length: view.getUint32(8), bytes: view.getUint32(12) };
}

/** The older snapshots that were deployed with a Worker. */
export interface WorkerPins {
  /**
   * An opened older snapshot for one request, whose files are not compressed; undefined if it is unknown.
   *
   * @throws SnapshotError if a part of it no longer exists
   */
  open: (id: string, tree: AssetTree, read: ReadAsset) => Promise<OpenSnapshot | undefined>;
  /** `as_of` of the oldest one, ms since 1970 UTC. */
  since: (read: ReadAsset) => Promise<number | undefined>;
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
  let listed: Listed | undefined;
  const digest = platformDigest();
  const files = createLruCache(PINS, sizeOf);
  const contents = createLruCache(CONTENTS, sizeOf);
  const opened = createLruCache<PinnedTree>(OPENED, ({ bytes }) => bytes);

  async function list(read: ReadAsset): Promise<Listed> {
    if (listed) return listed;
    const [text, objects] = await Promise.all([read(PIN_LIST), read(PIN_OBJECTS)]);
    return (listed = text && objects ? { ...(JSON.parse(new TextDecoder().decode(text)) as PinList), objects } : NONE);
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
      const now = await list(read);
      const [first, ...others] = now.snapshots.filter((one) => one.id === id);
      if (!first) return undefined;
      // If the same snapshot was current at two times, the later time counts.
      const found = others.reduce((a, b) => (b.supersededAt > a.supersededAt ? b : a), first);
      const content = contentOf(now, read);
      const held = opened.get(found.record) ?? (await openPinned(found, tree.snapshot, content));
      opened.set(found.record, held);
      return { snapshot: forOneRequest(held.snapshot), find: ({ path }) => pinnedFile(held, path, content) };
    },
    async since(read) {
      return oldestOf((await list(read)).snapshots);
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
