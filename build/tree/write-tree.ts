import type { IndexEntry, IndexSection, ShardManifest, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { explain, NODE_FILE_SYSTEM, type TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { ignoringErrors } from "../platform/lock.ts";
import { DAY_MS } from "../platform/time.ts";
import { type Derive, openCells } from "../store/derive.ts";
import { type FileGroup, SHARD_SECTIONS, type TreeFile } from "./file.ts";
import { type IndexDifference, indexDifference, pathChanges } from "./index-difference.ts";
import { entriesBelow, type IndexRoots, NO_ROOTS } from "./index-node.ts";
import { KEPT_SECTION, type KeptEntry, snapshotId } from "./index-section.ts";
import { damagedFiles, foreignFiles, hasSuspects, refuseForeign } from "./inspect.ts";
import { type Keys, keepKeys, readKeys } from "./keys.ts";
import { makeSection, recordOfSection } from "./make-index.ts";
import { type PlacedFiles, type Placing, stageFiles } from "./place-files.ts";
import { changeTree, giveUp, recover, stageRecord } from "./plan.ts";
import type { Signer } from "./signature.ts";
import { openStaging, verifyCarried } from "./staging.ts";
import { type Previous, readPrevious, runSteps, type TransitionStep, withoutIndex } from "./transition.ts";
import { lockedTree, type TreePaths, treePaths } from "./tree-paths.ts";
import { isFirstOf, UNINDEXED } from "./unindexed.ts";
import { countIndex, stageIndex } from "./write-index.ts";

export interface WriteTreeOptions {
  /** Folder of the tree. */
  out: string;
  /** Identifies the program that makes the files: cells are those of one program. */
  program?: string | undefined;
  /** Iterated again if the index of the previous tree turns out to be unreadable, unless it is a generator: then that is an error. */
  files: Iterable<TreeFile | FileGroup>;
  /** `shards`: the manifest, or what gives it once all files have been made. */
  snapshot: Omit<SnapshotRecord, "format" | "id" | "sequence" | "index" | "shards"> & { shards: ShardManifest | (() => ShardManifest) };
  /** The snapshot from which the sequence continues if there is no tree at `out`. */
  last?: Pick<SnapshotRecord, "id" | "sequence"> | undefined;
  /** Signs the record; undefined: the tree is not signed. */
  signer?: Signer | undefined;
  /** The steps that add files that no index names, in order: those of `history/steps.ts`. */
  steps?: readonly TransitionStep[];
  /** Receives messages for people, one line each: an earlier run was completed, the previous index was unreadable. */
  report?: (line: string) => void;
  /** Receives warnings for the operator; the tree is written nevertheless. */
  warn?: (line: string) => void;
  /** Called from time to time with the number of written files. */
  progress?: (files: number) => void;
  fileSystem?: TreeFileSystem;
  /** ms since 1970 UTC. */
  now?: () => number;
}

export interface WrittenTree {
  snapshot: SnapshotRecord;
  /** Numbers of files that are new or changed, unchanged, and removed. */
  written: number;
  unchanged: number;
  removed: number;
  /** Size of all files of the tree, without variants and index. */
  bytes: number;
}

/**
 * Writes the files as a tree at `out`, changing the tree there. New and changed files, the index and `snapshot.json` are staged, and
 * then moved by a plan; see `plan.ts`. After a crash at any moment the visible record is the old one or the new one, and the next
 * run completes the interrupted one.
 *
 * @throws UserError for a folder that cannot be written or is not a tree, a second build, a full disk; Error for two files with one
 * path, or an invalid path
 */
export async function writeTree(options: WriteTreeOptions): Promise<WrittenTree> {
  const fs = options.fileSystem ?? NODE_FILE_SYSTEM;
  try {
    const places = treePaths(fs, options.out);
    return await lockedTree(fs, places, () => writeAt(fs, places, options));
  } catch (error) {
    throw explain(error, options.out);
  }
}

/** Refuses a place where no tree can be written, before any work is done. @throws UserError `out-not-a-tree` */
export function refusePlace(out: string, fs: TreeFileSystem = NODE_FILE_SYSTEM): Promise<void> {
  return refuseForeign(fs, treePaths(fs, out).out);
}

async function writeAt(fs: TreeFileSystem, places: TreePaths, options: WriteTreeOptions): Promise<WrittenTree> {
  const { report = () => {} } = options;
  await refuseForeign(fs, places.out);
  const recovered = recover(fs, places);
  if (recovered) report(recovered);
  return writeAgain(fs, places, await readPrevious(places.out), options);
}

/** Writes the tree; if the index of the previous one turns out to be damaged, again without it. */
async function writeAgain(
  fs: TreeFileSystem,
  places: TreePaths,
  before: Previous | undefined,
  options: WriteTreeOptions,
): Promise<WrittenTree> {
  const { files, report = () => {} } = options;
  try {
    return await writeOver(fs, places, before, options);
  } catch (error) {
    const isDamage = error instanceof UserError && error.code === "tree-damaged";
    const again: unknown = files[Symbol.iterator]();
    if (!before?.index || !isDamage || again === files) throw error;
    return writeAgain(fs, places, withoutIndex(before, error, report), options);
  }
}

async function writeOver(
  fs: TreeFileSystem,
  places: TreePaths,
  before: Previous | undefined,
  options: WriteTreeOptions,
): Promise<WrittenTree> {
  try {
    return await writeStaged(openWork(fs, places, before, options), before, options);
  } catch (error) {
    ignoringErrors(() => giveUp(fs, places));
    throw error;
  }
}

/** A tree that is being written. */
interface Work extends Placing {
  places: TreePaths;
  cells: Derive;
  hasBegun: () => boolean;
}

function openWork(
  fs: TreeFileSystem,
  places: TreePaths,
  before: Previous | undefined,
  { program = "", report = () => {}, progress, snapshot: { as_of } }: WriteTreeOptions,
): Work {
  const cells = openCells(places.cells, program);
  const keys = before?.index && readKeys(cells, sha256(before.text));
  let begun = false;
  return {
    staging: openStaging(fs, places),
    before: before?.index ?? NO_ROOTS,
    damaged: before?.index && isLookedAt(fs, places, before, keys, as_of) ? damagedIn(fs, before.index, before.dir, report) : new Set(),
    places,
    cells,
    keys,
    begin: () => {
      if (!begun) fs.makeFolder(places.staged);
      begun = true;
    },
    hasBegun: () => begun,
    progress,
  };
}

/**
 * Whether a build reads every byte of the tree: once a UTC day; if `as_of` does not increase, because the tree is built again; if the
 * cells are lost; and if the last plan left other files than it moved.
 */
function isLookedAt(fs: TreeFileSystem, places: TreePaths, { snapshot }: Previous, keys: Keys | undefined, asOf: string): boolean {
  const isAgain = Date.parse(asOf) <= Date.parse(snapshot.as_of);
  return isAgain || !keys || isFirstOf(DAY_MS, snapshot, asOf) || hasSuspects(fs, places);
}

/** The files of the previous tree that a power cut or another program has damaged. They are written again. */
function damagedIn(fs: TreeFileSystem, index: IndexRoots, dir: string, report: (line: string) => void): ReadonlySet<string> {
  const damaged = damagedFiles(fs, { dir, index });
  for (const path of damaged) report(`${path} was changed or removed in ${dir} and is written again`);
  return damaged;
}

async function writeStaged(work: Work, before: Previous | undefined, options: WriteTreeOptions): Promise<WrittenTree> {
  const { staging, damaged } = work;
  const placed = await stageFiles(work, options.files);
  const kept = keepShards(work, placed, options);
  const index = kept.length > 0 ? new Map([...placed.index, [KEPT_SECTION, makeSection(KEPT_SECTION, kept)]]) : placed.index;
  const difference: IndexDifference = before?.index ? indexDifference(before.index, index) : new Map();
  const snapshot = recordOf([...index.values()].map(recordOfSection), before, options);
  const text = JSON.stringify(snapshot);
  const signature = options.signer?.sign(Buffer.from(text));
  // An identical tree stays in place, so that watchers need not read it again.
  const isSame = !work.hasBegun() && before?.text === text && before.signature === signature;
  if (!isSame) {
    work.begin();
    stageIndex(staging, { index, difference, filesBefore: work.keys?.indexFiles });
    const { steps = [], report = () => {}, now = Date.now } = options;
    const gone = await runSteps(steps, staging, { before, after: { snapshot, index }, difference, report });
    const isUnknown = before !== undefined && (!before.index || damaged.size > 0);
    if (isUnknown) gone.push(...foreignFiles(staging.fs, before.dir, index));
    stageRecord(staging, text, signature);
    changeTree(staging, { before, record: text, index, difference, damaged, gone, now: now() });
  }
  const bytes = sizeOf(work, placed.index, difference);
  const fault = keepKeys(work.cells, sha256(text), { ...placed.keys, bytes, indexFiles: countIndex(staging) }, work.keys);
  if (fault !== undefined) options.warn?.(fault);
  const removed = [...pathChanges(difference).values()].filter(({ after }) => !after).length;
  return { snapshot, written: placed.written, unchanged: placed.unchanged, removed, bytes };
}

/** Size of all files that the index lists, in bytes. */
function sizeOf({ keys }: Work, index: IndexRoots, difference: IndexDifference): number {
  let sum = keys?.bytes ?? 0;
  if (!keys) for (const { bytes } of entriesBelow(index.values())) sum += bytes;
  else
    for (const name of index.keys())
      for (const { before, after } of difference.get(name)?.entries ?? []) sum += (after?.bytes ?? 0) - (before?.bytes ?? 0);
  return sum;
}

function recordOf(
  index: readonly IndexSection[],
  before: Previous | undefined,
  { snapshot: { shards, ...rest }, last }: WriteTreeOptions,
): SnapshotRecord {
  const id = snapshotId(index);
  const former = before?.snapshot ?? last;
  const sequence = !former ? 1 : former.id === id ? former.sequence : former.sequence + 1;
  const manifest = typeof shards === "function" ? shards() : shards;
  return { format: 3, id, sequence, ...rest, shards: manifest, index };
}

/** The shards of the previous tree that stay although the next one does not name them. */
function keepShards({ staging, before, damaged }: Work, { index, isPlaced }: PlacedFiles, { snapshot }: WriteTreeOptions): KeptEntry[] {
  const pick = (roots: IndexRoots) => new Map([...roots].filter(([name]) => (SHARD_SECTIONS as string[]).includes(name)));
  const shards = [...pathChanges(indexDifference(pick(before), pick(index))).values()];
  const gone = shards.flatMap((change) => (change.after ? [] : (change.before ?? [])));
  const kept = before.get(KEPT_SECTION);
  const entries = retiredShards(gone, kept ? ([...entriesBelow([kept])] as KeptEntry[]) : [], isPlaced, snapshot.as_of);
  return entries.flatMap((entry) => (damaged.has(entry.path) ? [] : (verifyCarried(staging, entry) ?? [])));
}

/**
 * The shards of the previous tree that stay although the new snapshot does not name them: readers may still use the previous
 * snapshot. Time is counted in `as_of`, not by a clock, so that the same builds in the same order keep the same shards.
 *
 * @param shards shards that only the previous tree has in its sections of shards
 * @param kept section `kept` of the previous tree
 * @param named whether the new tree has a file of that path
 * @param asOf of the new snapshot, ISO 8601
 */
function retiredShards(
  shards: readonly IndexEntry[],
  kept: readonly KeptEntry[],
  named: (path: string) => boolean,
  asOf: string,
): KeptEntry[] {
  const candidates = [...shards.map((entry) => ({ ...entry, unnamed_since: asOf })), ...kept];
  return candidates
    .filter((entry) => !named(entry.path))
    .map((entry) => ({ ...entry, unnamed_since: earlier(entry.unnamed_since, asOf) }))
    .filter((entry) => Date.parse(asOf) - Date.parse(entry.unnamed_since) <= UNINDEXED.replaced.keptFor);
}

function earlier(a: string, b: string): string {
  return Date.parse(a) < Date.parse(b) ? a : b;
}
