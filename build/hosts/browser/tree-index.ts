import type { IndexEntry, IndexSection, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { shardReader } from "../../rewrite/read-shard.ts";
import { SNAPSHOT_FILE } from "../../rewrite/snapshot.ts";
import { readSnapshotRecord } from "../../rewrite/snapshot-record.ts";

export type Entries = ReadonlyMap<string, IndexEntry>;

/** SHA-256 of bytes in lower-case hex digits. */
export type Digest = (bytes: Uint8Array) => Promise<string>;

/** That of the runtime; undefined where there is none: browsers have it for pages from `https:` and this machine only. */
export function platformDigest(): Digest | undefined {
  const subtle: typeof crypto.subtle | undefined = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  return async (bytes) => {
    const hash = new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}

/**
 * Reads `snapshot.json`.
 *
 * @throws SnapshotError where it is missing or malformed
 */
export function readRecord(bytes: Uint8Array | undefined): Promise<SnapshotRecord> {
  return shardReader({ read: async () => bytes })(SNAPSHOT_FILE, readSnapshotRecord);
}

/** The section of the index that names an answer. */
export function sectionOf(path: string): string {
  if (path.startsWith("q/")) return "q";
  return path.startsWith("api/v1/earthquakes/") ? "earthquakes" : "api";
}

/** What the record says of a section of the index; undefined where it names none of that name. */
export function sectionNamed(record: SnapshotRecord, name: string): IndexSection | undefined {
  return record.index.find((section) => section.name === name);
}

/** Reads a section whose hash has been checked: it is as it was written. */
export function readSection(bytes: Uint8Array): Entries {
  const entries = JSON.parse(new TextDecoder().decode(bytes)) as IndexEntry[];
  return new Map(entries.map((entry) => [entry.path, entry]));
}
