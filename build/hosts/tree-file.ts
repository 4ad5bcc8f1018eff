import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { Encoding } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { VARIANT_SUFFIX } from "../tree/file.ts";
import { openInside, readInside } from "../tree/read.ts";
import type { ByteCache } from "./byte-cache.ts";
import { identityOf, type LoadedTree } from "./load-tree.ts";

/** Files up to this size are read whole, checked by their hash and kept; larger ones are streamed. In bytes. */
const WHOLE = 1_000_000;

/** The bytes of a file in one encoding: in memory, or open for reading (whoever gets the handle closes it). */
export type Content = { size: number } & ({ bytes: Uint8Array } | { handle: FileHandle });

/**
 * A file of the tree as the loaded index describes it, or undefined where the folder has something else by now.
 *
 * @param encoding of the variant to read; the plain file where it is undefined
 */
export async function readContent(
  tree: LoadedTree,
  entry: IndexEntry,
  encoding: Encoding | undefined,
  cache: ByteCache,
): Promise<Content | undefined> {
  if (tree.read) {
    const read = await tree.read(entry, encoding);
    return read && { size: read.length, bytes: read };
  }
  if (entry.bytes > WHOLE) return openLarge(tree, entry, encoding);
  const bytes = await cache.get(`${entry.sha256} ${encoding}`, () => readChecked(tree.dir, entry, encoding));
  return bytes && { size: bytes.length, bytes };
}

async function readChecked(
  dir: string,
  entry: IndexEntry,
  encoding: Encoding | undefined,
): Promise<Buffer | undefined> {
  const bytes = await readInside(dir, pathOf(entry, encoding));
  if (!bytes) return undefined;
  // The index has no hash of a variant, which differs with the compressor's version; it has that of what it unpacks to.
  const plain = encoding ? await unpack(bytes, encoding, entry.bytes) : bytes;
  return plain && sha256(plain) === entry.sha256 ? bytes : undefined;
}

const UNPACK = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

async function unpack(bytes: Buffer, encoding: Encoding, size: number): Promise<Buffer | undefined> {
  // One byte more than there should be is enough to see that there are too many.
  return UNPACK[encoding](bytes, { maxOutputLength: size + 1 }).catch(() => undefined);
}

async function openLarge(
  tree: LoadedTree,
  entry: IndexEntry,
  encoding: Encoding | undefined,
): Promise<Content | undefined> {
  const handle = await openInside(tree.dir, pathOf(entry, encoding));
  if (!handle) return undefined;
  const { size } = await handle.stat();
  // Opened before the look at the record: a tree that is the loaded one now was it then.
  const same = (await identityOf(tree.dir)) === tree.identity && (encoding !== undefined || size === entry.bytes);
  if (same) return { size, handle };
  await handle.close();
  return undefined;
}

function pathOf(entry: IndexEntry, encoding: Encoding | undefined): string {
  return encoding ? entry.path + VARIANT_SUFFIX[encoding] : entry.path;
}
