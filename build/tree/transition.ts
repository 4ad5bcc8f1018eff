import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { SIGNATURE_FILE, VARIANT_SUFFIX } from "./file.ts";
import { filesByPath, readInside, readRecord, readSections, type Sections } from "./read.ts";
import { folderOf, linkOrCopy } from "./staging.ts";
import { UNINDEXED } from "./unindexed.ts";

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
  /** Takes a file of the tree before over. Its folder may have it already, from an older tree. */
  keep: (path: string) => void;
  /** Writes a file in the place of the one that is there. */
  write: (path: string, bytes: Uint8Array) => void;
  /** Whether a file has been kept or written. What else lies in the folder is removed at the end. */
  has: (path: string) => boolean;
}

/**
 * Adds files that no index names to the next tree: what leads from the tree before to it.
 *
 * @throws Error where a file cannot be written; then there is no next tree
 */
export type TransitionStep = (transition: Transition) => void | Promise<void>;

/** Runs the steps, and removes the files of the older tree that none of them has kept or written. */
export async function runSteps(
  steps: readonly TransitionStep[],
  ground: Omit<Transition, "keep" | "write" | "has">,
): Promise<void> {
  const { fs, dir, before } = ground;
  const wanted = new Set<string>();
  const put = (path: string, act: (to: string) => void) => {
    const to = join(dir, path);
    wanted.add(path);
    fs.makeFolder(join(dir, folderOf(path)));
    fs.remove(to);
    act(to);
  };
  const keep = (path: string) => {
    const from = join(before?.tree.dir ?? "", path);
    if (fs.isSame(from, join(dir, path))) wanted.add(path);
    else put(path, (to) => linkOrCopy(fs, from, to));
  };
  const write = (path: string, bytes: Uint8Array) => put(path, (to) => fs.write(to, bytes));
  const has = (path: string) => wanted.has(path);
  for (const step of steps) await step({ ...ground, keep, write, has });
  for (const path of unindexedIn(fs, dir)) if (!wanted.has(path)) fs.remove(join(dir, path));
}

/** Everything that lies where files lie that no index names. */
function unindexedIn(fs: TreeFileSystem, dir: string): string[] {
  return Object.values(UNINDEXED).flatMap(({ places }) =>
    places.flatMap((place: string) => {
      if (!place.endsWith("/")) {
        const names = ["", ...Object.values(VARIANT_SUFFIX)].map((suffix) => place + suffix);
        return names.filter((path) => fs.look(join(dir, path)));
      }
      if (fs.look(join(dir, place))?.kind !== "folder") return [];
      return fs.list(join(dir, place)).map((name) => place + name);
    }),
  );
}

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
