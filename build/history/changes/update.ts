import { join } from "node:path";
import { ChangeEntry as ChangeEntrySchema } from "../../contract/resources/changes.ts";
import type { ChangeEntry, SnapshotPosition } from "../../contract/resources/resources.ts";
import type { CacheClass } from "../../contract/table/endpoints.ts";
import type { IndexEntry, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { compress, SMALLEST_COMPRESSED } from "../../platform/compress.ts";
import type { TreeFileSystem } from "../../platform/file-system.ts";
import { sha256 } from "../../platform/hash.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import type { Previous } from "../../tree/previous.ts";
import { linkOrCopy } from "../../tree/staging.ts";
import { type DeltaSide, sideOf } from "../deltas/side.ts";
import { emptyFeed, extendFeed, type Feed, isSamePosition } from "./feed.ts";
import { CHANGES_FILE, CHANGES_FOLDER, hourFile } from "./names.ts";
import { readFeed } from "./read.ts";

/** A tree that is compared with another. */
interface ComparedTree {
  snapshot: SnapshotRecord;
  /** Entries by the name of their section. */
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
  /** A file of it. @throws Error for one that has not this hash */
  read: (file: Pick<IndexEntry, "path" | "sha256">) => Uint8Array;
}

/**
 * What became of the events from one tree to a later one, proved. The tree itself knows nothing of events.
 *
 * @throws Error where it cannot be told
 */
export type CompareTrees = (before: ComparedTree, after: ComparedTree) => Omit<ChangeEntry, "from" | "to">;

export interface ChangesGround {
  fs: TreeFileSystem;
  /** The tree before; undefined on the first planting. */
  before: Pick<Previous, "snapshot" | "sections" | "tree"> | undefined;
  /** Where the next one grows. */
  dir: string;
  report?: ((line: string) => void) | undefined;
}

/**
 * Writes the change feed of the next tree: that of the tree before, with an entry for what has changed since. Where that
 * cannot be told, or the feed before is not whole, it begins anew: whoever follows it is told to read everything again,
 * and never anything wrong. It is in no index, since it follows from the history of trees.
 *
 * @throws Error where it cannot be written, as for every other file of the tree
 */
export async function changeFiles(
  ground: ChangesGround,
  next: Pick<DeltaSide, "snapshot" | "sections">,
  compare: CompareTrees,
): Promise<void> {
  const position = positionOf(next.snapshot);
  const old = unlessItFails(ground, () => feedBefore(ground));
  const feed = unlessItFails(ground, () => nextFeed(ground, old, next, compare)) ?? emptyFeed(position);
  await writeFeed(ground, old, feed);
}

function positionOf({ id, sequence, as_of }: SnapshotRecord): SnapshotPosition {
  return { id, sequence, as_of };
}

function unlessItFails<Value>({ report }: ChangesGround, make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    report?.(`the change feed begins anew: ${(error as Error).message}`);
    return undefined;
  }
}

function feedBefore({ fs, before }: ChangesGround): Feed | undefined {
  return before && readFeed(fs, before.tree.dir, positionOf(before.snapshot));
}

/** @returns undefined where nothing leads to the next tree */
function nextFeed(
  { fs, before, dir }: ChangesGround,
  old: Feed | undefined,
  next: Pick<DeltaSide, "snapshot" | "sections">,
  compare: CompareTrees,
): Feed | undefined {
  if (!before) return undefined;
  const [from, to] = [positionOf(before.snapshot), positionOf(next.snapshot)];
  if (isSamePosition(from, to)) return old;
  if (before.sections.size === 0) throw new Error("the index of the tree before cannot be read");
  if (Date.parse(to.as_of) < Date.parse(from.as_of)) throw new Error(`the tree before is as of ${from.as_of}`);
  const [older, newer] = [checkedTree(fs, before.tree.dir, before), checkedTree(fs, dir, next)];
  const entry = ChangeEntrySchema.parse({ from, to, ...compare(older, newer) });
  return extendFeed(old ?? emptyFeed(from), entry);
}

function checkedTree(
  fs: TreeFileSystem,
  dir: string,
  { snapshot, sections }: Pick<DeltaSide, "snapshot" | "sections">,
): ComparedTree {
  const { read } = sideOf(fs, dir, { snapshot, sections });
  return {
    snapshot,
    sections,
    read({ path, sha256: hash }) {
      const bytes = read(path);
      if (bytes && sha256(bytes) === hash) return bytes;
      throw new Error(`${path} is not as the index says`);
    },
  };
}

async function writeFeed({ fs, before, dir }: ChangesGround, old: Feed | undefined, feed: Feed): Promise<void> {
  const isWritten = feed.open !== undefined && feed.open !== old?.open;
  for (const { hour } of feed.list.hours) {
    if (!(isWritten && hour === feed.open?.hour)) keepHour(fs, before?.tree.dir ?? "", dir, hour);
  }
  fs.makeFolder(join(dir, CHANGES_FOLDER));
  if (isWritten && feed.open) await writeFile(fs, dir, hourFile(feed.open.hour), feed.open);
  await writeFile(fs, dir, CHANGES_FILE, feed.list);
}

function keepHour(fs: TreeFileSystem, from: string, to: string, hour: string): void {
  fs.makeFolder(join(to, CHANGES_FOLDER));
  for (const suffix of ["", ...Object.values(VARIANT_SUFFIX)]) {
    const path = hourFile(hour) + suffix;
    if (fs.look(join(from, path))?.kind === "file") linkOrCopy(fs, join(from, path), join(to, path));
  }
}

/** It is made anew at every change. */
const CACHE: CacheClass = "minute";

async function writeFile(fs: TreeFileSystem, dir: string, path: string, body: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  fs.write(join(dir, path), bytes);
  if (bytes.length < SMALLEST_COMPRESSED) return;
  const variants = await compress(path, bytes, CACHE);
  for (const [encoding, suffix] of Object.entries(VARIANT_SUFFIX)) {
    const packed = variants[encoding as keyof typeof variants];
    if (packed) fs.write(join(dir, path + suffix), packed);
  }
}
