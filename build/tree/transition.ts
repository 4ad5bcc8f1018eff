import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { SIGNATURE_FILE } from "./file.ts";
import { filesByPath, readInside, readRecord, readSections, type Sections } from "./read.ts";

/** The tree that is replaced. */
export interface Previous {
  snapshot: SnapshotRecord;
  /** Its `snapshot.json`, as it stands there. */
  text: string;
  /** Its `snapshot.json.sig`, if it has one. */
  signature: string | undefined;
  tree: { dir: string; files: ReadonlyMap<string, IndexEntry> };
  /** Entries by the name of their section; none where the index cannot be read. */
  sections: Sections;
}

/** From one tree to the next, at the moment at which only the signature and the record of the next one are missing. */
export interface Transition {
  fs: TreeFileSystem;
  /** Undefined for the first tree. */
  before: Previous | undefined;
  after: { snapshot: SnapshotRecord; sections: Sections };
  /** Folder in which the next tree is written. */
  dir: string;
  report: (line: string) => void;
}

/**
 * Adds files that no index names to the next tree: what leads from the tree before to it.
 *
 * @throws Error where a file cannot be written; then there is no next tree
 */
export type TransitionStep = (transition: Transition) => void | Promise<void>;

/**
 * What stands at `out`; undefined where there is nothing. An index that cannot be read is as good as none: everything is
 * written anew, and the sequence goes on.
 */
export async function readPrevious(out: string, report: (line: string) => void): Promise<Previous | undefined> {
  const record = await readRecord(out).catch(() => undefined);
  if (!record) return undefined;
  const { snapshot, recordBytes } = record;
  const text = new TextDecoder().decode(recordBytes);
  const signature = (await readInside(out, SIGNATURE_FILE))?.toString("utf8");
  try {
    const sections = await readSections(out, snapshot);
    return { snapshot, text, signature, tree: { dir: out, files: filesByPath(sections) }, sections };
  } catch (error) {
    report(`the tree before cannot be read (${(error as Error).message}); everything is written anew`);
    return { snapshot, text, signature, tree: { dir: out, files: new Map() }, sections: new Map() };
  }
}
