import { join } from "node:path";
import type { IndexEntry, ShardManifest, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { explain, NODE_FILE_SYSTEM, type TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { ignoringErrors } from "../platform/lock.ts";
import { beginStaging, complete } from "./complete.ts";
import { type FileGroup, SECTIONS, SHARD_SECTIONS, SIGNATURE_FILE, SNAPSHOT_FILE, type TreeFile } from "./file.ts";
import { KEPT_SECTION, type KeptEntry, snapshotId } from "./index-section.ts";
import { findDamage } from "./inspect.ts";
import { areSameKeys, readKeys, writeKeys } from "./keys.ts";
import { type MadeSection, makeSection, writeIndex } from "./make-index.ts";
import { type Placing, placeAll } from "./place-files.ts";
import { RETIRED_SHARDS_MS, retiredShards } from "./retired-shards.ts";
import type { Signer } from "./signature.ts";
import { openStaging, type Staging, stays } from "./staging.ts";
import { recover, refuseForeign, removeTree, swap } from "./swap.ts";
import { type Previous, readPrevious, runSteps, type TransitionStep } from "./transition.ts";
import { lockedTree, type TreePaths, treePaths } from "./tree-paths.ts";

export interface WriteTreeOptions {
  /** Folder of the tree. */
  out: string;
  files: Iterable<TreeFile | FileGroup>;
  /** `shards`: the manifest, or what gives it once all files have been made. */
  snapshot: Omit<SnapshotRecord, "format" | "id" | "sequence" | "index" | "shards"> & {
    shards: ShardManifest | (() => ShardManifest);
  };
  /** The snapshot from which the sequence continues if there is no tree at `out`. */
  last?: Pick<SnapshotRecord, "id" | "sequence"> | undefined;
  /** How long shards stay that the snapshot does not name, in ms of `as_of`. */
  keepShardsFor?: number;
  /** Signs the record; undefined: the tree is not signed. */
  signer?: Signer | undefined;
  /** The steps that add files that no index names, in order: those of `history/steps.ts`. */
  steps?: readonly TransitionStep[];
  /** Receives messages for people, one line each: an earlier run was completed, the previous index was unreadable. */
  report?: (line: string) => void;
  /** Called from time to time with the number of written files. */
  progress?: (files: number) => void;
  fileSystem?: TreeFileSystem;
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
 * Writes the files as a tree at `out`, replacing the tree there. The tree before that one is beside it, and becomes the new one:
 * changed files are written, or linked to the file of the tree at `out`. The index is written after all files and `snapshot.json`
 * last, then the folders are swapped. A crash at any moment leaves the old tree or the new one, or both beside `out`, where the
 * next run finds them. An incomplete folder is made again.
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

/**
 * Refuses a place where no tree can be written, before any work is done.
 *
 * @throws UserError `out-not-a-tree`
 */
export function refusePlace(out: string, fs: TreeFileSystem = NODE_FILE_SYSTEM): Promise<void> {
  return refuseForeign(fs, treePaths(fs, out).out);
}

async function writeAt(fs: TreeFileSystem, places: TreePaths, options: WriteTreeOptions): Promise<WrittenTree> {
  const { report = () => {} } = options;
  await refuseForeign(fs, places.out);
  const recovered = await recover(fs, places);
  if (recovered) report(recovered);
  const before = await readPrevious(places.out, report);
  const work = openWork(fs, places, before, report);
  try {
    return await writeStaged(work, before, options);
  } catch (error) {
    ignoringErrors(() => removeTree(fs, places.staging));
    throw error;
  }
}

/** A tree that is being written. */
interface Work extends Placing {
  places: TreePaths;
  hasBegun: () => boolean;
}

function openWork(
  fs: TreeFileSystem,
  places: TreePaths,
  before: Previous | undefined,
  report: (line: string) => void,
): Work {
  const staging = openStaging(fs, places.staging, before && withoutDamage(fs, before, report));
  let begun: Promise<void> | undefined;
  return {
    staging,
    before: before?.sections ?? new Map(),
    places,
    keys: readKeys(fs, places.keys, sha256(before?.text ?? "")),
    nextKeys: { files: new Map(), groups: new Map() },
    begin: () => (begun ??= beginStaging(staging, places, before, report)),
    hasBegun: () => begun !== undefined,
  };
}

/** The files of the previous tree, except those that were damaged by others, which are written again. */
function withoutDamage(fs: TreeFileSystem, { tree }: Previous, report: (line: string) => void): Previous["tree"] {
  const damaged = findDamage(fs, tree);
  if (damaged.size === 0) return tree;
  for (const path of damaged) report(`${path} was changed or removed in ${tree.dir} and is written again`);
  return { ...tree, files: new Map([...tree.files].filter(([path]) => !damaged.has(path))) };
}

async function writeStaged(work: Work, before: Previous | undefined, options: WriteTreeOptions): Promise<WrittenTree> {
  const { staging, places } = work;
  const { fs, dir } = staging;
  const placed = await placeAll(work, options);
  const kept = keepShards(staging, before, work.nextKeys.files, options);
  const { written, unchanged, bytes } = placed;
  const counts = { written, unchanged, bytes, removed: countRemoved(before, work.nextKeys.files, kept) };
  const sections = new Map<string, readonly IndexEntry[]>(SECTIONS.map((name) => [name, placed.sections[name]]));
  if (kept.length > 0) sections.set(KEPT_SECTION, kept);
  const made = [...sections].map(([name, entries]) => makeSection(name, entries));
  const snapshot = recordOf(made, before, options);
  const text = JSON.stringify(snapshot);
  const signature = options.signer?.sign(Buffer.from(text));
  // An identical tree stays in place, so that watchers need not read it again.
  const isSame = !work.hasBegun() && before?.text === text && before.signature === signature;
  if (!isSame) {
    await work.begin();
    complete(staging, sections);
    const index = made.flatMap(({ files }) => files);
    writeIndex(staging, index, before?.index ?? []);
    const { steps = [], report = () => {} } = options;
    const outdated = await runSteps(steps, { fs, before, after: { snapshot, sections, index }, dir, report });
    if (signature !== undefined) fs.write(join(dir, SIGNATURE_FILE), signature);
    fs.write(join(dir, SNAPSHOT_FILE), text);
    swap(fs, places, "keep", outdated);
  }
  storeKeys(work, text, isSame, options);
  return { snapshot, ...counts };
}

/** Without the keys the next build takes longer, nothing else. */
function storeKeys(
  { staging, places, keys, nextKeys }: Work,
  text: string,
  isSame: boolean,
  { report }: WriteTreeOptions,
): void {
  if (isSame && areSameKeys(keys, nextKeys)) return;
  try {
    writeKeys(staging.fs, places.keys, sha256(text), nextKeys);
  } catch (error) {
    report?.(`cannot write ${places.keys}, the next build takes longer: ${(error as Error).message}`);
  }
}

function recordOf(
  made: readonly MadeSection[],
  before: Previous | undefined,
  { snapshot: { shards, ...rest }, last }: WriteTreeOptions,
): SnapshotRecord {
  const records = made.map(({ record }) => record);
  const id = snapshotId(records);
  const former = before?.snapshot ?? last;
  const sequence = !former ? 1 : former.id === id ? former.sequence : former.sequence + 1;
  const manifest = typeof shards === "function" ? shards() : shards;
  return { format: 2, id, sequence, ...rest, shards: manifest, index: records };
}

function keepShards(
  staging: Staging,
  before: Previous | undefined,
  paths: ReadonlyMap<string, string>,
  { snapshot, keepShardsFor = RETIRED_SHARDS_MS }: WriteTreeOptions,
): KeptEntry[] {
  if (!before) return [];
  const shards = SHARD_SECTIONS.flatMap((name) => before.sections.get(name) ?? []);
  const kept = (before.sections.get(KEPT_SECTION) ?? []) as readonly KeptEntry[];
  const entries = retiredShards(shards, kept, (path) => paths.has(path), snapshot.as_of, keepShardsFor);
  return entries.flatMap((entry) => stays(staging, entry) ?? []);
}

function countRemoved(before: Previous | undefined, paths: ReadonlyMap<string, string>, kept: KeptEntry[]): number {
  if (!before) return 0;
  const stays = new Set(kept.map((entry) => entry.path));
  return [...before.tree.files.keys()].filter((path) => !paths.has(path) && !stays.has(path)).length;
}
