import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { copiedFeedsStep } from "../data-files/feeds/from-archive.ts";
import { pack } from "../platform/compress.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { ignoringErrors } from "../platform/lock.ts";
import { createPool } from "../platform/pool.ts";
import { beginStaging, complete } from "../tree/complete.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import { historySteps } from "../tree/history/steps.ts";
import { type IndexDifference, indexDifference } from "../tree/index-difference.ts";
import { tooSlow, unsound } from "../tree/origins/mirror-errors.ts";
import { type MirrorIndex, readIndex } from "../tree/origins/mirror-index.ts";
import type { Head } from "../tree/origins/mirror-snapshot.ts";
import type { Origin } from "../tree/origins/origin.ts";
import { filesByPath, type TreeIndex } from "../tree/read.ts";
import { expiryOf } from "../tree/record.ts";
import { linkOrCopy, openStaging, putFile, type Staging, stays, takeOver } from "../tree/staging.ts";
import { removeTree, swap } from "../tree/swap.ts";
import { type Previous, runSteps } from "../tree/transition.ts";
import type { TreePaths } from "../tree/tree-paths.ts";
import { UNINDEXED } from "../tree/unindexed.ts";
import { writeIndex } from "../tree/write-index.ts";
import { fileFaults } from "../verify/file.ts";
import { verifyTree } from "../verify/verify.ts";
import { applyDeltas } from "./deltas.ts";
import { type DownloadCache, downloadCache } from "./download-cache.ts";
import { type Fetched, fetchAll } from "./fetch.ts";

/** A copy of a tree, with its whole index; that is empty if it cannot be read. */
export interface Copy extends Previous {
  whole: TreeIndex;
}

export interface UpdateMirrorOptions {
  origin: Origin;
  fs: TreeFileSystem;
  places: TreePaths;
  /** The current copy. */
  before: Copy | undefined;
  /** For the whole tree, without variants. */
  maxBytes: number;
  /** Whether the files of the copy are taken to match its index, because this process checked them before. */
  trust?: boolean;
  /** Checks a staged tree before it becomes visible; throws if it cannot be used. */
  accept?: (dir: string) => Promise<void>;
  /** How long a snapshot stays available after it was replaced, in ms of `as_of`; 0: not at all. */
  keepSnapshotsFor?: number | undefined;
  report?: (line: string) => void;
  progress?: (done: number, total: number) => void;
  /** ms since 1970 UTC. */
  now: () => number;
}

export interface MirrorResult {
  snapshot: SnapshotRecord;
  /** Whether the tree is another one than before. */
  changed: boolean;
  files: number;
  bytes: number;
  fetched: Fetched;
  /** Since when the snapshot is stale, ms since 1970 UTC; undefined if it is not, or does not state a period. */
  expired: number | undefined;
}

/**
 * Updates the copy to a record of the origin: reads the index, fetches missing and changed files, makes the new tree beside the
 * copy, verifies it, and replaces the copy.
 *
 * @throws UserError `mirror-unsound`, and as `readIndex` and `fetchAll`
 */
export async function updateMirror(head: Head, options: UpdateMirrorOptions): Promise<MirrorResult> {
  const { fs, places, before, maxBytes, origin } = options;
  const area = downloadCache(fs, places.part);
  const { index: indexBefore } = before ?? {};
  const held = before && indexBefore && { ...before, index: indexBefore };
  const brought = held && (await applyDeltas(head.snapshot, { origin, fs, area, part: places.part, before: held, maxBytes }));
  const index = await readIndex(origin, head.snapshot, { maxBytes, known: before?.whole.files, here: brought?.index });
  const ours = filesByPath(before?.whole.sections ?? new Map());
  const here = await filesHere(index.entries, ours, options);
  const missing = index.entries.filter((entry) => !here.has(entry.path));
  const changed = missing.length > 0 || !(await isSame(head, options));
  const fetched = changed ? await fetchMissing(missing, area, options) : { files: 0, bytes: 0 };
  if (changed) await replace(head, { index, here, ours, area }, options);
  area.keepOnly(new Set());
  const expiry = expiryOf(head.snapshot);
  return {
    snapshot: head.snapshot,
    changed,
    files: index.entries.length,
    bytes: index.bytes,
    fetched: {
      files: fetched.files + (brought?.fetched.files ?? 0),
      bytes: fetched.bytes + (brought?.fetched.bytes ?? 0),
    },
    expired: expiry !== undefined && expiry < options.now() ? expiry : undefined,
  };
}

/** Files that only the copy has: if they are damaged, the origin cannot replace them, and they are left out. */
function isOwn(path: string): boolean {
  return UNINDEXED.deltas.isFile(path) || UNINDEXED.pins.isFile(path);
}

/** The event loop gets a turn after this many files. */
const FILES_PER_TURN = 64;

/** Paths of files of the copy that match the index. */
async function filesHere(
  entries: readonly IndexEntry[],
  ours: ReadonlyMap<string, IndexEntry>,
  { before, fs, trust = false }: UpdateMirrorOptions,
): Promise<ReadonlySet<string>> {
  const here = new Set<string>();
  if (!before) return here;
  const { dir } = before;
  for (const [at, entry] of entries.entries()) {
    if (at % FILES_PER_TURN === 0) await new Promise(setImmediate);
    if (ours.get(entry.path)?.sha256 !== entry.sha256) continue;
    const whole = trust ? fs.stat(`${dir}/${entry.path}`)?.size === entry.bytes : fileFaults(dir, entry).length === 0;
    if (whole) here.add(entry.path);
  }
  return here;
}

