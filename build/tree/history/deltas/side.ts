import type { IndexEntry, SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../../../platform/file-system.ts";
import { once } from "../../../platform/lists.ts";
import { entriesBelow, type IndexRoots, openIndex } from "../../index-node.ts";
import { readIndexFile, readRecord } from "../../read.ts";
import { fileAt } from "../../unindexed.ts";

/** One of the two trees of a delta. */
export interface DeltaSide {
  snapshot: SnapshotRecord;
  index: IndexRoots;
  /** A file by its path. */
  read: (path: string) => Uint8Array | undefined;
}

/** The side of a tree whose record and index are known. @param dir its folder */
export function sideOf(fs: TreeFileSystem, dir: string, { snapshot, index }: Pick<DeltaSide, "snapshot" | "index">): DeltaSide {
  const read = (path: string) => {
    const file = fileAt(fs, dir, path);
    return fs.stat(file)?.kind === "file" ? fs.read(file) : undefined;
  };
  return { snapshot, index, read };
}

/** @throws UserError `tree-missing`, `tree-damaged` */
export async function readSide(fs: TreeFileSystem, dir: string): Promise<DeltaSide> {
  const { snapshot } = await readRecord(dir);
  return sideOf(fs, dir, { snapshot, index: openIndex(snapshot, (file) => readIndexFile(dir, file)) });
}

/** A content of a side by its SHA-256. @param entries the files that may be requested; absent: all */
export function contentsOf(
  { index, read }: DeltaSide,
  entries: Iterable<IndexEntry> = entriesBelow(index.values()),
): (sha256: string) => Uint8Array | undefined {
  const paths = once(() => new Map(Array.from(entries, ({ sha256, path }) => [sha256, path])));
  return (sha256) => {
    const path = paths().get(sha256);
    return path === undefined ? undefined : read(path);
  };
}
