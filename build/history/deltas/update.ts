import { join } from "node:path";
import type { SnapshotRecord } from "../../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../../platform/file-system.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time.ts";
import { DELTAS } from "../../tree/file.ts";
import type { Previous } from "../../tree/previous.ts";
import { linkOrCopy } from "../../tree/staging.ts";
import { applyDelta, sectionsOf } from "./apply.ts";
import { type Delta, decodeDelta, encodeDelta, type SnapshotName } from "./delta.ts";
import { joinDeltas, makeDelta } from "./make.ts";
import { asOfIn, DELTA_KINDS, type DeltaKind, deltaFile, isDeltaFile } from "./names.ts";
import { contentsOf, type DeltaSide, sideOf } from "./side.ts";

/** How long after the snapshot that they lead on from, in ms of `as_of`: each minute's are 1,440 files a day. */
const KEPT_FOR: Record<DeltaKind, number> = { step: DAY_MS, hour: 7 * DAY_MS, day: 30 * DAY_MS };

export interface DeltaTransition {
  fs: TreeFileSystem;
  /** The tree before. */
  before: Pick<Previous, "snapshot" | "sections" | "tree">;
  /** Where the next one grows. */
  dir: string;
  report?: ((line: string) => void) | undefined;
}

/**
 * Takes the deltas of the tree before over, but those that are too old, and adds those that lead to the next tree, each
 * tried first. They are in no index: whoever applies one finds by the record whether it was right. Where none can be made a
 * mirror fetches files, which is told and passed over.
 *
 * @throws Error where one cannot be written, as for every other file of the tree
 */
export function deltaFiles(ground: DeltaTransition, next: Pick<DeltaSide, "snapshot" | "sections">): void {
  const { fs, before, dir } = ground;
  keepDeltas(ground, Date.parse(next.snapshot.as_of));
  if (before.sections.size === 0 || !isLater(next.snapshot, before.snapshot)) return;
  const from = sideOf(fs, before.tree.dir, before);
  const to = sideOf(fs, dir, next);
  const step = unlessItFails(ground, () => makeStep(from, to));
  if (!step) return;
  write(ground, "step", before.snapshot, step);
  for (const kind of ["hour", "day"] as const) {
    if (!begins(PERIOD_MS[kind], from, to)) continue;
    const coarse = unlessItFails(ground, () => makeCoarse(ground, kind, to));
    if (coarse) write(ground, kind, coarse.from, encodeDelta(coarse));
  }
}

/** Whether a mirror that has the one snapshot would take the other. */
function isLater(next: SnapshotRecord, before: SnapshotRecord): boolean {
  return Date.parse(next.as_of) >= Date.parse(before.as_of) && !isSame(before, next);
}

function unlessItFails<T>({ report }: DeltaTransition, make: () => T | undefined): T | undefined {
  try {
    return make();
  } catch (error) {
    report?.(`no delta leads to this snapshot: ${(error as Error).message}`);
    return undefined;
  }
}

function makeStep(from: DeltaSide, to: DeltaSide): Uint8Array | undefined {
  const step = makeDelta(from, to);
  return step && proveDelta(step, from, to.snapshot);
}

/**
 * @returns the delta as a file: the very bytes that were applied
 * @throws Error where a delta does not lead from the one tree to the very other, hash for hash
 */
export function proveDelta(delta: Delta, from: DeltaSide, to: SnapshotRecord): Uint8Array {
  const bytes = encodeDelta(delta);
  const held = { sections: from.sections, content: contentsOf(from) };
  const applied = applyDelta(held, decodeDelta(bytes));
  if (!sectionsOf(applied, to)) throw new Error("it was made wrong, which is a mistake of the program");
  return bytes;
}

const PERIOD_MS = { hour: HOUR_MS, day: DAY_MS };
const PARTS = { hour: "step", day: "hour" } as const;

/** Whether the newer snapshot is the first of its hour or day. */
function begins(period: number, from: DeltaSide, to: DeltaSide): boolean {
  const [before, after] = [from, to].map(({ snapshot }) => Math.floor(Date.parse(snapshot.as_of) / period));
  return before !== after;
}

/** Joins the deltas that lead from the first snapshot of the last hour, or day, to this one, where none of them is missing. */
function makeCoarse(ground: DeltaTransition, kind: "hour" | "day", to: DeltaSide): Delta | undefined {
  const part = PARTS[kind];
  const names = deltasIn(ground.fs, ground.dir, part);
  const chain: Delta[] = [];
  const last = names.at(-1);
  if (last === undefined) return undefined;
  const period = Math.floor(asOfIn(last) / PERIOD_MS[kind]);
  for (const name of names.filter((one) => Math.floor(asOfIn(one) / PERIOD_MS[kind]) === period)) {
    const delta = decodeDelta(ground.fs.read(join(ground.dir, DELTAS, part, name)));
    const before = chain.at(-1);
    if (before && !isSame(before.to, delta.from)) chain.length = 0;
    chain.push(delta);
  }
  const [first, ...rest] = chain;
  if (!first || !isSame((rest.at(-1) ?? first).to, to.snapshot)) return undefined;
  return joinDeltas([first, ...rest], to);
}

function isSame(a: SnapshotName, b: SnapshotName): boolean {
  return a.id === b.id && a.as_of === b.as_of;
}

function write({ fs, dir }: DeltaTransition, kind: DeltaKind, from: SnapshotName, bytes: Uint8Array): void {
  const path = join(dir, deltaFile(kind, from));
  fs.makeFolder(join(path, ".."));
  fs.remove(path);
  fs.write(path, bytes);
}

function keepDeltas({ fs, before: { snapshot, tree }, dir }: DeltaTransition, asOf: number): void {
  const isBack = Date.parse(snapshot.as_of) > asOf;
  for (const kind of DELTA_KINDS) {
    const folder = join(tree.dir, DELTAS, kind);
    const young = deltasIn(fs, tree.dir, kind).filter((name) => isYoung(asOf - asOfIn(name), KEPT_FOR[kind]));
    const kept = isBack ? young.filter((name) => leadsUpTo(asOf, fs.read(join(folder, name)))) : young;
    if (kept.length > 0) fs.makeFolder(join(dir, DELTAS, kind));
    for (const name of kept) linkOrCopy(fs, join(folder, name), join(dir, DELTAS, kind, name));
  }
}

/** After a clock was put right: what leads to a time that is yet to come leads to a tree that is gone. */
function leadsUpTo(asOf: number, bytes: Uint8Array): boolean {
  try {
    return Date.parse(decodeDelta(bytes).to.as_of) <= asOf;
  } catch {
    return false;
  }
}

/** What leads on from a snapshot that is yet to come was made while a clock was wrong, and would be young for years. */
function isYoung(age: number, keptFor: number): boolean {
  return age >= 0 && age <= keptFor;
}

/** Names in the order of what they lead on from. */
function deltasIn(fs: TreeFileSystem, dir: string, kind: DeltaKind): string[] {
  const folder = join(dir, DELTAS, kind);
  if (fs.look(folder)?.kind !== "folder") return [];
  return fs
    .list(folder)
    .filter((name) => isDeltaFile(`${DELTAS}${kind}/${name}`) && fs.look(join(folder, name))?.kind === "file")
    .toSorted();
}

/** The deltas of a tree by path, oldest of each kind first. */
export function deltasOf(fs: TreeFileSystem, dir: string): string[] {
  return DELTA_KINDS.flatMap((kind) => deltasIn(fs, dir, kind).map((name) => `${DELTAS}${kind}/${name}`));
}
