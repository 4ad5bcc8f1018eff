import { join } from "node:path";
import type { SnapshotPosition } from "../contract/resources/resources.ts";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { NODE_FILE_SYSTEM, type TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { once } from "../platform/lists.ts";
import { SIGNATURE_FILE, VARIANT_SUFFIX } from "./file.ts";
import type { IndexDifference } from "./index-difference.ts";
import { entriesBelow, type IndexRoots, openIndex } from "./index-node.ts";
import { readIndexFile, readInside, readRecord } from "./read.ts";
import { type Staging, stage } from "./staging.ts";
import { fileAt, UNINDEXED } from "./unindexed.ts";

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
export function readEntry({ read }: Pick<TreeState, "read">, { path, sha256: hash }: Pick<IndexEntry, "path" | "sha256">): Uint8Array {
  const bytes = read(path);
  if (bytes && sha256(bytes) === hash) return bytes;
  throw new UserError("tree-damaged", `${path} does not match the index`, "`quaketree verify` tells more");
}

/** A content by its SHA-256. @param entries the files that may be requested; absent: all */
export function contentsOf(
  { index, read }: Pick<TreeState, "index" | "read">,
  entries: Iterable<IndexEntry> = entriesBelow(index.values()),
): (sha256: string) => Uint8Array | undefined {
  const paths = once(() => new Map(Array.from(entries, (entry) => [entry.sha256, entry.path])));
  return (hash) => {
    const path = paths().get(hash);
    return path === undefined ? undefined : read(path);
  };
}

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
  before: (Previous & Pick<TreeState, "read">) | undefined;
  after: TreeState;
  /** How the index of the one differs from that of the other; empty if one cannot be read, or there is none. */
  difference: IndexDifference;
  /** Folder in which changed files of the next tree are staged; `fileAt` finds the others. */
  dir: string;
  report: (line: string) => void;
  /** Lets a file of the previous tree stay. */
  keep: (path: string) => void;
  /** Writes a file, replacing an existing one. If the previous tree has the same bytes, its file stays. */
  write: (path: string, bytes: Uint8Array) => void;
  /** Whether a file was kept or written. Other files of these kinds are removed. */
  has: (path: string) => boolean;
}

/**
 * Adds files that no index names to the next tree: files about the transition from the previous tree.
 *
 * @throws Error if a file cannot be written; then there is no next tree
 */
export type TransitionStep = (transition: Transition) => void | Promise<void>;

/** What a step makes; undefined if that fails, which is reported. @param so what follows for readers */
export function unlessItFails<Made>({ report }: Transition, so: string, make: () => Made): Made | undefined {
  try {
    return make();
  } catch (error) {
    report(`${so}: ${(error as Error).message}`);
    return undefined;
  }
}

/** What the steps are run for. */
interface StepsInput extends Pick<Transition, "difference" | "report"> {
  before: Previous | undefined;
  after: Omit<TreeState, "read">;
}

/** Runs the steps. @returns paths of the unindexed files of the previous tree that none of them kept or wrote */
export async function runSteps(
  steps: readonly TransitionStep[],
  staging: Staging,
  { before, after, difference, report }: StepsInput,
): Promise<string[]> {
  const { fs, places } = staging;
  const placed = new Set<string>();
  const keep = (path: string) => void placed.add(path);
  const write = (path: string, bytes: Uint8Array) => {
    placed.add(path);
    const there = join(places.out, path);
    const stat = fs.stat(there);
    const isSame = stat?.kind === "file" && stat.size === bytes.length && Buffer.compare(fs.read(there), bytes) === 0;
    if (!isSame) stage(staging, path, "", (to) => fs.write(to, bytes));
  };
  const has = (path: string) => placed.has(path);
  const transition: Transition = {
    fs,
    before: before && { ...before, read: fileReader(fs, before.dir) },
    after: { ...after, read: fileReader(fs, places.staged) },
    difference,
    dir: places.staged,
    report,
    keep,
    write,
    has,
  };
  for (const step of steps) await step(transition);
  return unindexedIn(fs, places.out).filter((path) => !placed.has(path));
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
