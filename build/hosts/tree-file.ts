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

/** Files up to this size are read whole, checked by their hash and cached. Larger ones are streamed. Bytes. */
const WHOLE = 1_000_000;

/** The bytes of a file in one encoding: in memory, or as an open handle, which the caller closes. */
export type Content = { size: number } & ({ bytes: Uint8Array } | { handle: FileHandle });

/**
 * A file of the tree as the loaded index describes it; undefined if the folder now has another version.
 *
 * @param encoding of the variant to read; undefined for the plain file
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

async function readChecked(dir: string, entry: IndexEntry, encoding: Encoding | undefined): Promise<Buffer | undefined> {
  const bytes = await readInside(dir, pathOf(entry, encoding));
  if (!bytes) return undefined;
  // The index has the hash of the plain file only, because a variant depends on the version of the compressor.
  const plain = encoding ? await unpack(bytes, encoding, entry.bytes) : bytes;
  return plain && sha256(plain) === entry.sha256 ? bytes : undefined;
}

const UNPACK = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

async function unpack(bytes: Buffer, encoding: Encoding, size: number): Promise<Buffer | undefined> {
  // One byte more than expected is enough to detect excess.
  return UNPACK[encoding](bytes, { maxOutputLength: size + 1 }).catch(() => undefined);
}

async function openLarge(tree: LoadedTree, entry: IndexEntry, encoding: Encoding | undefined): Promise<Content | undefined> {
  const handle = await openInside(tree.dir, pathOf(entry, encoding));
  if (!handle) return undefined;
  const { size } = await handle.stat();
  // The file was opened before this check. If the folder has the loaded tree now, it had the same tree when the file was opened.
  const same = (await identityOf(tree.dir)) === tree.identity && (encoding !== undefined || size === entry.bytes);
  if (same) return { size, handle };
  await handle.close();
  return undefined;
}

function pathOf(entry: IndexEntry, encoding: Encoding | undefined): string {
  return encoding ? entry.path + VARIANT_SUFFIX[encoding] : entry.path;
}
