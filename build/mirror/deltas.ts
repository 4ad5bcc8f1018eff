import type { SnapshotPosition } from "../contract/resources/resources.ts";
import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { applyDelta, type BaseTree, isIndexOf } from "../tree/history/deltas/apply.ts";
import { type Delta, decodeDelta } from "../tree/history/deltas/delta.ts";
import { type IndexNode, type IndexRoots, nodesBelow } from "../tree/index-node.ts";
import { tooSlow } from "../tree/origins/mirror-errors.ts";
import { type Origin, readWhole } from "../tree/origins/origin.ts";
import { contentsOf, fileReader, type Previous } from "../tree/transition.ts";
import { DELTA_KINDS, deltaFile } from "../tree/unindexed.ts";
import type { DownloadCache, Fetched } from "./fetch.ts";

interface ApplyDeltasOptions {
  origin: Origin;
  fs: TreeFileSystem;
  downloads: DownloadCache;
  /** Folder of the download cache. */
  part: string;
  before: Previous & { index: IndexRoots };
  /** Limit for the contents. If they exceed it, files are fetched instead, and errors are reported there. */
  maxBytes: number;
}

/** What deltas have brought: the files of the new index, where they led to the snapshot; contents are in the download cache. */
interface AppliedDeltas {
  index: Iterable<IndexNode>;
  fetched: Fetched;
}

/** Maximum number of deltas: more cost more than fetching the changed files. */
const MAX_STEPS = 80;

/** Maximum compressed size of all deltas, about that of the index, which would be fetched otherwise. */
const MAX_BYTES = 4_000_000;

/** Maximum unpacked size of all deltas: useless deltas must not fill the disk. */
const MAX_CONTENTS = 64_000_000;

/** Time limit for all deltas, ms: slow deltas must not delay the fetching of files for long. */
const TIMEOUT_MS = 120_000;

/**
 * Applies deltas from the copy towards the snapshot of the origin, as far as there are any. They need no trust: contents are stored
 * by their hash like fetched files, and an index is used only if it is that of the snapshot.
 */
export async function applyDeltas(to: SnapshotRecord, options: ApplyDeltasOptions): Promise<AppliedDeltas> {
  const fetched: Fetched = { files: 0, bytes: 0 };
  const none = { index: [], fetched };
  let at: SnapshotPosition = options.before.snapshot;
  let held = baseTree(options);
  let room = Math.min(options.maxBytes, MAX_CONTENTS);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow("the deltas", TIMEOUT_MS / 1000)), TIMEOUT_MS);
  try {
    for (let step = 0; at.id !== to.id || at.as_of !== to.as_of; step++) {
      const delta = step < MAX_STEPS ? await nextDelta({ at, to, fetched }, options, late.signal) : undefined;
      if (!delta) return none;
      room -= delta.contents.reduce((sum, { bytes }) => sum + bytes, 0);
      if (room < 0) return none;
      held = take(held, delta, options);
      at = delta.to;
    }
  } catch (error) {
    if (error instanceof UserError && IN_VAIN.test(error.code)) return none;
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return isIndexOf(held.index, to) ? { index: nodesBelow(held.index.values()), fetched } : none;
}

/** Errors after which files are fetched, as if there were no deltas. */
const IN_VAIN = /^(?:delta|mirror)-/;

function baseTree({ before, downloads, fs }: ApplyDeltasOptions): BaseTree {
  const ours = contentsOf({ index: before.index, read: fileReader(fs, before.dir) });
  const content = (sha256: string) => {
    const finished = downloads.finished(sha256);
    return fs.stat(finished)?.kind === "file" ? fs.read(finished) : ours(sha256);
  };
  return { index: before.index, content };
}

/** The delta that leads farthest without going beyond the snapshot. */
async function nextDelta(
  { at, to, fetched }: { at: SnapshotPosition; to: SnapshotRecord; fetched: Fetched },
  { origin }: ApplyDeltasOptions,
  signal: AbortSignal,
): Promise<Delta | undefined> {
  const far = to.sequence - at.sequence > FEW_STEPS;
  for (const kind of far ? DELTA_KINDS : ["step" as const]) {
    const file = await readDelta(origin, deltaFile(kind, at), { maxBytes: MAX_BYTES - fetched.bytes, signal });
    if (!file) continue;
    fetched.bytes += file.length;
    fetched.files++;
    const delta = decodeDelta(file);
    if (delta.from.id === at.id && delta.to.sequence <= to.sequence && isLater(delta.to, at)) return delta;
  }
  return undefined;
}

/** A tree may be built again from the same data, with the same `as_of`. */
function isLater(next: SnapshotPosition, at: SnapshotPosition): boolean {
  return next.as_of >= at.as_of && next.sequence >= at.sequence && (next.as_of > at.as_of || next.sequence > at.sequence);
}

/** For this number of steps or fewer, coarser deltas are not tried. */
const FEW_STEPS = 3;

async function readDelta(origin: Origin, path: string, within: { maxBytes: number; signal: AbortSignal }): Promise<Buffer | undefined> {
  try {
    return await readWhole(origin, path, { ...within, expected: Math.min(EXPECTED, within.maxBytes) });
  } catch (error) {
    if (error instanceof UserError && NOT_THERE.has(error.code)) return undefined;
    throw error;
  }
}

/** Expected bytes of a delta of a minute, with reserve: the usual size is a third. */
const EXPECTED = 60_000;
const NOT_THERE = new Set(["mirror-missing", "mirror-refused"]);

function take(held: BaseTree, delta: Delta, { fs, downloads, part }: ApplyDeltasOptions): BaseTree {
  const applied = applyDelta(held, delta);
  if (applied.contents.length > 0) fs.makeFolder(part);
  for (const { sha256, bytes } of applied.contents) put(fs, downloads, sha256, bytes);
  return { index: applied.index, content: held.content };
}

function put(fs: TreeFileSystem, downloads: DownloadCache, sha256: string, bytes: Uint8Array): void {
  if (fs.stat(downloads.finished(sha256))) return;
  const begun = downloads.begun(sha256);
  fs.remove(begun);
  fs.write(begun, bytes);
  fs.rename(begun, downloads.finished(sha256));
}