/** Whether the copy, whose files are undamaged, already is this tree. */
async function isSame({ recordBytes, signature }: Head, { before, places, trust }: UpdateMirrorOptions): Promise<boolean> {
  if (before?.text !== recordBytes.toString("utf8") || before.signature !== signature) return false;
  return trust === true || (await verifyTree(places.out)).ok;
}

/**
 * Time limit of a run: ten minutes, a quarter of a second per file, and the time for its bytes at 4 kB/s. In ms, and bytes per ms.
 */
const TIMEOUT = { least: 600_000, perFile: 250, bytesPerMs: 4 };
const LONGEST_TIMER = 2 ** 31 - 1;

async function fetchMissing(missing: readonly IndexEntry[], area: DownloadCache, options: UpdateMirrorOptions): Promise<Fetched> {
  const { fs, places, origin, progress } = options;
  area.keepOnly(new Set(missing.map((entry) => entry.sha256)));
  fs.makeFolder(places.part);
  const bytes = missing.reduce((sum, entry) => sum + entry.bytes, 0);
  const timeout = TIMEOUT.least + TIMEOUT.perFile * missing.length + bytes / TIMEOUT.bytesPerMs;
  const abort = new AbortController();
  const late = () => abort.abort(tooSlow(origin.name, Math.round(timeout / 1000)));
  const timer = setTimeout(late, Math.min(timeout, LONGEST_TIMER));
  try {
    return await fetchAll(missing, { origin, fs, area, signal: abort.signal, ...(progress && { progress }) });
  } finally {
    clearTimeout(timer);
  }
}

/** What the next tree is made of. */
interface Found {
  index: MirrorIndex;
  /** Paths of files that the tree before has as the index wants them. */
  here: ReadonlySet<string>;
  /** Every file of the tree before, by path. */
  ours: ReadonlyMap<string, IndexEntry>;
  area: DownloadCache;
}

async function replace(
  head: Head,
  found: Found,
  { fs, places, before, trust, accept, keepSnapshotsFor, report = () => {} }: UpdateMirrorOptions,
): Promise<void> {
  const { index, here } = found;
  const staging = openStaging(fs, places.staging, before?.dir);
  try {
    // A tree that is verified as a whole is made from the beginning, so that damage in the older tree does not matter.
    if (!trust) removeTree(fs, places.before);
    await beginStaging(staging, places, before, report);
    const difference = before?.index ? indexDifference(before.index, index.index) : new Map();
    await stageMirror(staging, found, difference);
    const after = { snapshot: head.snapshot, index: index.index };
    const outdated = await runSteps([...historySteps(keepSnapshotsFor), copiedFeedsStep], {
      fs,
      before,
      after,
      difference,
      dir: staging.dir,
      report,
    });
    if (head.signature !== undefined) fs.write(join(staging.dir, SIGNATURE_FILE), head.signature);
    fs.write(join(staging.dir, SNAPSHOT_FILE), head.recordBytes);
    const skip = trust === true ? (path: string) => here.has(path) : undefined;
    const { faults } = await verifyTree(places.staging, { skip });
    const fault = faults.find(({ path }) => !isOwn(path));
    for (const { path } of faults) if (isOwn(path)) fs.remove(join(places.staging, path));
    if (fault) throw unsound(`${fault.path} ${fault.message}`);
    await accept?.(places.staging);
    swap(fs, places, trust ? "keep" : "remove", outdated);
  } catch (error) {
    ignoringErrors(() => removeTree(fs, places.staging));
    throw error;
  }
}

/** Bounds the memory, as in `write-tree.ts`. */
const COMPRESSED_AT_A_TIME = 2;

/**
 * Makes a tree of files that are all present: those of the previous tree as links, the others from the download cache; then the
 * index, identical to that of the origin. Missing variants are made, not fetched: no hash covers their bytes, and not every host
 * delivers them.
 */
async function stageMirror(staging: Staging, { area, index, here, ours }: Found, difference: IndexDifference): Promise<void> {
  const pool = createPool(COMPRESSED_AT_A_TIME);
  try {
    for (const [at, entry] of index.entries.entries()) {
      const kept = here.has(entry.path) ? stays(staging, entry) : undefined;
      const former = ours.get(entry.path);
      if (!kept) putFile(staging, entry.path, former, (to) => linkOrCopy(staging.fs, area.finished(entry.sha256), to));
      if (entry.encodings.length > (kept?.encodings.length ?? 0)) {
        if (kept) takeOver(staging, kept, former);
        await pool.add(() => makeVariants(staging, entry));
      }
      if (at % FILES_PER_TURN === 0) await new Promise(setImmediate);
    }
  } finally {
    await pool.drain();
  }
  complete(staging, index.index, difference);
  writeIndex(staging, { index: index.index, difference, filesBefore: undefined });
}

async function makeVariants({ fs, dir }: Staging, { path, cache, encodings }: IndexEntry): Promise<void> {
  const bytes = fs.read(join(dir, path));
  for (const encoding of encodings) {
    fs.write(join(dir, path + VARIANT_SUFFIX[encoding]), await pack(encoding, path, bytes, cache));
  }
}
