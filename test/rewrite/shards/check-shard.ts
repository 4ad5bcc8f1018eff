import type { ShardManifest } from "../../../build/contract/wire/snapshot.ts";
import { readText, ShardError } from "../../../build/rewrite/shards/binary.ts";
import { readColumns } from "../../../build/rewrite/shards/columns.ts";
import { readIds } from "../../../build/rewrite/shards/ids.ts";
import { readNames } from "../../../build/rewrite/shards/names.ts";
import { readPacks } from "../../../build/rewrite/shards/packs.ts";
import { readPlaces } from "../../../build/rewrite/shards/places.ts";

/**
 * The fault of a shard, or undefined. Each shard is checked alone. Whether columns, records and manifest agree is checked when the
 * snapshot is opened and preloaded.
 *
 * @param path of a shard in the manifest; other paths have no reader and count as valid
 */
export function checkShard(manifest: ShardManifest, path: string, bytes: Uint8Array): string | undefined {
  try {
    checkByReader(manifest, path, bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ShardError) return error.message;
    throw error;
  }
}

function checkByReader(manifest: ShardManifest, path: string, bytes: Uint8Array): void {
  if (manifest.columns.includes(path)) readColumns(bytes);
  if (manifest.places.includes(path)) readPlaces(bytes);
  if (path === manifest.names) readNames(bytes);
  if (manifest.ids.includes(path)) readIds(bytes);
  if (path === manifest.packs) readPacks(bytes);
  for (const list of [manifest.days, manifest.results]) {
    const entry = list.find((candidate) => candidate.path === path);
    if (entry) checkRecordShard(entry, bytes);
  }
}

function checkRecordShard(entry: { records: number; bytes: number }, bytes: Uint8Array): void {
  if (bytes.length !== entry.bytes) throw fault("length", bytes.length, entry.bytes);
  const text = readText("records", bytes);
  let records: unknown;
  try {
    records = JSON.parse(text);
  } catch {
    throw fault("json");
  }
  if (!Array.isArray(records)) throw fault("array");
  if (records.length !== entry.records) throw fault("count", records.length, entry.records);
  if (JSON.stringify(records) !== text) throw fault("canonical");
}

function fault(what: string, ...numbers: number[]): ShardError {
  return new ShardError("records", what, ...numbers);
}
