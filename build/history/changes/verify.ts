import type { IndexEntry, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import { CHANGES_FILE, hourFile } from "../../tree/change-feed-files.ts";
import type { Fault } from "../../tree/fault.ts";
import { readHour, readList } from "./read.ts";

/**
 * Faults of the change feed of a tree: in its form, in the chain of entries up to the snapshot of the tree, and missing or unlisted
 * hours. A tree may have no feed.
 *
 * @param files the existing files of the feed
 * @param whole whether to read every hour; otherwise only the last, to which a new snapshot adds
 */
export function changesFaults(
  dir: string,
  { id, sequence, as_of }: SnapshotRecord,
  files: readonly IndexEntry[],
  whole: boolean,
): Fault[] {
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size === 0) return [];
  const fs = NODE_FILE_SYSTEM;
  const faults: Fault[] = [];
  attempt(CHANGES_FILE, () => {
    const { hours } = readList(fs, dir, { id, sequence, as_of }) ?? { hours: [] };
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
