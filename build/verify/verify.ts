import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { createPool } from "../platform/pool.ts";
import { type Fault, SIGNATURE_FILE, SNAPSHOT_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import { changesFaults, changesFiles } from "../tree/history/changes/read.ts";
import { type Delta, decodeDelta, isSameSnapshot, type SnapshotName } from "../tree/history/deltas/delta.ts";
import { isWholePin } from "../tree/history/pins/files.ts";
import { type IndexFile, indexFaults, KEPT_SECTION } from "../tree/index-section.ts";
import { readIndex, readInsideSync, readRecord, type Sections } from "../tree/read.ts";
import { statusFaults } from "../tree/status-files.ts";
import {
  DATA_FOLDER,
  DATA_PACKAGE,
  DELTA_KINDS,
  deltaFile,
  deltaFolder,
  PARTS_LIST,
  UNINDEXED,
  unindexedFiles,
} from "../tree/unindexed.ts";
import { type ContentCheck, checkedFaults, checkFile, fileFaults } from "./file.ts";
import { keptFaults, recordFaults } from "./record.ts";
import { startThreads } from "./threads.ts";

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
  const { sections, files: index } = await readIndex(dir, snapshot);
  const entries = [...sections].filter(([name]) => name !== KEPT_SECTION).flatMap(([, list]) => list);
  const kept = sections.get(KEPT_SECTION) ?? [];
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
  for (const path of strays(dir, index, [...all, ...feed])) {
    faults.push({ path, kind: "stray", message: "is not in the index" });
  }
  faults.push(...statusFaults(dir));
  if (!options.skip) faults.push(...dataFaults(dir));
  if (!options.skip) faults.push(...historyFaults(dir, snapshot, sections));
  return { ok: faults.length === 0, snapshot, files: all.length, bytes: sizeOf(all), faults };
}

/** The faults of pins and deltas. */
export function historyFaults(dir: string, snapshot: SnapshotRecord, sections: Sections): Fault[] {
  return [...pinFaults(dir), ...deltaFaults(dir, snapshot, sections)];
}

/** Checks each pin against its checksum. */
function pinFaults(dir: string): Fault[] {
  const pins = unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.pins);
  const damaged = pins.filter((path) => !isWholePin(NODE_FILE_SYSTEM.read(join(dir, path))));
  return damaged.map((path) => ({ path, kind: "changed", message: "does not match its checksum" }));
}

/** Smaller trees are checked in this thread: that is faster than starting others. */
const FEW = { files: 4_000, bytes: 64_000_000 };

/** Limits of a batch, which bound the memory in use. */
const BATCH = { files: 128, bytes: 4_000_000 };

