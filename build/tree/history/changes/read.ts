import type * as z from "zod";
import { ChangeList as ChangeListSchema, ChangesOfHour as ChangesOfHourSchema } from "../../../contract/resources/changes.ts";
import type { ChangeList, ChangesOfHour, ListedHour, SnapshotPosition } from "../../../contract/resources/resources.ts";
import { etagOf } from "../../../contract/wire/etag.ts";
import type { IndexEntry, SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM, type TreeFileSystem } from "../../../platform/file-system.ts";
import { sha256 } from "../../../platform/hash.ts";
import { CHANGES_FILE, hourFile } from "../../change-feed-files.ts";
import { type Fault, VARIANT_SUFFIX } from "../../file.ts";
import { readInside } from "../../read.ts";
import { fileAt, UNINDEXED, unindexedFiles } from "../../unindexed.ts";
import { type Feed, hourFault, LARGEST_HOUR, listFault } from "./feed.ts";

/** Maximum size of a file, bytes: a character takes at most four, and there are few other bytes. */
const LARGEST_FILE = 4 * LARGEST_HOUR;

/**
 * The feed of a tree. Hours before a missing one are left out, because their entries do not connect to the others.
 *
 * @param dir folder of the tree
 * @param snapshot that the tree has
 * @returns undefined if it has none
 * @throws Error with the reason if it is malformed
 */
export function readFeed(fs: TreeFileSystem, dir: string, snapshot: SnapshotPosition): Feed | undefined {
  const list = readList(fs, dir, snapshot);
  if (!list) return undefined;
  const missing = list.hours.findLastIndex(({ hour }) => fs.stat(fileAt(fs, dir, hourFile(hour)))?.kind !== "file");
  const hours = list.hours.slice(missing + 1);
  const first = hours[0]?.from ?? Number.POSITIVE_INFINITY;
  const entries = list.entries.filter(({ from }) => from.sequence >= first);
  const last = hours.at(-1);
  return { list: { ...list, hours, entries }, open: last && readHour(fs, dir, last) };
}

/** @returns undefined if there is none @throws Error with the reason if it is malformed */
function readList(fs: TreeFileSystem, dir: string, snapshot: SnapshotPosition): ChangeList | undefined {
  const list = parsed(ChangeListSchema, readFile(fs, dir, CHANGES_FILE), CHANGES_FILE);
  const fault = list && listFault(list, snapshot);
  if (fault) throw new Error(`${CHANGES_FILE} ${fault}`);
  return list;
}

/** @throws Error with the reason if it is malformed */
function readHour(fs: TreeFileSystem, dir: string, listed: ListedHour): ChangesOfHour {
  const path = hourFile(listed.hour);
  const changes = parsed(ChangesOfHourSchema, readFile(fs, dir, path), path);
  if (!changes) throw new Error(`${path} is missing`);
  const fault = hourFault(changes, listed);
  if (fault) throw new Error(`${path} ${fault}`);
  return changes;
}

function readFile(fs: TreeFileSystem, dir: string, path: string): Uint8Array | undefined {
  const file = fileAt(fs, dir, path);
  const stat = fs.stat(file);
  if (stat?.kind !== "file") return undefined;
  if (stat.size > LARGEST_FILE) throw new Error(`${path} has ${stat.size} bytes`);
  return fs.read(file);
}

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array | undefined, path: string): z.output<Schema> | undefined {
  if (!bytes) return undefined;
  const checked = schema.safeParse(jsonOf(bytes, path));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new Error(`${path}: ${issue?.path.join(".")}: ${issue?.message}`);
}

function jsonOf(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error(`${path} is not JSON`);
  }
}

/**
 * Faults of the change feed of a tree: in its form, in the chain of entries up to the snapshot of the tree, and missing or unlisted
 * hours. A tree may have no feed.
 *
 * @param files the existing files of the feed
 * @param whole whether to read every hour; otherwise only the last, to which a new snapshot adds
 */
export function changesFaults(dir: string, snapshot: SnapshotRecord, files: readonly IndexEntry[], whole: boolean): Fault[] {
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size === 0) return [];
  const fs = NODE_FILE_SYSTEM;
  const faults: Fault[] = [];
  attempt(CHANGES_FILE, () => {
    const { hours } = readList(fs, dir, snapshot) ?? { hours: [] };
    for (const [at, listed] of hours.entries()) {
      const path = hourFile(listed.hour);
      if (!paths.has(path)) faults.push({ path, kind: "missing", message: "is in the list of changes, but missing" });
      else if (whole || at === hours.length - 1) attempt(path, () => readHour(fs, dir, listed));
    }
    const known = new Set([CHANGES_FILE, ...hours.map(({ hour }) => hourFile(hour))]);
    for (const path of paths) {
      if (!known.has(path)) faults.push({ path, kind: "stray", message: "is not in the list of changes" });
    }
  });
  return faults;

  function attempt(path: string, look: () => void): void {
    try {
      look();
    } catch (error) {
      faults.push({ path, kind: "content", message: (error as Error).message.replace(`${path} `, "") });
    }
  }
}

/** The files of a tree's change feed as an index would describe them: the hours, oldest first, and the list. */
export async function changesFiles(dir: string): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = [];
  for (const path of unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.changes)) {
    const bytes = await readInside(dir, path);
    if (!bytes) continue;
    const encodings = (["br", "gzip"] as const).filter((one) =>
      NODE_FILE_SYSTEM.stat(fileAt(NODE_FILE_SYSTEM, dir, path + VARIANT_SUFFIX[one])),
    );
    const { cache } = UNINDEXED.changes;
    entries.push({ path, bytes: bytes.length, sha256: sha256(bytes), etag: etagOf(bytes), cache, encodings });
  }
  return entries;
}
