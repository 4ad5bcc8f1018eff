import { webcrypto } from "node:crypto";
import { etagOf } from "../contract/wire/etag.ts";
import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { unpack, unpackBeside } from "../platform/compress.ts";
import { sha256 } from "../platform/hash.ts";
import type { Fault } from "../tree/fault.ts";
import { VARIANT_SUFFIX } from "../tree/file.ts";
import { readInside, readInsideSync } from "../tree/read.ts";

/** What looks at the content of a file that has the right hash: what is wrong with it, or undefined. */
export type ContentCheck = (path: string, bytes: Uint8Array) => string | undefined;

/** What is wrong with a file of the index, and with its variants. */
export function fileFaults(dir: string, entry: IndexEntry, check?: ContentCheck): Fault[] {
  const bytes = readInsideSync(dir, entry.path);
  if (!bytes) return [missing(entry)];
  const faults = contentFaults(entry, bytes, check);
  if (isChanged(faults)) return faults;
  const variants = entry.encodings.map((encoding) => {
    const packed = readInsideSync(dir, entry.path + VARIANT_SUFFIX[encoding]);
    return variantFault(
      entry,
      encoding,
      packed,
      packed && unpacksTo(bytes, () => unpack(packed, encoding, bytes.length + 1)),
    );
  });
  return [...variants.flat(), ...faults];
}

/**
 * The same for a large file: reading, hashing and unpacking go on in other threads, while the next is looked at. For small
 * ones a promise for each step costs more than the step.
 */
export async function largeFileFaults(dir: string, entry: IndexEntry, check?: ContentCheck): Promise<Fault[]> {
  const bytes = await readInside(dir, entry.path);
  if (!bytes) return [missing(entry)];
  const digest = await webcrypto.subtle.digest("SHA-256", new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  const faults = faultsOfHashed(entry, bytes, Buffer.from(digest).toString("hex"), check);
  if (isChanged(faults)) return faults;
  const variants: Fault[] = [];
  for (const encoding of entry.encodings) {
    const packed = await readInside(dir, entry.path + VARIANT_SUFFIX[encoding]);
    const unpacked: Buffer | undefined =
      packed && (await unpackBeside(packed, encoding, bytes.length + 1).catch(() => undefined));
    variants.push(...variantFault(entry, encoding, packed, unpacked?.equals(bytes)));
  }
  return [...variants, ...faults];
}

/** Whether nothing is wrong with what a host has to load before it can answer: record, index and shards. */
export function canBeLoaded(faults: readonly Fault[]): boolean {
  return !faults.some(({ path, kind }) => kind === "record" || (kind !== "stray" && path.startsWith("shards/")));
}

/** What is wrong with the bytes of a file of the index. */
export function contentFaults(entry: IndexEntry, bytes: Uint8Array, check?: ContentCheck): Fault[] {
  return faultsOfHashed(entry, bytes, bytes.length === entry.bytes ? sha256(bytes) : "", check);
}

function faultsOfHashed(entry: IndexEntry, bytes: Uint8Array, hash: string, check: ContentCheck | undefined): Fault[] {
  const { path } = entry;
  const changed = changeOf(entry, bytes, hash);
  if (changed) return [{ path, kind: "changed", message: changed }];
  const content = check && attempt(() => check(path, bytes));
  return content ? [{ path, kind: "content", message: content }] : [];
}

function isChanged(faults: readonly Fault[]): boolean {
  return faults.some(({ kind }) => kind === "changed");
}

function changeOf(entry: IndexEntry, bytes: Uint8Array, hash: string): string | undefined {
  if (bytes.length !== entry.bytes) return `has ${bytes.length} bytes, the index says ${entry.bytes}`;
  if (hash !== entry.sha256) return "has other bytes than the index says (SHA-256 differs)";
  if (etagOf(bytes) !== entry.etag) return "has another ETag than the index says";
  return undefined;
}

function missing({ path }: IndexEntry): Fault {
  return { path, kind: "missing", message: "is in the index but not in the tree" };
}

function variantFault(
  { path: plain }: IndexEntry,
  encoding: "br" | "gzip",
  packed: Buffer | undefined,
  isSame: boolean | undefined,
): Fault[] {
  const path = plain + VARIANT_SUFFIX[encoding];
  const absent = `is not there, though the index names a ${encoding} variant`;
  if (!packed) return [{ path, kind: "missing", message: absent }];
  return isSame === true ? [] : [{ path, kind: "variant", message: `does not unpack to ${plain}` }];
}

/** One byte more than there should be is enough to see that there are too many. */
function unpacksTo(bytes: Buffer, unpacked: () => Buffer): boolean {
  try {
    return unpacked().equals(bytes);
  } catch {
    return false;
  }
}

function attempt(check: () => string | undefined): string | undefined {
  try {
    return check();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
