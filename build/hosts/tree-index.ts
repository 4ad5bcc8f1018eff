import type { IndexLine } from "../contract/wire/index-part.ts";
import { type IndexSection, SNAPSHOT_FILE, type SnapshotRecord } from "../contract/wire/snapshot.ts";
import { shardReader } from "../rewrite/record-shards.ts";
import { readSnapshotRecord } from "../rewrite/snapshot.ts";

/** SHA-256 of bytes in lower-case hex digits. */
export type Digest = (bytes: Uint8Array) => Promise<string>;

/** The digest of the runtime; undefined if there is none. Browsers provide it only in secure contexts. */
export function platformDigest(): Digest | undefined {
  const subtle: typeof crypto.subtle | undefined = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  return async (bytes) => {
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the types of browsers need it
    const hash = new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}

/** Reads `snapshot.json`. @throws SnapshotError if it is missing or malformed */
export function readSnapshotFile(bytes: Uint8Array | undefined): Promise<SnapshotRecord> {
  return shardReader({ read: async () => bytes })(SNAPSHOT_FILE, readSnapshotRecord);
}

/** The section of the index that lists an answer. */
export function sectionOf(path: string): string {
  if (path.startsWith("q/")) return "q";
  return path.startsWith("api/v1/earthquakes/") ? "earthquakes" : "api";
}

/** The entry of a section in the record; undefined if there is none. */
export function sectionNamed(record: SnapshotRecord, name: string): IndexSection | undefined {
  return record.index.find((section) => section.name === name);
}

/** `shards/{hash}.bin` → `{hash}`. The record is accepted only if all shards are named like this. */
export function hashOfShard(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
}

/** Parses a file of the index whose hash has been checked. */
export function readLines(bytes: Uint8Array): readonly IndexLine[] {
  return JSON.parse(new TextDecoder().decode(bytes)) as IndexLine[];
}
