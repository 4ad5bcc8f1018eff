import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { changesFiles } from "../history/changes/read.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { DAY_MS, MINUTE_MS } from "../platform/time.ts";
import { UNINDEXED, type UnindexedKind, unindexedFiles } from "../tree/unindexed.ts";
import { filesOf } from "./plan.ts";
import { md5Etag, pathOf, readIndexed, readPlain } from "./read.ts";
import type { Sender } from "./send.ts";
import type { Listed, Target } from "./target.ts";

type SnapshotPoint = Pick<SnapshotRecord, "id" | "as_of">;

/** What a target already has, and what it is to have. */
interface TargetState {
  /** The snapshot that was published last; undefined if there is none. */
  before: SnapshotPoint | undefined;
  /** The snapshot of the tree. */
  now: SnapshotPoint;
  /** The objects of the target by path, if they were listed. */
  seen: ReadonlyMap<string, Listed> | undefined;
  /** Fingerprints of the feeds that the target has. */
  feeds: ReadonlySet<string> | undefined;
}

export interface UnindexedFiles {
  /** Folder of the tree. */
  dir: string;
  state: TargetState;
  /** Whether compressed variants are sent under their own keys. */
  variants: boolean;
  /** Fingerprints of feeds of the tree by path; see `feedPrints`. */
  feeds: ReadonlyMap<string, string>;
}

/** Kinds that belong to a snapshot: they are sent before its record, and removed when the tree no longer has them. */
const HISTORY: readonly UnindexedKind[] = [
  UNINDEXED.deltas,
  UNINDEXED.pins,
  UNINDEXED.changes,
  UNINDEXED.feeds,
  UNINDEXED.data,
];

/** Sends the files of the history that the target may lack, before the record that they lead to is visible. */
export async function sendHistory(files: UnindexedFiles, target: Target, sender: Sender): Promise<void> {
  for (const kind of HISTORY) {
    const objects = await objectsOf(kind, files);
    const { before, now, seen } = files.state;
    const due = objects.filter(
      ({ file }) => seen || !before || (kind.isNewSince(file, before, now) && !hasFeed(files, file)),
    );
    const { compared } = kind;
    const listed = seen ?? (compared && due.length > 0 ? await listedIn(target, compared) : undefined);
    const missing = due.filter((one) => !listed || isOther(one, kind, listed));
    // In this order: a list comes after the files that it names.
    for (const place of kind.places) {
      const here = missing.filter(({ file }) => file.startsWith(place));
      await sender.all(here, ({ path, read }) => sender.put(path, read(), kind.cache));
    }
  }
}

/** How old the time in a feed of the hour or the day may be, ms, when nothing else in it is new. */
const FEED_SENT_AT_LEAST_EVERY_MS = 5 * MINUTE_MS;

/** Whether the target has a feed with the same events that was sent in these five minutes. */
function hasFeed({ feeds, state: { before, now, feeds: theirs } }: UnindexedFiles, path: string): boolean {
  const print = feeds.get(path);
  return (
    print !== undefined && theirs?.has(print) === true && !isFirstOf(FEED_SENT_AT_LEAST_EVERY_MS, before, now.as_of)
  );
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

function isOther(
  { path, read }: UnindexedObject,
  { cache }: UnindexedKind,
  listed: ReadonlyMap<string, Listed>,
): boolean {
  return cache === "immutable" ? !listed.has(path) : listed.get(path)?.etag !== md5Etag(read());
}

/** Once a day, and if the target was listed: removes the files of the history that the tree no longer has. */
export async function sweepHistory(files: UnindexedFiles, target: Target, asOf: string, sender: Sender): Promise<void> {
  const { before, seen } = files.state;
  if (!seen && !isFirstOf(DAY_MS, before, asOf)) return;
  for (const kind of HISTORY) {
    const ours = new Set((await objectsOf(kind, files)).map(({ path }) => path));
    const listed = (await Promise.all(kind.reserved.map((prefix) => target.list(prefix)))).flat();
    // Readers of an older snapshot may still request it; an outdated list at a fixed path would mislead them at once.
    const over = listed.filter(({ path, age }) => !ours.has(path) && (age > DAY_MS || isFixed(path, kind)));
    await sender.all(
      over.map(({ path }) => path),
      sender.remove,
    );
  }
}

function isFixed(path: string, { places }: UnindexedKind): boolean {
  return places.some((place) => !place.endsWith("/") && path.startsWith(place));
}

/** Whether a snapshot is the first of its period to be published. @param period ms @param asOf of it, ISO 8601 */
export function isFirstOf(period: number, before: { as_of: string } | undefined, asOf: string): boolean {
  const [then, now] = [before?.as_of ?? asOf, asOf].map((instant) => Math.floor(Date.parse(instant) / period));
  return then !== now;
}
