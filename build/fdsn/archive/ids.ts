import { lowerBound } from "../../platform/lists.ts";
import { type BinaryFormat, readBinary, ShardError, writeBinary } from "../../rewrite/shards/binary.ts";

/** A table from the hashes of ids to rows, or to units. */
export interface IdTable {
  /** Ascending; two different ids may have the same hash. */
  hash: Uint32Array;
  /** Row index in the pack, or number of the unit. */
  value: Uint32Array;
}

export const IDS_FORMAT = {
  name: "archive-ids",
  magic: "QTAI",
  version: 1,
  counts: ["ids"],
  sections: [
    ["u32", "ids", "hash"],
    ["u32", "ids", "value"],
  ],
} as const satisfies BinaryFormat;

/** @param table in any order; the bytes do not depend on the order */
export function writeIds({ hash, value }: IdTable): Uint8Array {
  // Pairs of halves are sorted as numbers of 64 bits, of which a little-endian machine has the lower half first.
  const halves = new Uint32Array(2 * hash.length);
  for (let at = 0; at < hash.length; at++) {
    halves[2 * at] = value[at] as number;
    halves[2 * at + 1] = hash[at] as number;
  }
  new BigUint64Array(halves.buffer).sort();
  const [hashes, values] = [new Uint32Array(hash.length), new Uint32Array(hash.length)];
  for (let at = 0; at < hash.length; at++) {
    values[at] = halves[2 * at] as number;
    hashes[at] = halves[2 * at + 1] as number;
  }
  return writeBinary(IDS_FORMAT, { hash: hashes, value: values });
}

/** @throws ShardError */
export function readIds(bytes: Uint8Array): IdTable {
  const { hash, value } = readBinary(IDS_FORMAT, bytes).sections;
  for (let at = 1; at < hash.length; at++) {
    if ((hash[at] as number) < (hash[at - 1] as number)) throw new ShardError(IDS_FORMAT.name, "order", at);
  }
  return { hash, value };
}

/** The values of a hash; usually one or none. */
export function valuesOf({ hash, value }: IdTable, sought: number): number[] {
  const found: number[] = [];
  let at = lowerBound(0, hash.length, (row) => (hash[row] as number) >= sought);
  for (; hash[at] === sought; at++) found.push(value[at] as number);
  return found;
}

/** FNV-1a (Fowler, Noll, Vo; 32 bits) of the UTF-16 units of an id. */
export function idHash(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The index of the id file for a hash, from its first bits. */
export function bucketOf(hash: number, buckets: number): number {
  return Math.floor((hash / 2 ** 32) * buckets);
}

/** The number of a unit in the id files: 20261120, 20261100, 20260000. */
export function unitNumber(unit: string): number {
  return Number(unit.replaceAll("-", "").padEnd(8, "0"));
}
