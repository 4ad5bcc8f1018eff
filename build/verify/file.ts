import { etagOf } from "../contract/wire/etag.ts";
import { type IndexEntry, SNAPSHOT_FILE, type SnapshotRecord } from "../contract/wire/snapshot.ts";
import { unpack } from "../platform/compress.ts";
import { sha256 } from "../platform/hash.ts";
import { type Fault, VARIANT_SUFFIX } from "../tree/file.ts";
import { readInsideSync } from "../tree/read.ts";

/** Checks the content of a file with the right hash; returns its fault, or undefined. */
export type ContentCheck = (path: string, bytes: Uint8Array) => string | undefined;

/** Reads a file of the index and its variants, each once. */
export function fileFaults(dir: string, entry: IndexEntry, check?: ContentCheck): Fault[] {
  const bytes = readInsideSync(dir, entry.path);
  if (!bytes) return [missing(entry)];
  const faults = contentFaults(entry, bytes, check);
  if (faults[0]?.kind === "changed") return faults;
  const variants = entry.encodings.flatMap((encoding) => {
    const packed = readInsideSync(dir, entry.path + VARIANT_SUFFIX[encoding]);
    const isSame = packed && unpacksTo(packed, encoding, bytes);
    return variantFault(entry, encoding, packed, isSame);
  });
  return [...variants, ...faults];
}

/** Whether a host can load the tree: no fault in record, index and shards. */
export function canBeLoaded(faults: readonly Fault[]): boolean {
  return !faults.some(({ path, kind }) => kind === "record" || (kind !== "stray" && path.startsWith("shards/")));
}

export function contentFaults(entry: IndexEntry, bytes: Uint8Array, check?: ContentCheck): Fault[] {
  const { path } = entry;
  const changed = changeOf(entry, bytes);
  if (changed) return [{ path, kind: "changed", message: changed }];
  const message = check && attempt(() => check(path, bytes));
  return message ? [{ path, kind: "content", message }] : [];
}

function changeOf(entry: IndexEntry, bytes: Uint8Array): string | undefined {
  if (bytes.length !== entry.bytes) return `has ${bytes.length} bytes, the index states ${entry.bytes}`;
  if (sha256(bytes) !== entry.sha256) return "does not have the SHA-256 of the index";
  if (etagOf(bytes) !== entry.etag) return "does not have the ETag of the index";
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
  const absent = `is missing; the index names a ${encoding} variant`;
  if (!packed) return [{ path, kind: "missing", message: absent }];
  return isSame === true ? [] : [{ path, kind: "variant", message: `does not unpack to ${plain}` }];
}

function unpacksTo(packed: Buffer, encoding: "br" | "gzip", bytes: Buffer): boolean {
  try {
    return unpack(packed, encoding, bytes.length).equals(bytes);
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

/** Checks that the shards of a snapshot are in its index, immutable, and named by their hash. */
export function recordFaults(snapshot: SnapshotRecord, entries: readonly IndexEntry[]): Fault[] {
  const files = new Map(entries.map((entry) => [entry.path, entry]));
  const faults = namedShards(snapshot.shards).flatMap(({ path, bytes }) => {
    const entry = files.get(path);
    if (!entry) return [`names the shard ${path}, which no index section has`];
    if (bytes !== undefined && bytes !== entry.bytes) return [`states ${bytes} bytes for ${path}, the index ${entry.bytes}`];
    if (entry.cache !== "immutable") return [`names the shard ${path}, which is not immutable`];
    if (!path.includes(entry.sha256)) return [`names the shard ${path}, whose hash is ${entry.sha256}`];
    return [];
  });
  return faults.map((message) => ({ path: SNAPSHOT_FILE, kind: "record", message }));
}

/**
 * Checks that the shards and the files of the archive that are kept for readers of older snapshots are named by their hash: readers
 * request them by name only.
 */
export function keptFaults(kept: readonly IndexEntry[]): Fault[] {
  return kept.flatMap(({ path, sha256, cache }): Fault[] => {
    const fault = (message: string): Fault[] => [{ path, kind: "record", message }];
    if (!/^(?:shards|archive)\//.test(path)) return fault("is kept for older snapshots but is neither a shard nor in the archive");
    if (!path.includes(sha256)) return fault(`is kept under a name that is not its hash, ${sha256}`);
    return cache === "immutable" ? [] : fault("is kept for older snapshots but is not immutable");
  });
}

/** Every path in the manifest, with any kinds of shards: the tree does not depend on earthquakes. */
function namedShards(manifest: object): { path: string; bytes?: number }[] {
  return Object.values(manifest).flatMap((value: unknown) => {
    if (typeof value === "string") return [{ path: value }];
    if (Array.isArray(value)) return value.map((one: unknown) => (typeof one === "string" ? { path: one } : one)).filter(isNamed);
    return isNamed(value) ? [value] : [];
  });
}

function isNamed(value: unknown): value is { path: string; bytes?: number } {
  return typeof value === "object" && value !== null && typeof (value as { path?: unknown }).path === "string";
}
