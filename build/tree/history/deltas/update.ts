import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../../../platform/file-system.ts";
import { DAY_MS, HOUR_MS } from "../../../platform/time.ts";
import type { IndexDifference } from "../../index-difference.ts";
import { entriesNear } from "../../index-node.ts";
import { contentsOf, isSameSnapshot, type Previous, type Transition, type TreeState, unlessItFails } from "../../transition.ts";
import {
  DELTA_KINDS,
  type DeltaKind,
  deltaFile,
  deltaFolder,
  fileAt,
  isFirstOf,
  isKept,
  timeIn,
  UNINDEXED,
  unindexedFiles,
} from "../../unindexed.ts";
import { applyDelta, isIndexOf } from "./apply.ts";
import { type Delta, decodeDelta, encodeDelta } from "./delta.ts";
import { joinDeltas, makeDelta } from "./make.ts";

/**
 * Keeps the recent deltas of the previous tree, and adds those to the next tree, each verified. They are in no index: the record shows
 * whether an applied delta was right. If none can be made, this is reported, and mirrors fetch files.
 *
 * @throws Error if one cannot be written
 */
export function deltaFiles(transition: Transition): void {
  const { before, after, difference } = transition;
  if (!before) return;
  keepDeltas(transition, before);
  const { index, snapshot, read } = before;
  if (!index || !isLater(after.snapshot, snapshot)) return;
  const step = unlessItFails(transition, NO_DELTA, () => makeStep({ snapshot, index, read }, after, difference));
  if (!step) return;
  transition.write(deltaFile("step", snapshot), step);
  for (const kind of ["hour", "day"] as const) {
    if (!isFirstOf(PERIOD_MS[kind], snapshot, after.snapshot.as_of)) continue;
    const coarse = unlessItFails(transition, NO_DELTA, () => makeCoarse(transition, kind));
    if (coarse) transition.write(deltaFile(kind, coarse.from), encodeDelta(coarse));
  }
}

const NO_DELTA = "no delta leads to this snapshot";

/** Whether a mirror with the one snapshot would accept the other. */
function isLater(next: SnapshotRecord, before: SnapshotRecord): boolean {
  return Date.parse(next.as_of) >= Date.parse(before.as_of) && !isSameSnapshot(before, next);
}

function makeStep(from: TreeState, to: TreeState, difference: IndexDifference): Uint8Array | undefined {
  const step = makeDelta(from, to, difference);
  return step && encodeVerifiedDelta(step, from, to.snapshot);
}

/**
 * Applies a delta as a check.
 *
 * @returns the delta as a file: the bytes that were applied
 * @throws Error if the delta does not lead exactly from the one tree to the other
 */
export function encodeVerifiedDelta(delta: Delta, from: TreeState, to: SnapshotRecord): Uint8Array {
  const bytes = encodeDelta(delta);
  const decoded = decodeDelta(bytes);
  const applied = applyDelta({ index: from.index, content: contentsOf(from, entriesBeside(decoded, from)) }, decoded);
  if (!isIndexOf(applied.index, to)) throw new Error("it is wrong, which is a bug in the program");
  return bytes;
}

/** The entries of the lists of the older tree that change. `makeDelta` takes its bases from them. */
function entriesBeside({ sections }: Delta, { index }: TreeState): IndexEntry[] {
  const lists = sections.flatMap(({ name, put, gone }) =>
    [...put.map(({ path }) => path), ...gone].map((path) => entriesNear(index.get(name), path)),
  );
  return [...new Set(lists)].flat();
}

const PERIOD_MS = { hour: HOUR_MS, day: DAY_MS };
const PARTS = { hour: "step", day: "hour" } as const;

/** Joins the deltas from the first snapshot of the last hour, or day, to this one, if none of them is missing. */
function makeCoarse({ fs, dir, has, after }: Transition, kind: "hour" | "day"): Delta | undefined {
  const part = PARTS[kind];
  const paths = deltasIn(fs, dir, part).filter(has);
  const chain: Delta[] = [];
  const last = paths.at(-1);
  if (last === undefined) return undefined;
  const period = Math.floor(timeIn(last) / PERIOD_MS[kind]);
  for (const path of paths.filter((one) => Math.floor(timeIn(one) / PERIOD_MS[kind]) === period)) {
    const delta = decodeDelta(fs.read(fileAt(fs, dir, path)));
    const before = chain.at(-1);
    if (before && !isSameSnapshot(before.to, delta.from)) chain.length = 0;
    chain.push(delta);
  }
  const [first, ...rest] = chain;
  if (!first || !isSameSnapshot((rest.at(-1) ?? first).to, after.snapshot)) return undefined;
  return joinDeltas([first, ...rest], after);
}

function keepDeltas({ fs, after, keep }: Transition, { snapshot, dir }: Previous): void {
  const asOf = Date.parse(after.snapshot.as_of);
  const isBack = Date.parse(snapshot.as_of) > asOf;
  for (const kind of DELTA_KINDS) {
    const young = deltasIn(fs, dir, kind).filter((path) => isKept(path, asOf));
    const kept = isBack ? young.filter((path) => leadsUpTo(asOf, fs.read(join(dir, path)))) : young;
    for (const path of kept) keep(path);
  }
}

/** After a clock was corrected: a delta to a future time leads to a tree that no longer exists. */
function leadsUpTo(asOf: number, bytes: Uint8Array): boolean {
  try {
    return Date.parse(decodeDelta(bytes).to.as_of) <= asOf;
  } catch {
    return false;
  }
}

/** Paths in the order of the snapshots that the deltas start at. */
function deltasIn(fs: TreeFileSystem, dir: string, kind: DeltaKind): string[] {
  return unindexedFiles(fs, dir, { ...UNINDEXED.deltas, places: [deltaFolder(kind)] });
}
