/**
 * A tree is changed in place, in the order in which an object store gets it: former bytes are kept under `replaced/`, then a plan
 * is written, then new files appear, files are replaced, the record is replaced, and removed files move to `replaced/`. At every
 * moment each file that the visible record names is at its path or under `replaced/` and its hash. The next run completes an
 * interrupted plan; to carry out a plan twice gives the same result.
 */
import { dirname, join } from "node:path";
import { SNAPSHOT_FILE } from "../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { MINUTE_MS } from "../platform/time.ts";
import { SIGNATURE_FILE } from "./file.ts";
import { type IndexDifference, pathChanges } from "./index-difference.ts";
import type { IndexRoots } from "./index-node.ts";
import { foldersAbove, LINKS_FAIL, removeEmptyFolders, type Staging, stage, variantsOf } from "./staging.ts";
import type { Previous } from "./transition.ts";
import type { TreePaths } from "./tree-paths.ts";
import { replacedFile } from "./unindexed.ts";

/** A staged file that moves to its path; null: the path is removed. The hash is empty for variants and unindexed files. */
type Move = [path: string, sha256: string | null];

/** A path that the next tree lacks. Its file moves to a name under `replaced/`; null: it is removed. */
type Removal = [path: string, name: string | null];

interface TreePlan {
  /** SHA-256 of the record that it starts from; null: there is none. */
  from: string | null;
  /** SHA-256 of the record that it leads to. */
  to: string;
  moves: readonly Move[];
  /** Done at the end. */
  gone: readonly Removal[];
  /** The names under `replaced/` that stay, newest first. */
  kept: readonly Generation[];
}

/** What one plan has kept. */
interface Generation {
  /** ms since 1970 UTC. */
  at: number;
  names: readonly string[];
}

/** The name of a plan. */
const PLAN = "plan.json";

/** Readers of a former record have at least two plans and two minutes. */
const KEPT = { plans: 2, ms: 2 * MINUTE_MS };

/** How the tree is changed. */
interface TreeChange {
  before: Previous | undefined;
  /** The new record. It is staged, with its signature. */
  record: Uint8Array | string;
  /** How the index of the tree differs from the next; empty if it cannot be read. */
  difference: IndexDifference;
  /** The next index. */
  index: IndexRoots;
  /** Paths of files that others have changed. */
  damaged: ReadonlySet<string>;
  /** Paths of other files to remove. */
  gone: readonly string[];
  /** ms since 1970 UTC. */
  now: number;
}

/** Stages the record; its signature also under the hash of the record, where it is before the record is visible. */
export function stageRecord(staging: Staging, record: Uint8Array | string, signature: string | undefined): void {
  const put = (path: string, hash: string, text: Uint8Array | string) => stage(staging, path, hash, (file) => staging.fs.write(file, text));
  const hash = sha256(record);
  for (const path of signature === undefined ? [] : [replacedFile(signatureName(hash)), SIGNATURE_FILE]) put(path, "", signature ?? "");
  put(SNAPSHOT_FILE, hash, record);
  staging.fs.flush(join(staging.places.staged, SNAPSHOT_FILE));
}

