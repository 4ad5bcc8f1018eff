import type { IndexEntry, SnapshotRecord } from "../contract/snapshot.ts";
import { changesFiles } from "../tree/changes-files.ts";
import { CHANGES_FILE } from "../tree/changes-names.ts";
import { readInside } from "../tree/read.ts";

/**
 * The files of a tree's change feed, which are in no index; none where the feed does not lead to the snapshot of the tree: then
 * it is damaged, or the tree is being replaced.
 */
export async function loadFeed(dir: string, { id, sequence }: SnapshotRecord): Promise<IndexEntry[]> {
  const files = await changesFiles(dir);
  if (files.length === 0) return files;
  const list = listOf(await readInside(dir, CHANGES_FILE));
  return list?.snapshot?.id === id && list.snapshot.sequence === sequence ? files : [];
}

function listOf(bytes: Buffer | undefined): { snapshot?: Partial<SnapshotRecord> } | undefined {
  try {
    return bytes && JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
