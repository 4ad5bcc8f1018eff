import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { changesFiles } from "../history/changes/files.ts";
import { changesFaults } from "../history/changes/verify.ts";
import { isWholePin } from "../history/pins/join.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { createPool } from "../platform/pool.ts";
import type { Fault } from "../tree/fault.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import { countFault, indexFaults, KEPT } from "../tree/index-section.ts";
import { readRecord, readSections, type Sections } from "../tree/read.ts";
import { statusFaults } from "../tree/status-files.ts";
import { UNINDEXED, unindexedFiles } from "../tree/unindexed.ts";
import { deltaFaults } from "./deltas.ts";
import { type ContentCheck, checkedFaults, fileFaults, lookAtFile } from "./file.ts";
import { keptFaults, recordFaults } from "./record.ts";
import { startThreads } from "./threads.ts";

export interface VerifyReport {
  ok: boolean;
  snapshot: SnapshotRecord;
  /** Files of the index that were looked at, and their size. */
  files: number;
  bytes: number;
  faults: Fault[];
}

export interface VerifyOptions {
  /** Looks at the content of a file that has the right hash: what is wrong with it, or undefined. */
  check?: ContentCheck | undefined;
  /** Whether a file need not be looked at, because it has been. */
  skip?: ((path: string) => boolean) | undefined;
  /** Told now and then how many files of how many are done. */
  progress?: (done: number, total: number) => void;
}

/**
 * Looks at every byte of a tree: each file against size, hash and ETag of the index, its variants against itself, the
 * record against the index, the form of the status, and the folder for files that no index names.
 *
 * @throws UserError `tree-missing`, or `tree-broken` where record or index cannot be read at all
 */
export async function verifyTree(dir: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { snapshot } = await readRecord(dir);
  const sections = await readSections(dir, snapshot);
  const entries = [...sections].filter(([name]) => name !== KEPT).flatMap(([, list]) => list);
  const kept = sections.get(KEPT) ?? [];
  const all = [...entries, ...kept];
  const faults: Fault[] = [
    ...sectionFaults(snapshot, sections),
    ...recordFaults(snapshot, entries),
    ...keptFaults(kept),
    ...(await faultsOfFiles(dir, all, options)),
  ];
  const feed = await changesFiles(dir);
  faults.push(...feed.flatMap((entry) => fileFaults(dir, entry)));
  faults.push(...changesFaults(dir, snapshot, feed, options.skip === undefined));
  for (const path of strays(dir, snapshot, [...all, ...feed])) {
    faults.push({ path, kind: "stray", message: "is not in the index" });
  }
  faults.push(...statusFaults(dir));
  if (!options.skip) faults.push(...pinFaults(dir));
  if (!options.skip) faults.push(...deltaFaults(dir, snapshot, sections));
  return { ok: faults.length === 0, snapshot, files: all.length, bytes: sizeOf(all), faults };
}

/** Whether each pin is as it was written. */
function pinFaults(dir: string): Fault[] {
  const pins = unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.pins);
  const damaged = pins.filter((path) => !isWholePin(NODE_FILE_SYSTEM.read(join(dir, path))));
  return damaged.map((path) => ({ path, kind: "changed", message: "is not the pin that was written" }));
}

/** A tree that is smaller has been looked at before threads have started. */
const FEW = { files: 4_000, bytes: 64_000_000 };

/** What a thread looks at in one go bounds what is held in memory. */
const BATCH = { files: 128, bytes: 4_000_000 };

/** In the order of the files. */
async function faultsOfFiles(dir: string, all: readonly IndexEntry[], options: VerifyOptions): Promise<Fault[]> {
  const { skip, check, progress } = options;
  const entries = skip ? all.filter(({ path }) => !skip(path)) : all;
  const isSmall = entries.length < FEW.files && sizeOf(entries) < FEW.bytes;
  const threads = isSmall ? undefined : startThreads({ dir, wantsBytes: check !== undefined });
  const pool = createPool(threads?.width ?? 1);
  const found: Fault[][] = [];
  let done = all.length - entries.length;
  const look = async (batch: readonly IndexEntry[], at: number) => {
    const looked = await threads?.look(batch);
    found[at] = batch.flatMap((entry, file) => checkedFaults(entry, looked?.[file] ?? lookAtFile(dir, entry), check));
    progress?.((done += batch.length), all.length);
    await new Promise(setImmediate);
  };
  try {
    for (const [at, batch] of [...batchesOf(entries)].entries()) await pool.add(() => look(batch, at));
    await pool.drain();
  } finally {
    await threads?.close();
  }
  return found.flat();
}

function* batchesOf(entries: readonly IndexEntry[]): Iterable<readonly IndexEntry[]> {
  let batch: IndexEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length === BATCH.files || (batch.length > 0 && bytes + entry.bytes > BATCH.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += entry.bytes;
  }
  if (batch.length > 0) yield batch;
}

function sizeOf(entries: readonly IndexEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Whether record and sections fit together, and no path stands there twice. */
function sectionFaults(snapshot: SnapshotRecord, sections: Sections): Fault[] {
  const faults: Fault[] = [];
  const say = (path: string, message: string) => faults.push({ path, kind: "record", message });
  for (const message of indexFaults(snapshot)) say(SNAPSHOT_FILE, message);
  const seen = new Map<string, string>();
  for (const section of snapshot.index) {
    const { path } = section;
    const entries = sections.get(section.name) ?? [];
    const fault = countFault(section, entries);
    if (fault) say(path, fault);
    for (const entry of entries) {
      const other = seen.get(entry.path);
      if (other) say(path, `names ${entry.path}, which ${other} names too`);
      seen.set(entry.path, path);
    }
  }
  return faults;
}

/** Everything in the folder that is neither a file of the index nor a variant, a section, the record, the status or a delta. */
function strays(dir: string, snapshot: SnapshotRecord, entries: readonly IndexEntry[]): string[] {
  const known = new Set([SNAPSHOT_FILE, SIGNATURE_FILE, ...snapshot.index.map((section) => section.path)]);
  for (const { path, encodings } of entries) {
    known.add(path);
    for (const encoding of encodings) known.add(path + VARIANT_SUFFIX[encoding]);
  }
  const { status, deltas, pins, feeds, data } = UNINDEXED;
  const isKnown = (path: string) =>
    known.has(path) || [status, deltas, pins, feeds, data].some((kind) => kind.isFile(path));
  return [...walk(dir, "")].filter((path) => !isKnown(path));
}

/** Paths of all that is no folder. Links are listed, not followed. */
function* walk(dir: string, prefix: string): Iterable<string> {
  for (const entry of readdirSync(join(dir, prefix), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* walk(dir, `${prefix}${entry.name}/`);
    else yield prefix + entry.name;
  }
}