/** Keeps former bytes, writes the plan from the staged files, and carries it out. */
export function changeTree(staging: Staging, change: TreeChange): void {
  const { fs, places, staged } = staging;
  const { before, record, difference, damaged, gone, now } = change;
  const [from, to] = [before ? sha256(before.text) : null, sha256(record)];
  const changes = [...pathChanges(difference).values()];
  // Sections without entries have the same file.
  const stay = new Set([...change.index.values(), ...[...difference.values()].flatMap(({ files }) => files.after)].map(({ path }) => path));
  const index = [...difference.values()].flatMap(({ files }) => files.before).filter(({ path }) => !stay.has(path));
  const former: [path: string, name: string][] = changes.flatMap(({ before: one, after }) =>
    one && one.sha256 !== after?.sha256 && !damaged.has(one.path) ? [[one.path, one.sha256]] : [],
  );
  former.push(...index.map(({ path, sha256: name }): [string, string] => [path, name]));
  if (before) former.push([SNAPSHOT_FILE, sha256(before.text)]);
  if (before?.signature !== undefined) former.push([SIGNATURE_FILE, signatureName(sha256(before.text))]);
  const names = new Map(former);
  const removals = removalsOf(staged, [
    ...changes.flatMap(({ before: one, after }) => (one && !after ? [one.path, ...variantsOf(one)] : [])),
    ...index.map(({ path }) => path),
    ...gone,
    ...(staged.has(SIGNATURE_FILE) ? [] : [SIGNATURE_FILE]),
  ]);
  const removed = new Set(removals);
  for (const [path, name] of names) if (!removed.has(path)) keepFormer(fs, places, path, name);
  const lost = changes.flatMap(({ before: one, after }) =>
    one && after ? variantsOf(one).filter((path) => !variantsOf(after).includes(path)) : [],
  );
  const isLast = ([path]: Move) => path === SNAPSHOT_FILE || path === SIGNATURE_FILE;
  const moves: Move[] = [...staged].filter((move) => !isLast(move));
  const missing = new Set<string>();
  const fresh = new Set(moves.filter(([path]) => isMissing(fs, places.out, path, missing)));
  const kept = [...names.values(), signatureName(to)];
  carryOut(fs, places, {
    from,
    to,
    moves: [
      ...fresh,
      // A server that has a variant does not compare it with its file.
      ...lost.map((path): Move => [path, null]),
      ...moves.filter((move) => !fresh.has(move)),
      ...[...staged].filter(isLast).toReversed(),
    ],
    gone: removals.map((path) => [path, names.get(path) ?? null]),
    kept: withGeneration(kept, lastPlan(fs, places)?.kept ?? [], now),
  });
}

/** Leaves out paths that a staged file replaces: a file that became a folder, and files below a path that became a file. */
function removalsOf(staged: ReadonlyMap<string, string>, paths: readonly string[]): string[] {
  const folders = new Set([...staged.keys()].flatMap(foldersAbove));
  return paths.filter((path) => !staged.has(path) && !folders.has(path) && !foldersAbove(path).some((folder) => staged.has(folder)));
}

/** @param folders missing ones, each with all that is below it; the next is added */
function isMissing(fs: TreeFileSystem, out: string, path: string, folders: Set<string>): boolean {
  if (isBelow(path, folders)) return true;
  if (fs.stat(join(out, path))) return false;
  const folder = missingFolder(fs, out, path);
  if (folder !== undefined) folders.add(folder);
  return true;
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  return folders.size > 0 && foldersAbove(path).some((folder) => folders.has(folder));
}

/** The highest folder of a path that a tree lacks; undefined if it has all. */
function missingFolder(fs: TreeFileSystem, out: string, path: string): string | undefined {
  return foldersAbove(path).findLast((folder) => fs.stat(join(out, folder)) === undefined);
}

function signatureName(record: string): string {
  return `${record}.sig`;
}

/** The names that stay when one more plan keeps some. @param former those of the last plan */
function withGeneration(names: readonly string[], former: readonly Generation[], now: number): Generation[] {
  const isYoung = ({ at }: Generation, number: number) => number + 1 < KEPT.plans || Math.abs(now - at) <= KEPT.ms;
  return [{ at: now, names }, ...former.filter(isYoung)];
}

/** Whether there is a plan that was not carried out to its end. */
export function planIn(fs: TreeFileSystem, { next }: TreePaths): boolean {
  return fs.stat(join(next, PLAN)) !== undefined;
}

/** The last plan that was carried out or given up. */
export function lastPlan(fs: TreeFileSystem, { replaced }: TreePaths): TreePlan | undefined {
  return readPlan(fs, join(replaced, PLAN));
}

function readPlan(fs: TreeFileSystem, file: string): TreePlan | undefined {
  if (fs.stat(file)?.kind !== "file") return undefined;
  try {
    return JSON.parse(Buffer.from(fs.read(file)).toString("utf8")) as TreePlan;
  } catch {
    return undefined;
  }
}

