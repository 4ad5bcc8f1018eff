import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { type Fault, SNAPSHOT_FILE } from "../tree/file.ts";

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
