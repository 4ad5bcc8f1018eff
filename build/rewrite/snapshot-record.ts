import type { ShardManifest, SnapshotRecord } from "../contract/snapshot.ts";
import { ShardError } from "../shards/shard-error.ts";

const SHARD_PATH = /^shards\/[0-9a-f]{64}\.(?:bin|json)$/;

/**
 * Reads `snapshot.json` and checks whatever an answer depends on. Shards have no other paths than `shards/{hash}.…`, so
 * that a record from elsewhere cannot make a host read other files.
 *
 * @throws ShardError
 */
export function readSnapshotRecord(bytes: Uint8Array): SnapshotRecord {
  const record = parse(bytes);
  if (record?.format !== 1) throw fault(`the format is ${JSON.stringify(record?.format)}; this reader knows 1`);
  if (typeof record.id !== "string" || !/^[0-9a-f]{16}$/.test(record.id)) throw fault("the id is not 16 hex digits");
  if (typeof record.as_of !== "string" || !isInstant(record.as_of)) throw fault("as_of is not an instant");
  checkManifest(record.shards);
  return record as SnapshotRecord;
}

function fault(what: string): ShardError {
  return new ShardError("snapshot", what);
}

/** A value of which nothing is known yet. */
type Unchecked<Shape> = { [Name in keyof Shape]?: unknown } | undefined | null;

function parse(bytes: Uint8Array): Unchecked<SnapshotRecord> {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw fault("is not JSON in UTF-8");
  }
}

function isInstant(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

function checkManifest(given: unknown): void {
  const shards = given as Unchecked<ShardManifest>;
  if (typeof shards !== "object" || shards === null) throw fault("shards is not an object");
  for (const name of ["columns", "places", "names", "ids"] as const) checkPath(shards[name], name);
  for (const name of ["days", "results"] as const) {
    const list = shards[name];
    if (!Array.isArray(list)) throw fault(`shards.${name} is not an array`);
    list.forEach((entry: Unchecked<ShardManifest["days"][number]>, at) => {
      checkPath(entry?.path, `${name}[${at}].path`);
      if (!isCount(entry?.records) || !isCount(entry?.bytes)) throw fault(`shards.${name}[${at}] has no counts`);
    });
  }
}

function checkPath(path: unknown, name: string): void {
  if (typeof path !== "string" || !SHARD_PATH.test(path)) throw fault(`shards.${name} is not the path of a shard`);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