/** Keeps the bytes of a file under a name, if they are not kept already. */
function keepFormer(fs: TreeFileSystem, { out, replaced, next }: TreePaths, path: string, name: string): void {
  const [from, to] = [join(out, path), join(replaced, name)];
  if (fs.stat(to) || fs.stat(from)?.kind !== "file") return;
  try {
    fs.link(from, to);
  } catch (error) {
    if (!LINKS_FAIL.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    // A copy that is cut short must not have the name.
    const draft = join(next, "draft");
    fs.remove(draft);
    fs.copy(from, draft);
    fs.rename(draft, to);
  }
}

/** Writes the plan, and carries it out. Once it is written, the next run completes it. */
function carryOut(fs: TreeFileSystem, places: TreePaths, plan: TreePlan): void {
  const draft = join(places.next, `${PLAN}.draft`);
  fs.write(draft, JSON.stringify(plan));
  // After a power cut the next run looks at all files that the plan has moved, but at none if it is lost.
  fs.flush(draft);
  fs.rename(draft, join(places.next, PLAN));
  apply(fs, places, plan);
}

function apply(fs: TreeFileSystem, places: TreePaths, plan: TreePlan): void {
  const { out, replaced, staged } = places;
  // Folders that the tree lacked: all that was staged in them has moved with them. A first tree has few such moves.
  const whole = new Set<string>();
  for (const [path, hash] of plan.moves) {
    if (hash === null) fs.remove(join(out, path));
    else if (!isBelow(path, whole) && fs.stat(join(staged, path))) moveInto(fs, places, path, whole);
  }
  for (const removal of plan.gone) retire(fs, places, removal);
  removeEmptyFolders(
    fs,
    out,
    plan.gone.map(([path]) => path),
  );
  const kept = new Set([PLAN, "next", ...plan.kept.flatMap(({ names }) => names)]);
  for (const name of fs.list(replaced)) if (!kept.has(name)) fs.remove(join(replaced, name));
  finish(fs, places);
}

/** A file that is kept already is removed: to rename a link to another one of the same file leaves both. */
function retire(fs: TreeFileSystem, { out, replaced }: TreePaths, [path, name]: Removal): void {
  const file = join(out, path);
  if (name === null || fs.stat(join(replaced, name)) || fs.stat(file)?.kind !== "file") fs.remove(file);
  else fs.rename(file, join(replaced, name));
}

/** The plan stays: the next run looks at the files that it has moved. */
function finish(fs: TreeFileSystem, places: TreePaths): void {
  const { next, replaced } = places;
  if (planIn(fs, places)) fs.rename(join(next, PLAN), join(replaced, PLAN));
  fs.remove(next);
}

/** @param whole gets the folder that moved instead of the file */
function moveInto(fs: TreeFileSystem, { out, staged }: TreePaths, path: string, whole: Set<string>): void {
  try {
    fs.rename(join(staged, path), join(out, path));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!IN_THE_WAY.has(code)) throw error;
    clear(fs, join(out, path), out);
    const folder = missingFolder(fs, out, path);
    fs.rename(join(staged, folder ?? path), join(out, folder ?? path));
    if (folder !== undefined) whole.add(folder);
  }
}

const IN_THE_WAY = new Set(["ENOENT", "EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY", "EPERM"]);

/** Removes a folder in place of a file, or a file in place of one of its folders. Their bytes are kept already. */
function clear(fs: TreeFileSystem, to: string, out: string): void {
  if (fs.stat(to)?.kind === "folder") fs.remove(to);
  for (let one = dirname(to); one !== out; one = dirname(one)) {
    const kind = fs.stat(one)?.kind;
    if (kind !== undefined && kind !== "folder") fs.remove(one);
  }
}

/**
 * Completes an interrupted plan. A plan without its record or staged files is discarded: then readers by hash find replaced files under
 * `replaced/`, and the next build writes them again.
 *
 * @returns a line for the log, or undefined
 */
export function recover(fs: TreeFileSystem, places: TreePaths): string | undefined {
  const { out, next, staged } = places;
  if (!fs.stat(next)) return undefined;
  const plan = readPlan(fs, join(next, PLAN));
  const hashAt = (file: string) => (fs.stat(file)?.kind === "file" ? sha256(fs.read(file)) : null);
  const there = hashAt(join(out, SNAPSHOT_FILE));
  const isAvailable = ([path, hash]: Move) => !hash || fs.stat(join(staged, path)) !== undefined || hashAt(join(out, path)) === hash;
  const canGoOn = plan && (there === plan.from || there === plan.to) && plan.moves.every(isAvailable);
  if (canGoOn) apply(fs, places, plan);
  else finish(fs, places);
  if (!plan) return undefined;
  return canGoOn ? "completed what an earlier run left unfinished" : "gave up what an earlier run left unfinished: its files are gone";
}

/** Removes what a run has staged. Of a first tree nothing remains. */
export function giveUp(fs: TreeFileSystem, places: TreePaths): void {
  const { out, replaced, next } = places;
  // A plan that has begun stays for the next run.
  if (planIn(fs, places)) return;
  fs.remove(next);
  fs.removeEmpty(replaced);
  fs.removeEmpty(out);
}
