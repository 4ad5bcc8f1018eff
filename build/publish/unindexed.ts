import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { DAY_MS, HOUR_MS } from "../platform/time.ts";
import { CHANGES_FILE, hourIn, hourOf } from "../tree/change-feed-files.ts";
import { changesFiles } from "../tree/history/changes/read.ts";
import {
  DATA_FOLDER,
  deltaFolder,
  FEEDS_FOLDER,
  hasOtherSources,
  isDue,
  isFirstOf,
  pinFolder,
  timeIn,
  UNINDEXED,
  type UnindexedKind,
  unindexedFiles,
} from "../tree/unindexed.ts";
import { filesOf, md5Etag, pathOf, readIndexed, readPlain } from "./plan.ts";
import type { Sender } from "./send.ts";
import type { Listed, Target } from "./target.ts";

/** The step of a target from the snapshot that it has to the next one. */
type TargetStep = Record<"before" | "now", Pick<SnapshotRecord, "id" | "as_of" | "sources">>;

interface UnindexedFiles {
  /** Folder of the tree. */
  dir: string;
  /** Undefined if the target has no snapshot. */
  step: TargetStep | undefined;
  /** The objects of the target by path, if they were listed. */
  seen: ReadonlyMap<string, Listed> | undefined;
  /** Whether compressed variants are sent under their own keys. */
  variants: boolean;
}

/** A kind of files that belong to a snapshot: they are sent before its record, and removed when the tree no longer has them. */
interface HistoryKind {
  kind: UnindexedKind;
  /** Whether the target may lack a file of the tree, or has one that is too old. */
  isDue: (path: string, step: TargetStep) => boolean;
  /** A folder of files that are mostly the same: they are compared with what the target lists. */
  compared?: string;
}

/** The longest period that a delta spans. */
const LONGEST_DELTA_MS = 2 * DAY_MS;

/** The tree gets the file at the first snapshot of its period, and so does the target. */
const isMadeSince: HistoryKind["isDue"] = (path, { before, now }) => isDue(path, before, now);

const HISTORY: readonly HistoryKind[] = [
  {
    kind: UNINDEXED.deltas,
    // A step ends where the next begins; a coarse delta may have been made up to its own length after its start.
    isDue: (path, { before }) => timeIn(path) >= Date.parse(before.as_of) - (path.startsWith(deltaFolder("step")) ? 0 : LONGEST_DELTA_MS),
  },
  {
    kind: UNINDEXED.pins,
    // The pins of an hour are joined when it is over.
    isDue: (path, { before: { id, as_of } }) =>
      path.startsWith(pinFolder("hour"))
        ? Math.floor(timeIn(path) / HOUR_MS + 1) * HOUR_MS > Date.parse(as_of)
        : timeIn(path) > Date.parse(as_of) || path.endsWith(`-${id}.pin`),
  },
  { kind: UNINDEXED.changes, isDue: (path, { before }) => path === CHANGES_FILE || (hourIn(path) ?? "") >= hourOf(before.as_of) },
  { kind: UNINDEXED.feeds, isDue: isMadeSince, compared: FEEDS_FOLDER },
  { kind: UNINDEXED.data, isDue: isMadeSince, compared: DATA_FOLDER },
];

/** Sends the files of the history that the target may lack, before the record that they lead to is visible. */
export async function sendHistory(files: UnindexedFiles, target: Target, sender: Sender): Promise<void> {
  const { step, seen } = files;
  for (const { kind, isDue, compared } of HISTORY) {
    const objects = await objectsOf(kind, files);
    const due = objects.filter(({ file }) => seen || !step || isDue(file, step));
    const listed = seen ?? (compared && due.length > 0 ? await listedIn(target, compared) : undefined);
    const missing = due.filter((one) => !listed || isOther(one, kind, listed));
    // In this order: a list comes after the files that it names.
    for (const place of kind.places) {
      const here = missing.filter(({ file }) => file.startsWith(place));
      await sender.all(here, ({ path, read }) => sender.put(path, read(), kind.cache));
    }
  }
}

/** The objects of a target by path. @param folder all of them where it is not said */
export async function listedIn(target: Target, folder = ""): Promise<Map<string, Listed>> {
  return new Map((await target.list(folder)).map((listed) => [listed.path, listed]));
}

/** The files of the last run. They change with every run. */
export async function sendStatus(dir: string, sender: Sender): Promise<void> {
  for (const path of UNINDEXED.status.places) {
    const bytes = readPlain(dir, path);
    if (bytes) await sender.put(path, bytes, UNINDEXED.status.cache);
  }
}

/** An object of the target: a file of the tree, or a compressed variant of one. */
interface UnindexedObject {
  path: string;
  /** The file itself, or the file of the variant. */
  file: string;
  read: () => Uint8Array;
}

async function objectsOf(kind: UnindexedKind, { dir, variants }: UnindexedFiles): Promise<UnindexedObject[]> {
  if (kind === UNINDEXED.changes) {
    const files = filesOf(await changesFiles(dir), variants);
    return files.map((one) => ({ path: pathOf(one), file: one.entry.path, read: () => readIndexed(dir, one) }));
  }
  const paths = unindexedFiles(NODE_FILE_SYSTEM, dir, kind).filter((path) => readPlain(dir, path) !== undefined);
  return paths.map((path) => ({ path, file: path, read: () => readPlain(dir, path) ?? Buffer.of() }));
}

function isOther({ path, read }: UnindexedObject, { cache }: UnindexedKind, listed: ReadonlyMap<string, Listed>): boolean {
  return cache === "immutable" ? !listed.has(path) : listed.get(path)?.etag !== md5Etag(read());
}

/** Once a day, if the target was listed, and if the sources are others: removes the files of the history that the tree no longer has. */
export async function sweepHistory(files: UnindexedFiles, target: Target, asOf: string, sender: Sender): Promise<void> {
  const { step, seen } = files;
  const hasOthers = step !== undefined && hasOtherSources(step.before, step.now);
  if (!seen && !hasOthers && !isFirstOf(DAY_MS, step?.before, asOf)) return;
  for (const { kind, compared } of HISTORY) {
    const ours = new Set((await objectsOf(kind, files)).map(({ path }) => path));
    const listed = (await Promise.all(kind.reserved.map((prefix) => target.list(prefix)))).flat();
    // Readers of an older snapshot may still request it; an outdated list at a fixed path would mislead them at once.
    const isOver = hasOthers && compared !== undefined;
    const over = listed.filter(({ path, age }) => !ours.has(path) && (isOver || age > DAY_MS || isFixed(path, kind)));
    await sender.all(
      over.map(({ path }) => path),
      sender.remove,
    );
  }
}

function isFixed(path: string, { places }: UnindexedKind): boolean {
  return places.some((place) => !place.endsWith("/") && path.startsWith(place));
}
