import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { applyDelta, type BaseTree, sectionsOf } from "../history/deltas/apply.ts";
import { type Delta, decodeDelta, type SnapshotName } from "../history/deltas/delta.ts";
import { contentsOf, sideOf } from "../history/deltas/side.ts";
import { tooSlow } from "../origins/mirror-errors.ts";
import { type Origin, readWhole } from "../origins/origin.ts";
import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import type { Previous } from "../tree/transition.ts";
import { DELTA_KINDS, deltaFile } from "../tree/unindexed.ts";
import type { DownloadCache } from "./download-cache.ts";
import type { Fetched } from "./fetch.ts";

export interface ApplyDeltasOptions {
  origin: Origin;
  fs: TreeFileSystem;
  area: DownloadCache;
  /** Folder of the area. */
  part: string;
  before: Previous;
  /** Of the contents; what is more is left to those who fetch, who say what is wrong. */
  maxBytes: number;
}

/** What deltas have brought: texts of the new index by SHA-256, where they led to the snapshot; contents lie in the area. */
export interface AppliedDeltas {
  sections: ReadonlyMap<string, Buffer>;
  fetched: Fetched;
}

/** More steps than this cost more than the files that have changed. */
const MAX_STEPS = 80;

/** As much compressed; the index alone, which is fetched otherwise, has about as many bytes. */
const MAX_BYTES = 4_000_000;

/** As much unpacked: whoever sends deltas that lead nowhere is not to fill the disk with them. */
const MAX_CONTENTS = 64_000_000;

/** All of them within that time, ms; who sends each a little too slowly does not keep us from the files for long. */
const TIMEOUT_MS = 120_000;

/**
 * Follows deltas from the copy that we have to the snapshot of the origin, as far as there are any. Nothing of them has to be
 * believed: contents go where fetched ones go, by their hash, and an index that is not the snapshot's is not used.
 */
export async function applyDeltas(to: SnapshotRecord, options: ApplyDeltasOptions): Promise<AppliedDeltas> {
  const fetched: Fetched = { files: 0, bytes: 0 };
  const none = { sections: new Map<string, Buffer>(), fetched };
  let at: SnapshotName = options.before.snapshot;
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
  const texts = sectionsOf(held, to);
  if (!texts) return none;
  return { sections: new Map(to.index.map(({ name, sha256 }) => [sha256, texts.get(name) ?? Buffer.of()])), fetched };
}

/** Then files are fetched, as where there are no deltas. */
const IN_VAIN = /^(?:delta|mirror)-/;

function baseTree({ before, area, fs }: ApplyDeltasOptions): BaseTree {
  const ours = contentsOf(sideOf(fs, before.tree.dir, before));
  const content = (sha256: string) => {
    const finished = area.finished(sha256);
    return fs.look(finished)?.kind === "file" ? fs.read(finished) : ours(sha256);
  };
  return { sections: before.sections, content };
}

/** The farthest-reaching that does not go too far. */
async function nextDelta(
  { at, to, fetched }: { at: SnapshotName; to: SnapshotRecord; fetched: Fetched },
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

/** A tree may be built anew from the same data, as of the same instant. */
function isLater(next: SnapshotName, at: SnapshotName): boolean {
  return (
    next.as_of >= at.as_of && next.sequence >= at.sequence && (next.as_of > at.as_of || next.sequence > at.sequence)
  );
}

/** So few are not worth asking for coarser ones. */
const FEW_STEPS = 3;

async function readDelta(
  origin: Origin,
  path: string,
  within: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer | undefined> {
  try {
    return await readWhole(origin, path, { ...within, expected: Math.min(EXPECTED, within.maxBytes) });
  } catch (error) {
    if (error instanceof UserError && NOT_THERE.has(error.code)) return undefined;
    throw error;
  }
}

/** A minute's is a third of that. */
const EXPECTED = 60_000;
const NOT_THERE = new Set(["mirror-missing", "mirror-refused"]);

function take(held: BaseTree, delta: Delta, { fs, area, part }: ApplyDeltasOptions): BaseTree {
  const applied = applyDelta(held, delta);
  if (applied.contents.length > 0) fs.makeFolder(part);
  for (const { sha256, bytes } of applied.contents) put(fs, area, sha256, bytes);
  return { sections: applied.sections, content: held.content };
}

function put(fs: TreeFileSystem, area: DownloadCache, sha256: string, bytes: Uint8Array): void {
  if (fs.look(area.finished(sha256))) return;
  const begun = area.begun(sha256);
  fs.remove(begun);
  fs.write(begun, bytes);
  fs.rename(begun, area.finished(sha256));
}
