import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { copiedFeedsStep } from "../data-files/feeds/files.ts";
import { compressAs } from "../platform/compress.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { ignoringErrors } from "../platform/lock.ts";
import { createPool } from "../platform/pool.ts";
import { VARIANT_SUFFIX } from "../tree/file.ts";
import { historySteps } from "../tree/history/steps.ts";
import { type IndexDifference, indexDifference, pathChanges } from "../tree/index-difference.ts";
import { NO_ROOTS } from "../tree/index-node.ts";
import { foreignFiles, isWhole } from "../tree/inspect.ts";
import { tooSlow, unsound } from "../tree/origins/mirror-errors.ts";
import { type MirrorIndex, readIndex } from "../tree/origins/mirror-index.ts";
import type { Head } from "../tree/origins/mirror-snapshot.ts";
import type { Origin } from "../tree/origins/origin.ts";
import { changeTree, giveUp, stageRecord } from "../tree/plan.ts";
import { expiryOf, filesByPath } from "../tree/read.ts";
import { linkOrCopy, openStaging, type Staging, stage, verifyCarried } from "../tree/staging.ts";
import { type Previous, runSteps } from "../tree/transition.ts";
import type { TreePaths } from "../tree/tree-paths.ts";
import { fileAt } from "../tree/unindexed.ts";
import { stageIndex } from "../tree/write-index.ts";
import { fileFaults } from "../verify/file.ts";
import { historyFaults, verifyTree } from "../verify/verify.ts";
import { applyDeltas } from "./deltas.ts";
import { type DownloadCache, downloadCache, type Fetched, fetchAll } from "./fetch.ts";

