import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { explain, NODE_FILE_SYSTEM, type TreeFileSystem } from "../platform/file-system.ts";
import { tryTo } from "../platform/lock.ts";
import { createPool } from "../platform/pool.ts";
import { SECTIONS, type Section, SIGNATURE_FILE, SNAPSHOT_FILE, type TreeFile, writeFault } from "./file.ts";
import { KEPT, type KeptEntry, sectionRecord, sectionText, snapshotId } from "./index-section.ts";
import { lockedTree } from "./lock.ts";
import { RETIRED_SHARDS_MS, retiredShards } from "./retired-shards.ts";
import type { Signer } from "./signature.ts";
import { keep, place, type Staging } from "./staging.ts";
import { recover, refuseForeign, swap } from "./swap.ts";
import { type Previous, readPrevious, type TransitionStep } from "./transition.ts";
import { type TreePaths, treePaths } from "./tree-paths.ts";

/** What each holds bounds the memory: with four the embedded build took 40 MB more, and no less time on two cores. */
const COMPRESSED_AT_A_TIME = 2;

/** So often the event loop gets its turn, and `progress` a call. */
const FILES_PER_TURN = 128;

export interface WriteTreeOptions {
  /** Folder of the tree. */
  out: string;
  files: Iterable<TreeFile>;
  snapshot: Omit<SnapshotRecord, "format" | "id" | "sequence" | "index">;
  /** A snapshot from whose number the sequence goes on where there is no tree at `out`. */
  last?: Pick<SnapshotRecord, "id" | "sequence"> | undefined;
  /** How long unnamed shards stay, in ms of `as_of`. */
  keepShardsFor?: number;
  /** Signs the record; without it the tree is not signed. */
  signer?: Signer | undefined;
  /** What adds files that no index names, in this order: that of `history/steps.ts`. */
  steps?: readonly TransitionStep[];
  /** Told what a person may want to know, a line at a time: an earlier run was completed, the index before was unreadable. */
  report?: (line: string) => void;
  /** Called now and then with the number of files that have been written. */
  progress?: (files: number) => void;
  fileSystem?: TreeFileSystem;
}

export interface WrittenTree {
  snapshot: SnapshotRecord;
  /** Files that are new or changed, unchanged ones, and those of the tree before that are gone. */
  written: number;
  unchanged: number;
  removed: number;
  /** Size of all files of the tree, without variants and index. */
  bytes: number;
}

