import { join } from "node:path";
import type { SnapshotRecord } from "../../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../../platform/file-system.ts";
import { readIndex, readRecord, type Sections } from "../../tree/read.ts";

/** One of the two trees of a delta. */
export interface DeltaSide {
  snapshot: SnapshotRecord;
  sections: Sections;
  /** A file by its path. */
  read: (path: string) => Uint8Array | undefined;
}

/** The side of a tree whose record and index are known. @param dir its folder */
export function sideOf(
  fs: TreeFileSystem,
  dir: string,
  { snapshot, sections }: Pick<DeltaSide, "snapshot" | "sections">,
): DeltaSide {
  const read = (path: string) => {
    const file = join(dir, path);
    return fs.stat(file)?.kind === "file" ? fs.read(file) : undefined;
  };
  return { snapshot, sections, read };
}

/** @throws UserError `tree-missing`, `tree-damaged` */
export async function readSide(fs: TreeFileSystem, dir: string): Promise<DeltaSide> {
  const { snapshot } = await readRecord(dir);
  return sideOf(fs, dir, { snapshot, sections: (await readIndex(dir, snapshot)).sections });
}

/** A content of a side by its SHA-256. @param needed the hashes that may be requested; absent: all */
export function contentsOf(
  { sections, read }: DeltaSide,
  needed?: ReadonlySet<string>,
): (sha256: string) => Uint8Array | undefined {
  const paths = new Map<string, string>();
  for (const entries of sections.values()) {
    for (const { sha256, path } of entries) if (!needed || needed.has(sha256)) paths.set(sha256, path);
  }
  return (sha256) => {
    const path = paths.get(sha256);
    return path === undefined ? undefined : read(path);
  };
}
