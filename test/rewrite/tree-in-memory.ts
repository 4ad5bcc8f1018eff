import type { SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import type { TreeReader } from "../../build/rewrite/record-shards.ts";
import { makeShards, type ShardInput } from "../../build/rewrite/shards/make.ts";
import { isoTime } from "../../build/store/civil-time.ts";

/** A tree that is a map from path to bytes: `snapshot.json` and the shards, and whatever a test puts in. */
export interface MemoryTree extends TreeReader {
  files: Map<string, Uint8Array>;
  /** The paths that were read, in order. */
  reads: string[];
}

export const SNAPSHOT_ID = "0123456789abcdef";

/** Builds the shards of an input into a tree in memory. */
export function treeInMemory(input: ShardInput): MemoryTree {
  const { manifest, files } = makeShards(input);
  const record: SnapshotRecord = {
    format: 3,
    id: SNAPSHOT_ID,
    sequence: 1,
    as_of: isoTime(input.asOf),
    sources: [],
    shards: manifest,
    index: [],
  };
  const tree = new Map(files.map(({ path, bytes }) => [path, bytes()]));
  tree.set("snapshot.json", new TextEncoder().encode(JSON.stringify(record)));
  return memoryTree(tree);
}

export function memoryTree(files: Map<string, Uint8Array>): MemoryTree {
  const reads: string[] = [];
  const read = async (path: string) => {
    reads.push(path);
    return files.get(path);
  };
  return { files, reads, read };
}

export const EMPTY_INPUT: ShardInput = {
  asOf: Date.parse("2018-02-07T10:20:30.456Z"),
  recent: [],
  search: [],
  countries: [],
  terms: [],
  ids: [],
  withdrawn: [],
};