export interface UpdateMirrorOptions {
  origin: Origin;
  fs: TreeFileSystem;
  places: TreePaths;
  /** The current copy. Its whole index has been read, unless it cannot be. */
  before: Previous | undefined;
  /** For the whole tree, without variants. */
  maxBytes: number;
  /** Whether the files of the copy are taken to match its index, because this process checked them before. */
  trust?: boolean;
  /** Checks a staged tree before its record becomes visible; throws if it cannot be used. */
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
 * Updates the copy to a record of the origin: reads the index, fetches missing and changed files, stages and verifies them, and
 * changes the copy.
 *
 * @throws UserError `mirror-unsound`, and as `readIndex` and `fetchAll`
 */
export async function updateMirror(head: Head, options: UpdateMirrorOptions): Promise<MirrorResult> {
  const { fs, places, before, maxBytes, origin } = options;
  const downloads = downloadCache(fs, places.part);
  const { index: indexBefore } = before ?? {};
  const held = before && indexBefore && { ...before, index: indexBefore };
  const brought = held && (await applyDeltas(head.snapshot, { origin, fs, downloads, part: places.part, before: held, maxBytes }));
  const index = await readIndex(origin, head.snapshot, { maxBytes, known: indexBefore, here: brought?.index });
  const ours = filesByPath(indexBefore ?? NO_ROOTS);
  const here = await filesHere(index.entries, ours, options);
  const missing = index.entries.filter((entry) => !here.has(entry.path));
  const changed = missing.length > 0 || !(await isSame(head, options));
  const fetched = changed ? await fetchMissing(missing, downloads, options) : { files: 0, bytes: 0 };
  if (changed) await replace(head, { index, here, downloads }, options);
  downloads.keepOnly(new Set());
  const expiry = expiryOf(head.snapshot);
  return {
    snapshot: head.snapshot,
    changed,
    files: index.entries.length,
    bytes: index.bytes,
    fetched: { files: fetched.files + (brought?.fetched.files ?? 0), bytes: fetched.bytes + (brought?.fetched.bytes ?? 0) },
    expired: expiry !== undefined && expiry < options.now() ? expiry : undefined,
  };
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

/** Time limit of a run: ten minutes, a quarter of a second per file, and the time for its bytes at 4 kB/s. In ms, and bytes per ms. */
const TIMEOUT = { least: 600_000, perFile: 250, bytesPerMs: 4 };
const LONGEST_TIMER = 2 ** 31 - 1;

async function fetchMissing(missing: readonly IndexEntry[], downloads: DownloadCache, options: UpdateMirrorOptions): Promise<Fetched> {
  const { fs, places, origin, progress } = options;
  downloads.keepOnly(new Set(missing.map((entry) => entry.sha256)));
  fs.makeFolder(places.part);
  const bytes = missing.reduce((sum, entry) => sum + entry.bytes, 0);
  const timeout = TIMEOUT.least + TIMEOUT.perFile * missing.length + bytes / TIMEOUT.bytesPerMs;
  const abort = new AbortController();
  const late = () => abort.abort(tooSlow(origin.name, Math.round(timeout / 1000)));
  const timer = setTimeout(late, Math.min(timeout, LONGEST_TIMER));
  try {
    return await fetchAll(missing, { origin, fs, downloads, signal: abort.signal, ...(progress && { progress }) });
  } finally {
    clearTimeout(timer);
  }
}

/** What the next tree is made of. */
interface Found {
  index: MirrorIndex;
  /** Paths of files that the tree before has as the index wants them. */
  here: ReadonlySet<string>;
  downloads: DownloadCache;
}

async function replace(head: Head, found: Found, options: UpdateMirrorOptions): Promise<void> {
  const { fs, places, before, trust, accept, keepSnapshotsFor, report = () => {}, now } = options;
  const { index, here } = found;
  const staging = openStaging(fs, places);
  try {
    fs.makeFolder(places.staged);
    if (before && !trust) removeDamaged(before, options);
    const difference: IndexDifference = before?.index ? indexDifference(before.index, index.roots) : new Map();
    await stageMirror(staging, found, difference);
    const after = { snapshot: head.snapshot, index: index.roots };
    const gone = await runSteps([...historySteps(keepSnapshotsFor), copiedFeedsStep], staging, { before, after, difference, report });
    if (before && !trust) gone.push(...foreignFiles(fs, places.out, index.roots));
    stageRecord(staging, head.recordBytes, head.signature);
    const { faults } = await verifyTree(places.staged, { skip: (path) => here.has(path) });
    const fault = faults.find(({ kind }) => kind !== "stray");
    if (fault) throw unsound(`${fault.path} ${fault.message}`);
    await accept?.(places.staged);
    const replaced = trust ? [] : [...pathChanges(difference).values()];
    changeTree(staging, {
      before,
      record: head.recordBytes,
      index: index.roots,
      difference,
      damaged: new Set(replaced.flatMap(({ before: one }) => (one && !isWhole(fs, places.out, one) ? [one.path] : []))),
      gone,
      now: now(),
    });
  } catch (error) {
    ignoringErrors(() => giveUp(fs, places));
    throw error;
  }
}

/** Files that only the copy has: if they are damaged, the origin cannot replace them. */
function removeDamaged({ dir, snapshot, index = NO_ROOTS }: Previous, { fs }: UpdateMirrorOptions): void {
  for (const { path } of historyFaults(dir, snapshot, index)) fs.remove(join(dir, path));
}

/** Bounds the memory, as in `write-tree.ts`. */
const COMPRESSED_AT_A_TIME = 2;

/**
 * Stages the files that the copy lacks, from the download cache, and the index, identical to that of the origin. Missing variants
 * are made, not fetched: no hash covers their bytes, and not every host delivers them.
 */
async function stageMirror(staging: Staging, { downloads, index, here }: Found, difference: IndexDifference): Promise<void> {
  const { fs } = staging;
  const pool = createPool(COMPRESSED_AT_A_TIME);
  try {
    for (const [at, entry] of index.entries.entries()) {
      const kept = here.has(entry.path) ? verifyCarried(staging, entry) : undefined;
      if (!kept) stage(staging, entry.path, entry.sha256, (to) => linkOrCopy(fs, downloads.finished(entry.sha256), to));
      if (entry.encodings.length > (kept?.encodings.length ?? 0)) await pool.add(() => makeVariants(staging, entry));
      if (at % FILES_PER_TURN === 0) await new Promise(setImmediate);
    }
  } finally {
    await pool.drain();
  }
  stageIndex(staging, { index: index.roots, difference, filesBefore: undefined });
}

async function makeVariants(staging: Staging, { path, cache, encodings }: IndexEntry): Promise<void> {
  const { fs, places } = staging;
  const bytes = fs.read(fileAt(fs, places.staged, path));
  for (const encoding of encodings) {
    const compressed = await compressAs(encoding, path, bytes, cache);
    stage(staging, path + VARIANT_SUFFIX[encoding], "", (to) => fs.write(to, compressed));
  }
}
