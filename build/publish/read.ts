import { createHash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { SIGNATURE_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import type { ParsedFile } from "../tree/index-section.ts";
import { readIndex, readRecord, type Sections } from "../tree/read.ts";
import { unpublishable } from "./target.ts";

/** The tree to be published. */
export interface LocalTree {
  dir: string;
  snapshot: SnapshotRecord;
  recordBytes: Buffer;
  signature: Buffer | undefined;
  sections: Sections;
  /** The files of the index. */
  index: readonly ParsedFile[];
}

/** @throws UserError `tree-missing`, `tree-damaged` */
export async function readLocalTree(dir: string): Promise<LocalTree> {
  const { snapshot, recordBytes } = await readRecord(dir);
  const { sections, files: index } = await readIndex(dir, snapshot);
  const signature = readPlain(dir, SIGNATURE_FILE);
  return { dir, snapshot, recordBytes: Buffer.from(recordBytes), signature, sections, index };
}

/** The content of a regular file; undefined if there is none, or a part of its path is a symbolic link. */
export function readPlain(dir: string, path: string): Buffer | undefined {
  try {
    const file = join(realpathSync.native(dir), path);
    if (realpathSync.native(file) !== file || !lstatSync(file).isFile()) return undefined;
    return readFileSync(file);
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** A file of the index, or a variant of it, to be sent. */
export interface IndexedFile {
  entry: IndexEntry;
  encoding: "br" | "gzip" | undefined;
}

/** The path at the target. */
export function pathOf({ entry, encoding }: IndexedFile): string {
  return encoding ? entry.path + VARIANT_SUFFIX[encoding] : entry.path;
}

/** The content of a file to be sent. Content that does not match the index is never sent. @throws UserError `tree-damaged` */
export function readIndexed(dir: string, file: IndexedFile): Buffer {
  const path = pathOf(file);
  const bytes = readPlain(dir, path);
  if (!bytes) throw unpublishable(path, "is in the index but is not a regular file of the tree");
  const plain = file.encoding ? unpacked(bytes, file.encoding, file.entry.bytes) : bytes;
  if (plain && sha256(plain) === file.entry.sha256) return bytes;
  throw unpublishable(path, file.encoding ? `does not unpack to ${file.entry.path}` : "does not match the index");
}

function unpacked(bytes: Buffer, encoding: "br" | "gzip", size: number): Buffer | undefined {
  try {
    return (encoding === "br" ? brotliDecompressSync : gunzipSync)(bytes, { maxOutputLength: size + 1 });
  } catch {
    return undefined;
  }
}

/** The ETag that stores compute for an object that was sent in one piece: its MD5. */
export function md5Etag(bytes: Uint8Array): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}