/** Faults in the order of the files. */
async function faultsOfFiles(dir: string, all: readonly IndexEntry[], options: VerifyOptions): Promise<Fault[]> {
  const { skip, check, progress } = options;
  const entries = skip ? all.filter(({ path }) => !skip(path)) : all;
  const isSmall = entries.length < FEW.files && sizeOf(entries) < FEW.bytes;
  const threads = isSmall ? undefined : startThreads({ dir, wantsBytes: check !== undefined });
  const pool = createPool(threads?.width ?? 1);
  const found: Fault[][] = [];
  let done = all.length - entries.length;
  const checkBatch = async (batch: readonly IndexEntry[], at: number) => {
    const checked = await threads?.check(batch);
    found[at] = batch.flatMap((entry, file) => checkedFaults(entry, checked?.[file] ?? checkFile(dir, entry), check));
    progress?.((done += batch.length), all.length);
    await new Promise(setImmediate);
  };
  try {
    for (const [at, batch] of [...batchesOf(entries)].entries()) await pool.add(() => checkBatch(batch, at));
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

/** Checks that record and sections agree, and that no path occurs twice. */
function sectionFaults(snapshot: SnapshotRecord, sections: Sections): Fault[] {
  const faults: Fault[] = [];
  const say = (path: string, message: string) => faults.push({ path, kind: "record", message });
  for (const message of indexFaults(snapshot)) say(SNAPSHOT_FILE, message);
  const seen = new Map<string, string>();
  for (const [name, entries] of sections) {
    for (const { path } of entries) {
      const other = seen.get(path);
      if (other) say(SNAPSHOT_FILE, `has ${path} in the index sections ${other} and ${name}`);
      seen.set(path, name);
    }
  }
  return faults;
}

/** Everything in the folder that is neither a file of the index nor a variant, of the index itself, the record, the status or a delta. */
function strays(dir: string, index: readonly IndexFile[], entries: readonly IndexEntry[]): string[] {
  const known = new Set([SNAPSHOT_FILE, SIGNATURE_FILE, ...index.map(({ path }) => path)]);
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

/**
 * Faults of the data files of a tree: `datapackage.json` has the size and the hash of each, and the list of parts those of the files by
 * year. A tree may have none: mirrors do not copy them.
 */
export function dataFaults(dir: string): Fault[] {
  const paths = unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.data);
  if (paths.length === 0) return [];
  const read = (path: string) => Buffer.from(NODE_FILE_SYSTEM.read(join(dir, path)));
  let described: Map<string, Described>;
  try {
    described = new Map([
      ...(paths.includes(PARTS_LIST) ? inList(read(PARTS_LIST).toString("utf8")) : []),
      ...inPackage(read(DATA_PACKAGE).toString("utf8")),
    ]);
  } catch (error) {
    return [{ path: DATA_PACKAGE, kind: "content", message: `does not describe the data files: ${(error as Error).message}` }];
  }
  const known = new Set([...described.keys(), DATA_PACKAGE]);
  return [
    ...[...described].flatMap(([path, one]): Fault[] => {
      if (!paths.includes(path)) return [{ path, kind: "missing", message: "is described as a data file, but missing" }];
      const bytes = read(path);
      const isSame = bytes.length === one.bytes && sha256(bytes) === one.sha256;
      return isSame ? [] : [{ path, kind: "changed", message: "is not the file that its description says" }];
    }),
    ...paths.filter((path) => !known.has(path)).map((path): Fault => ({ path, kind: "stray", message: "is described nowhere" })),
  ];
}

interface Described {
  bytes: number;
  sha256: string;
}

/** @throws Error if it is not a package */
function inPackage(text: string): [path: string, Described][] {
  const { resources } = JSON.parse(text) as { resources: { path: string | string[]; bytes: number; hash: string }[] };
  return resources.flatMap(({ path, bytes, hash }): [string, Described][] =>
    typeof path === "string" ? [[DATA_FOLDER + path, { bytes, sha256: hash.replace("sha256:", "") }]] : [],
  );
}

/** The first column is the file, the last two its size and its SHA-256; no value has a comma. */
function inList(text: string): [path: string, Described][] {
  const rows = text.trimEnd().split("\n").slice(1);
  return rows.map((row) => {
    const cells = row.split(",");
    return [DATA_FOLDER + cells[0], { bytes: Number(cells.at(-2)), sha256: cells.at(-1) ?? "" }];
  });
}

/**
 * The faults of the deltas of a tree. Each delta must unpack, start at the snapshot in its name, and contain what its hashes state.
 * If a chain of deltas leads from its end to the snapshot of the tree, its changes must agree with the tree: each changed file is
 * as the tree has it, or a later delta changed it again. The tree at which a delta starts no longer exists, so the delta cannot be
 * applied.
 */
function deltaFaults(dir: string, snapshot: SnapshotRecord, sections: Sections): Fault[] {
  const faults: Fault[] = [];
  const deltas: Read[] = [];
  for (const path of unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.deltas)) {
    const read = readDelta(dir, path, snapshot);
    if (typeof read === "string") faults.push({ path, kind: "delta", message: read });
    else deltas.push({ path, delta: read });
  }
  return [...faults, ...chainFaults(deltas, snapshot, sections)];
}

interface Read {
  path: string;
  /** Without the encoded contents. */
  delta: Omit<Delta, "encoded">;
}

/** The delta, or its fault. */
function readDelta(dir: string, path: string, { as_of: asOf, sequence }: SnapshotRecord): Read["delta"] | string {
  const bytes = readInsideSync(dir, path);
  if (!bytes) return "is not a regular file";
  let delta: Delta;
  try {
    delta = decodeDelta(bytes);
  } catch (error) {
    return (error as Error).message.replace(/^the delta /, "");
  }
  const { from, to, contents, encoded } = delta;
  if (!DELTA_KINDS.some((kind) => deltaFile(kind, from) === path))
    return `starts at the snapshot ${from.id}, as of ${from.as_of}, not from the one in its name`;
  if (to.as_of < from.as_of || to.sequence < from.sequence) return `leads back from number ${from.sequence} to ${to.sequence}`;
  if (to.as_of > asOf || to.sequence > sequence) return `leads to snapshot ${to.id}, which is newer than the tree`;
  const wrong = contents.findIndex((content, at) => content.base === null && sha256(encoded[at] ?? "") !== content.sha256);
  if (wrong >= 0) return `has a content whose hash is not ${contents[wrong]?.sha256}`;
  return { from, to, sections: delta.sections, contents };
}

/** Goes back from the snapshot of the tree, step by step, and collects the paths that were changed since. */
function chainFaults(deltas: readonly Read[], snapshot: SnapshotRecord, sections: Sections): Fault[] {
  const now = new Map([...sections].flatMap(([name, entries]) => entries.map((entry) => [keyOf(name, entry.path), entry])));
  const since = new Set<string>();
  const faults: Fault[] = [];
  const left = new Set(deltas);
  for (let at: SnapshotName | undefined = snapshot; at !== undefined; ) {
    const here: SnapshotName = at;
    const ending = [...left].filter(({ delta }) => isSameSnapshot(delta.to, here));
    for (const read of ending) {
      left.delete(read);
      const wrong = deltaFault(read.delta, now, since);
      if (wrong !== undefined) faults.push({ path: read.path, kind: "delta", message: wrong });
    }
    const step = ending.find(({ path }) => path.startsWith(deltaFolder("step")));
    for (const { name, put, gone } of step?.delta.sections ?? []) {
      for (const path of [...put.map((entry) => entry.path), ...gone]) since.add(keyOf(name, path));
    }
    at = step?.delta.from;
  }
  return faults;
}

function deltaFault({ sections }: Read["delta"], now: ReadonlyMap<string, IndexEntry>, since: ReadonlySet<string>): string | undefined {
  for (const { name, put, gone } of sections) {
    for (const entry of put) {
      const key = keyOf(name, entry.path);
      if (!since.has(key) && JSON.stringify(now.get(key)) !== JSON.stringify(entry))
        return `does not lead to the snapshot of the tree: ${entry.path} is different in the tree`;
    }
    const left = gone.find((path) => !since.has(keyOf(name, path)) && now.has(keyOf(name, path)));
    if (left !== undefined) return `does not lead to the snapshot of the tree: ${left} is still in the tree`;
  }
  return undefined;
}

function keyOf(section: string, path: string): string {
  return `${section} ${path}`;
}
