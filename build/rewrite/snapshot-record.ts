import { malformedMember, type ShardManifest, type SnapshotRecord, type Unchecked } from "../contract/wire/snapshot.ts";
import { readText, ShardError } from "./shards/binary.ts";

const SHARD_PATH = /^shards\/[0-9a-f]{64}\.(?:bin|json)$/;

/**
 * Parses `snapshot.json` and checks everything on which answers depend. The path of a shard must be `shards/{hash}.…`, so that a
 * manipulated record cannot make a host read other files.
 *
 * @throws ShardError
 */
export function readSnapshotRecord(bytes: Uint8Array): SnapshotRecord {
  const record = parse(bytes);
  const malformed = malformedMember(record);
  if (malformed) throw fault(malformed);
  const shards = record?.shards as Unchecked<ShardManifest>;
  checkPath(shards?.names, "names");
  for (const name of ["columns", "places", "ids"] as const) {
    const list = shards?.[name];
    if (!Array.isArray(list)) throw fault(name);
    list.forEach((path, at) => {
      checkPath(path, name, at);
    });
  }
  if (shards?.packs !== undefined) checkPath(shards.packs, "packs");
  for (const name of ["days", "results"] as const) {
    const list = shards?.[name];
    if (!Array.isArray(list)) throw fault(name);
    list.forEach((entry: Unchecked<ShardManifest["days"][number]>, at) => {
      checkPath(entry?.path, name, at);
      if (!isCount(entry?.records) || !isCount(entry?.bytes)) throw fault(`${name} counts`, at);
    });
  }
  return record as SnapshotRecord;
}

function fault(what: string, ...numbers: number[]): ShardError {
  return new ShardError("snapshot", what, ...numbers);
}

function parse(bytes: Uint8Array): Unchecked<SnapshotRecord> {
  try {
    return JSON.parse(readText("snapshot", bytes));
  } catch {
    throw fault("json");
  }
}

function checkPath(path: unknown, name: string, ...at: number[]): void {
  if (typeof path !== "string" || !SHARD_PATH.test(path)) throw fault(`${name} path`, ...at);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