/**
 * Puts the files as a tree at `out`, in the place of the one that is there. They are written to a folder beside it: unchanged
 * files are hard links to the ones before, the index comes after all files and `snapshot.json` last, then the folders
 * change places. A crash at any moment leaves the old tree or the new one, or both beside `out`, where the next run
 * finds them.
 *
 * @throws UserError for a folder that cannot be written or is not a tree, a second build, a full disk; Error for two
 * files of one path, or a path that no tree can have
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
 * Refuses, before any work is done, a place where no tree can be written.
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
  fs.makeFolder(places.staging);
  try {
    return await writeStaged(fs, places, before, options);
  } catch (error) {
    tryTo(() => fs.remove(places.staging));
    throw error;
  }
}

async function writeStaged(
  fs: TreeFileSystem,
  places: TreePaths,
  before: Previous | undefined,
  options: WriteTreeOptions,
): Promise<WrittenTree> {
  const staging: Staging = { fs, dir: places.staging, folders: new Set([""]), hashes: new Map(), before: before?.tree };
  const placed = await placeAll(staging, options);
  const kept = keepShards(staging, before, placed.paths, options);
  const index = writeIndex(staging, placed.sections, kept);
  const id = snapshotId(index);
  const { shards, ...said } = options.snapshot;
  const last = before?.snapshot ?? options.last;
  const sequence = !last ? 1 : last.id === id ? last.sequence : last.sequence + 1;
  const snapshot: SnapshotRecord = { format: 1, id, sequence, ...said, shards, index };
  const text = JSON.stringify(snapshot);
  const sections = new Map(index.map(({ name }) => [name, name === KEPT ? kept : placed.sections[name as Section]]));
  const { steps = [], report = () => {} } = options;
  for (const step of steps) await step({ fs, before, after: { snapshot, sections }, dir: staging.dir, report });
  const signature = options.signer?.sign(Buffer.from(text));
  if (signature !== undefined) fs.write(join(places.staging, SIGNATURE_FILE), signature);
  fs.write(join(places.staging, SNAPSHOT_FILE), text);
  // A tree that is the same to the byte stays where it is: nobody who watches it needs to look again.
  if (placed.written === 0 && before?.text === text && before.signature === signature) fs.remove(places.staging);
  else swap(fs, places);
  const { written, unchanged, bytes } = placed;
  return { snapshot, written, unchanged, bytes, removed: countRemoved(before, placed.paths, kept) };
}

interface PlacedFiles {
  sections: Record<Section, IndexEntry[]>;
  paths: Map<string, Section>;
  written: number;
  unchanged: number;
  bytes: number;
}

async function placeAll(staging: Staging, { files, progress = () => {} }: WriteTreeOptions): Promise<PlacedFiles> {
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, [] as IndexEntry[]])) as PlacedFiles["sections"];
  const all: PlacedFiles = { sections, paths: new Map(), written: 0, unchanged: 0, bytes: 0 };
  const pool = createPool(COMPRESSED_AT_A_TIME);
  try {
    for (const file of files) {
      claim(all.paths, staging.folders, file);
      const { entry, unchanged, variants } = place(staging, file);
      all.sections[file.section].push(entry);
      all.bytes += entry.bytes;
      if (unchanged) all.unchanged++;
      else all.written++;
      if (variants) await pool.add(variants);
      if (all.paths.size % FILES_PER_TURN === 0) {
        progress(all.paths.size);
        await new Promise(setImmediate);
      }
    }
  } finally {
    await pool.drain();
  }
  return all;
}

/** @throws Error naming both files, where two want one path */
function claim(paths: Map<string, Section>, folders: ReadonlySet<string>, { path, section }: TreeFile): void {
  const fault = writeFault(path);
  if (fault) throw new Error(`a tree cannot hold ${JSON.stringify(path)} (${section}): ${fault}`);
  const other = paths.get(path);
  if (other) throw new Error(`two files of the tree have one path: ${path} (${other}) and ${path} (${section})`);
  if (folders.has(path)) throw new Error(`a file and a folder of the tree have one path: ${path} (${section})`);
  paths.set(path, section);
}

function keepShards(
  staging: Staging,
  before: Previous | undefined,
  paths: ReadonlyMap<string, Section>,
  { snapshot, keepShardsFor = RETIRED_SHARDS_MS }: WriteTreeOptions,
): KeptEntry[] {
  if (!before) return [];
  const shards = before.sections.get("shards") ?? [];
  const kept = (before.sections.get(KEPT) ?? []) as readonly KeptEntry[];
  const entries = retiredShards(shards, kept, (path) => paths.has(path), snapshot.as_of, keepShardsFor);
  return entries.flatMap((entry) => keep(staging, entry) ?? []);
}

function writeIndex(staging: Staging, sections: PlacedFiles["sections"], kept: KeptEntry[]): SnapshotRecord["index"] {
  staging.fs.makeFolder(join(staging.dir, "index"));
  const lists: [string, IndexEntry[]][] = SECTIONS.map((name) => [name, sections[name]]);
  if (kept.length > 0) lists.push([KEPT, kept]);
  return lists.map(([name, entries]) => {
    const text = sectionText(entries);
    const record = sectionRecord(name, text, entries.length);
    staging.fs.write(join(staging.dir, record.path), text);
    return record;
  });
}

function countRemoved(before: Previous | undefined, paths: ReadonlyMap<string, Section>, kept: KeptEntry[]): number {
  if (!before) return 0;
  const stays = new Set(kept.map((entry) => entry.path));
  return [...before.tree.files.keys()].filter((path) => !paths.has(path) && !stays.has(path)).length;
}
