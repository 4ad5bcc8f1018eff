import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { type Encoding, etagOf } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { compressAs, SMALLEST_COMPRESSED } from "../platform/compress.ts";
import { sha256 } from "../platform/hash.ts";
import { createShared } from "../platform/lists.ts";
import { createLruCache } from "../platform/lru-cache.ts";
import { VARIANT_SUFFIX } from "../tree/file.ts";
import { openInside, readInside, readNamed } from "../tree/read.ts";
import { BESIDE_INDEX, replacedFile } from "../tree/unindexed.ts";
import type { Content, HostFile } from "./file-answer.ts";
import type { LoadedTree } from "./load-tree.ts";

/** Files up to this size are read whole, checked by their hash and cached. Larger ones are streamed. Bytes. */
const WHOLE = 1_000_000;

/** Longest time for which a file that no index lists may be absent while it is replaced, ms. */
const SWAP = 50;

/**
 * A file of the tree as the loaded index describes it, or one that no index lists; undefined if there is none.
 *
 * @param path tree-relative
 */
export function findFile(tree: LoadedTree, path: string, cache: ByteCache): Promise<HostFile | undefined> | HostFile | undefined {
  if (BESIDE_INDEX.some((kind) => kind.isFile(path))) return unindexedFile(tree.dir, path);
  const entry = tree.files.get(path);
  if (!entry) return undefined;
  if (!isCompressedOnDemand(entry)) return { ...entry, read: (encoding) => readContent(tree, entry, encoding, cache) };
  return { ...entry, encodings: ["br", "gzip"], read: (encoding) => readContent(tree, entry, encoding, cache, compressedFile) };
}

/** Pages of single earthquakes have no variants in the tree, which would be two more files for each. */
function isCompressedOnDemand({ path, bytes, encodings }: IndexEntry): boolean {
  return encodings.length === 0 && bytes >= SMALLEST_COMPRESSED && bytes <= WHOLE && path.endsWith(".html");
}

async function compressedFile(dir: string, entry: IndexEntry, encoding: Encoding | undefined): Promise<Buffer | undefined> {
  const plain = await readNamed(dir, entry);
  return plain && encoding ? Buffer.from(await compressAs(encoding, entry.path, plain, entry.cache)) : plain;
}

async function readContent(
  tree: LoadedTree,
  entry: IndexEntry,
  encoding: Encoding | undefined,
  cache: ByteCache,
  read: typeof readChecked = readChecked,
) {
  if (entry.bytes > WHOLE) return openLarge(tree, entry, encoding);
  const bytes = await cache.get(`${entry.sha256} ${encoding}`, () => read(tree.dir, entry, encoding));
  return bytes && { size: bytes.length, bytes };
}

async function unindexedFile(dir: string, path: string): Promise<HostFile | undefined> {
  const handle = (await openInside(dir, path)) ?? (await delay(SWAP).then(() => openInside(dir, path)));
  if (!handle) return undefined;
  const { size, etag } = await orClosed(handle, etagOfFile(path, handle));
  return { etag, bytes: size, encodings: [], read: () => streamed(handle, size), close: () => handle.close() };
}

/** Remembers what was found in a file that was read whole. @param isKept whether the file at a place need not be read again */
function readOnce<Value>(
  isKept: (value: Value) => boolean,
): (place: string, identity: string, look: () => Promise<Value>) => Promise<Value> {
  const known = createLruCache<{ identity: string; value: Value }>(1_000, () => 1);
  const shared = createShared<Value>();
  return async (place, identity, look) => {
    const before = known.get(place);
    if (before?.identity === identity) return before.value;
    const value = await shared(`${place} ${identity}`, look);
    if (isKept(value)) known.set(place, { identity, value });
    return value;
  };
}

const etagAt = readOnce<string>(() => true);

async function etagOfFile(path: string, handle: FileHandle): Promise<{ size: number; etag: string }> {
  const { size, identity } = await identityOf(handle);
  return { size, etag: await etagAt(path, identity, async () => etagOf(await handle.readFile())) };
}

