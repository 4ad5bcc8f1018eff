import type { SnapshotPosition } from "../contract/resources/resources.ts";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { NODE_FILE_SYSTEM, type TreeFileSystem } from "../platform/file-system.ts";
import { sha256 as hashOf } from "../platform/hash.ts";
import { once } from "../platform/lists.ts";
import { entriesBelow, type IndexRoots, openIndex } from "./index-node.ts";
import { readIndexFile, readRecord } from "./read.ts";
import { fileAt } from "./unindexed.ts";

/** The state of a tree at one snapshot: deltas, pins and the change feed are made from two of them. */
export interface TreeState {
  snapshot: SnapshotRecord;
  index: IndexRoots;
  /** A file by its path. */
  read: (path: string) => Uint8Array | undefined;
}

/** The place of a snapshot in the history, as deltas and changes name it. */
export function positionOf({ id, sequence, as_of }: SnapshotRecord): SnapshotPosition {
  return { id, sequence, as_of };
}

export function isSameSnapshot(a: SnapshotPosition, b: SnapshotPosition): boolean {
  return a.id === b.id && a.sequence === b.sequence && a.as_of === b.as_of;
}

/** Reads files of a tree. @param dir its folder, or that of a staged tree */
export function fileReader(fs: TreeFileSystem, dir: string): TreeState["read"] {
  return (path) => {
    const file = fileAt(fs, dir, path);
    return fs.stat(file)?.kind === "file" ? fs.read(file) : undefined;
  };
}

/** The state of the tree in a folder. @throws UserError `tree-missing`, `tree-damaged` */
export async function readState(dir: string): Promise<TreeState> {
  const { snapshot } = await readRecord(dir);
  return { snapshot, index: openIndex(snapshot, (file) => readIndexFile(dir, file)), read: fileReader(NODE_FILE_SYSTEM, dir) };
}

/** A file as its entry describes it. @throws UserError `tree-damaged` */
export function readEntry({ read }: Pick<TreeState, "read">, { path, sha256 }: Pick<IndexEntry, "path" | "sha256">): Uint8Array {
  const bytes = read(path);
  if (bytes && hashOf(bytes) === sha256) return bytes;
  throw new UserError("tree-damaged", `${path} does not match the index`, "`quaketree verify` tells more");
}

/** A content by its SHA-256. @param entries the files that may be requested; absent: all */
export function contentsOf(
  { index, read }: Pick<TreeState, "index" | "read">,
  entries: Iterable<IndexEntry> = entriesBelow(index.values()),
): (sha256: string) => Uint8Array | undefined {
  const paths = once(() => new Map(Array.from(entries, ({ sha256, path }) => [sha256, path])));
  return (sha256) => {
    const path = paths().get(sha256);
    return path === undefined ? undefined : read(path);
  };
}
