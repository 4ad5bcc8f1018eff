import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { Encoding } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { pack } from "../platform/compress.ts";
import { sha256 } from "../platform/hash.ts";
import { VARIANT_SUFFIX } from "../tree/file.ts";
import { openInside, readInside, readNamed } from "../tree/read.ts";
import { replacedFile } from "../tree/unindexed.ts";
import type { ByteCache } from "./byte-cache.ts";
import type { LoadedTree } from "./load-tree.ts";

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
  if (!encoding) return readNamed(dir, entry);
  const bytes = await readInside(dir, pathOf(entry, encoding));
  if (bytes && (await isVariant(bytes, entry, encoding))) return bytes;
  // While the file is replaced, only its plain bytes are kept.
  const plain = await readInside(dir, replacedFile(entry.sha256));
  if (!plain || sha256(plain) !== entry.sha256) return undefined;
  return Buffer.from(await pack(encoding, entry.path, plain, entry.cache));
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

/** The large file that was checked last at a place: its hash, inode, time and size. */
const checked = new Map<string, string>();

/** Checks a large file once, and later only whether it is still the same file. */
async function openLarge({ dir }: LoadedTree, entry: IndexEntry, encoding: Encoding | undefined): Promise<Content | undefined> {
  const path = pathOf(entry, encoding);
  const handle = await openInside(dir, path);
  if (handle) {
    const { ino, mtimeNs, size } = await handle.stat({ bigint: true });
    const [place, identity] = [`${dir} ${path}`, `${entry.sha256} ${ino} ${mtimeNs} ${size}`];
    if (checked.get(place) === identity || (await isLarge(handle, Number(size), entry, encoding))) {
      checked.set(place, identity);
      return { size: Number(size), handle };
    }
    await handle.close();
  }
  const bytes = await readChecked(dir, entry, encoding);
  return bytes && { size: bytes.length, bytes };
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