async function orClosed<Result>(handle: FileHandle, reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function identityOf(handle: FileHandle): Promise<{ size: number; identity: string }> {
  const { ino, mtimeNs, size } = await handle.stat({ bigint: true });
  return { size: Number(size), identity: `${ino} ${mtimeNs} ${size}` };
}

function streamed(handle: FileHandle, size: number): Content {
  return { size, chunks: (first, last) => handle.createReadStream({ start: first, end: last }), close: () => handle.close() };
}

async function readChecked(dir: string, entry: IndexEntry, encoding: Encoding | undefined): Promise<Buffer | undefined> {
  if (!encoding) return readNamed(dir, entry);
  const bytes = await readInside(dir, pathOf(entry, encoding));
  if (bytes && (await isVariant(bytes, entry, encoding))) return bytes;
  // While the file is replaced, only its plain bytes are kept.
  const plain = await readInside(dir, replacedFile(entry.sha256));
  if (!plain || sha256(plain) !== entry.sha256) return undefined;
  return Buffer.from(await compressAs(encoding, entry.path, plain, entry.cache));
}

/** The index has the hash of the plain file only, because a variant depends on the version of the compressor. */
async function isVariant(bytes: Buffer, entry: IndexEntry, encoding: Encoding): Promise<boolean> {
  const plain = await unpack(bytes, encoding, entry.bytes);
  return plain !== undefined && sha256(plain) === entry.sha256;
}

const UNPACK = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

async function unpack(bytes: Buffer, encoding: Encoding, size: number): Promise<Buffer | undefined> {
  // One byte more than expected is enough to detect excess.
  return UNPACK[encoding](bytes, { maxOutputLength: size + 1 }).catch(() => undefined);
}

async function openLarge({ dir }: LoadedTree, entry: IndexEntry, encoding: Encoding | undefined): Promise<Content | undefined> {
  const place = join(dir, pathOf(entry, encoding));
  const handle = await openInside(dir, pathOf(entry, encoding));
  if (handle) {
    const size = await orClosed(handle, checkedSize(handle, place, entry, encoding));
    if (size !== undefined) return streamed(handle, size);
    await handle.close();
  }
  const bytes = await readChecked(dir, entry, encoding);
  return bytes && { size: bytes.length, bytes };
}

const isRightAt = readOnce<boolean>((isRight) => isRight);

/** The size of a large file; undefined if it is not that of the index. */
async function checkedSize(
  handle: FileHandle,
  place: string,
  entry: IndexEntry,
  encoding: Encoding | undefined,
): Promise<number | undefined> {
  const { size, identity } = await identityOf(handle);
  const isRight = await isRightAt(place, `${entry.sha256} ${identity}`, () => isLarge(handle, size, entry, encoding));
  return isRight ? size : undefined;
}

/** Whether an open file is that of the index. Its position stays at the beginning. */
async function isLarge(handle: FileHandle, size: number, entry: IndexEntry, encoding: Encoding | undefined): Promise<boolean> {
  if (!encoding && size !== entry.bytes) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  const bytes = buffer.subarray(0, bytesRead);
  return encoding ? isVariant(bytes, entry, encoding) : sha256(bytes) === entry.sha256;
}

function pathOf(entry: IndexEntry, encoding: Encoding | undefined): string {
  return encoding ? entry.path + VARIANT_SUFFIX[encoding] : entry.path;
}

/** Bytes by key. If there are too many, the least recently used are evicted first. */
export interface ByteCache {
  /** The bytes of a key, made if they are not cached. Concurrent callers share the work. Undefined is not cached. */
  get: (key: string, make: () => Promise<Buffer | undefined>) => Promise<Buffer | undefined>;
}

/** Estimated overhead of an entry, bytes. */
const OVERHEAD = 256;

/** @param limit total size, bytes */
export function createByteCache(limit: number): ByteCache {
  const held = createLruCache<Buffer>(limit, (bytes) => bytes.length + OVERHEAD);
  const shared = createShared<Buffer | undefined>();

  return {
    async get(key, make) {
      const made = async () => {
        const bytes = await make();
        if (bytes) held.set(key, bytes);
        return bytes;
      };
      return held.get(key) ?? shared(key, made);
    },
  };
}
