import { join } from "node:path";
import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { SIGNATURE_FILE, VARIANT_SUFFIX } from "./file.ts";
import type { IndexDifference } from "./index-difference.ts";
import { type IndexRoots, openIndex } from "./index-node.ts";
import { readIndexFile, readInside, readRecord } from "./read.ts";
import { folderOf, linkOrCopy, replacing } from "./staging.ts";
import { UNINDEXED } from "./unindexed.ts";

/** The tree to be replaced. */
export interface Previous {
  dir: string;
  snapshot: SnapshotRecord;
  /** Its `snapshot.json`. */
  text: string;
  /** Its `snapshot.json.sig`, if it has one. */
  signature: string | undefined;
  /** Undefined if it cannot be read. */
  index: IndexRoots | undefined;
}

/** The step from one tree to the next. Of the next tree only the signature and the record are missing. */
export interface Transition {
  fs: TreeFileSystem;
  /** Undefined for the first tree. */
  before: Previous | undefined;
  after: { snapshot: SnapshotRecord; index: IndexRoots };
  /** How the index of the one differs from that of the other; empty if one cannot be read, or there is none. */
  difference: IndexDifference;
  /** Folder in which the next tree is written. */
  dir: string;
  report: (line: string) => void;
  /** Takes over a file of the previous tree. The folder may have it already, from an older tree. */
  keep: (path: string) => void;
  /** Writes a file, replacing an existing one. If the previous tree has the same bytes, its file is taken over. */
  write: (path: string, bytes: Uint8Array) => void;
  /** Whether a file was kept or written. Other files in the folder are removed at the end. */
  has: (path: string) => boolean;
}

/**
 * Adds files that no index names to the next tree: files about the transition from the previous tree.
 *
 * @throws Error if a file cannot be written; then there is no next tree
 */
export type TransitionStep = (transition: Transition) => void | Promise<void>;

/**
 * Runs the steps, and removes the files of the older tree that none of them kept or wrote.
 *
 * @returns paths of the files that the previous tree has with other bytes
 */
export async function runSteps(
  steps: readonly TransitionStep[],
  given: Omit<Transition, "keep" | "write" | "has">,
): Promise<readonly string[]> {
  const { fs, dir, before } = given;
  const placed = new Set<string>();
  const replaced: string[] = [];
  const folders = new Set<string>();
  const makeFolderOf = (path: string) => {
    const folder = folderOf(path);
    if (!folders.has(folder)) fs.makeFolder(join(dir, folder));
    folders.add(folder);
  };
  const put = (path: string, act: (to: string) => void) => {
    const to = join(dir, path);
    placed.add(path);
    makeFolderOf(path);
    replacing(fs, to, act);
  };
  const keep = (path: string) => {
    const from = join(before?.dir ?? "", path);
    if (fs.isSame(from, join(dir, path))) placed.add(path);
    else put(path, (to) => linkOrCopy(fs, from, to));
  };
  const write = (path: string, bytes: Uint8Array) => {
    const from = join(before?.dir ?? "", path);
    const there = before && fs.stat(from);
    const isOfSize = there?.kind === "file" && there.size === bytes.length;
    if (isOfSize && Buffer.compare(fs.read(from), bytes) === 0) return keep(path);
    put(path, (to) => fs.write(to, bytes));
    if (there) replaced.push(path);
  };
  const has = (path: string) => placed.has(path);
  for (const step of steps) await step({ ...given, keep, write, has });
  for (const path of unindexedIn(fs, dir)) if (!placed.has(path)) fs.remove(join(dir, path));
  return replaced;
}

/** Every file in the places of unindexed files. */
function unindexedIn(fs: TreeFileSystem, dir: string): string[] {
  return Object.values(UNINDEXED).flatMap(({ places }) =>
    places.flatMap((place: string) => {
      if (!place.endsWith("/")) {
        const names = ["", ...Object.values(VARIANT_SUFFIX)].map((suffix) => place + suffix);
        return names.filter((path) => fs.stat(join(dir, path)));
      }
      if (fs.stat(join(dir, place))?.kind !== "folder") return [];
      return fs.list(join(dir, place)).map((name) => place + name);
    }),
  );
}

/** The tree at `out`; undefined if there is none. Its index is read when it is needed. */
export async function readPrevious(out: string): Promise<Previous | undefined> {
  const record = await readRecord(out).catch(() => undefined);
  if (!record) return undefined;
  const { snapshot, recordBytes } = record;
  const text = new TextDecoder().decode(recordBytes);
  const signature = (await readInside(out, SIGNATURE_FILE))?.toString("utf8");
  return { dir: out, snapshot, text, signature, index: openIndex(snapshot, (file) => readIndexFile(out, file)) };
}

/** The previous tree without its index, after that could not be read: every file is written again, and the sequence continues. */
export function withoutIndex(before: Previous, fault: Error, report: (line: string) => void): Previous {
  report(`the previous tree cannot be read (${fault.message}); every file is written again`);
  return { ...before, index: undefined };
}
