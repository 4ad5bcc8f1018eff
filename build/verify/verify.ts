import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type IndexEntry, SNAPSHOT_FILE, type SnapshotRecord } from "../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { type Fault, SIGNATURE_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import { changesFaults, changesFiles } from "../tree/history/changes/read.ts";
import { isWholePin } from "../tree/history/pins/files.ts";
import { entriesBelow, type IndexRoots, nodesBelow } from "../tree/index-node.ts";
import { indexFaults, KEPT_SECTION } from "../tree/index-section.ts";
import { readIndex, readRecord } from "../tree/read.ts";
import { statusFaults } from "../tree/status-files.ts";
import { UNINDEXED, unindexedFiles } from "../tree/unindexed.ts";
import { type ContentCheck, fileFaults, keptFaults, recordFaults } from "./file.ts";
import { dataFaults, deltaFaults } from "./unindexed.ts";

export interface VerifyReport {
  ok: boolean;
  snapshot: SnapshotRecord;
  /** The number of checked files of the index, and their size. */
  files: number;
  bytes: number;
  faults: Fault[];
}

export interface VerifyOptions {
  /** Checks the content of a file with the right hash; returns its fault, or undefined. */
  check?: ContentCheck | undefined;
  /** Whether a file was checked before and can be skipped. */
  skip?: ((path: string) => boolean) | undefined;
  /** Called from time to time with the numbers of checked and of all files. */
  progress?: (done: number, total: number) => void;
}

/**
 * Checks every byte of a tree: each file against size, hash and ETag in the index, its variants against the file, the record
 * against the index, the form of the status; and finds files that no index names.
 *
 * @throws UserError `tree-missing`, or `tree-damaged` if record or index cannot be read
 */
export async function verifyTree(dir: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { snapshot } = await readRecord(dir);
  const index = await readIndex(dir, snapshot);
  const roots = [...index.values()];
  const entries = [...entriesBelow(roots.filter(({ section }) => section !== KEPT_SECTION))];
  const kept = [...entriesBelow(roots.filter(({ section }) => section === KEPT_SECTION))];
  const all = [...entries, ...kept];
  const faults: Fault[] = [
    ...sectionFaults(snapshot, index),
    ...recordFaults(snapshot, entries),
    ...keptFaults(kept),
    ...(await faultsOfFiles(dir, all, options)),
  ];
  const feed = await changesFiles(dir);
  faults.push(...feed.flatMap((entry) => fileFaults(dir, entry)));
  faults.push(...changesFaults(dir, snapshot, feed, options.skip === undefined));
  for (const path of strays(dir, index, [...all, ...feed])) {
    faults.push({ path, kind: "stray", message: "is not in the index" });
  }
  faults.push(...statusFaults(dir));
  if (!options.skip) faults.push(...dataFaults(dir));
  if (!options.skip) faults.push(...historyFaults(dir, snapshot, index));
  return { ok: faults.length === 0, snapshot, files: all.length, bytes: sizeOf(all), faults };
}

/** The faults of pins and deltas. */
export function historyFaults(dir: string, snapshot: SnapshotRecord, index: IndexRoots): Fault[] {
  return [...pinFaults(dir), ...deltaFaults(dir, snapshot, index)];
}

/** Checks each pin against its checksum. */
function pinFaults(dir: string): Fault[] {
  const pins = unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.pins);
  const damaged = pins.filter((path) => !isWholePin(NODE_FILE_SYSTEM.read(join(dir, path))));
  return damaged.map((path) => ({ path, kind: "changed", message: "does not match its checksum" }));
}

/** The event loop gets a turn after this many files. */
const FILES_PER_TURN = 64;

/** Faults in the order of the files. */
async function faultsOfFiles(dir: string, all: readonly IndexEntry[], { skip, check, progress }: VerifyOptions): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [at, entry] of all.entries()) {
    if (!skip?.(entry.path)) faults.push(...fileFaults(dir, entry, check));
    if ((at + 1) % FILES_PER_TURN > 0 && at + 1 < all.length) continue;
    progress?.(at + 1, all.length);
    await new Promise(setImmediate);
  }
  return faults;
}

function sizeOf(entries: readonly IndexEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Checks that record and sections agree, and that no path occurs twice. */
function sectionFaults(snapshot: SnapshotRecord, index: IndexRoots): Fault[] {
  const faults: Fault[] = [];
  const say = (path: string, message: string) => faults.push({ path, kind: "record", message });
  for (const message of indexFaults(snapshot)) say(SNAPSHOT_FILE, message);
  const seen = new Map<string, string>();
  for (const [name, root] of index) {
    for (const { path } of entriesBelow([root])) {
      const other = seen.get(path);
      if (other) say(SNAPSHOT_FILE, `has ${path} in the index sections ${other} and ${name}`);
      seen.set(path, name);
    }
  }
  return faults;
}

/** Everything in the folder that is neither a file of the index nor a variant, of the index itself, the record, the status or a delta. */
function strays(dir: string, index: IndexRoots, entries: readonly IndexEntry[]): string[] {
  const known = new Set([SNAPSHOT_FILE, SIGNATURE_FILE, ...Array.from(nodesBelow(index.values()), ({ path }) => path)]);
  for (const { path, encodings } of entries) {
    known.add(path);
    for (const encoding of encodings) known.add(path + VARIANT_SUFFIX[encoding]);
  }
  const { status, deltas, pins, feeds, data, replaced } = UNINDEXED;
  const isKnown = (path: string) => known.has(path) || [status, deltas, pins, feeds, data, replaced].some((kind) => kind.isFile(path));
  return [...walk(dir, "")].filter((path) => !isKnown(path));
}

/** Paths of everything except folders. Links are listed, not followed. */
function* walk(dir: string, prefix: string): Iterable<string> {
  for (const entry of readdirSync(join(dir, prefix), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* walk(dir, `${prefix}${entry.name}/`);
    else yield prefix + entry.name;
  }
}
