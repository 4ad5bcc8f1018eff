import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { changesFiles } from "../history/changes/files.ts";
import { readInside } from "../tree/read.ts";
import { CHANGES_FILE } from "../tree/unindexed.ts";

/**
 * The files of a tree's change feed, which are in no index; none if the feed does not lead to the snapshot of the tree:
 * it is damaged, or belongs to the next tree.
 */
export async function loadFeed(dir: string, { id, sequence }: SnapshotRecord): Promise<IndexEntry[]> {
  const files = await changesFiles(dir);
  const list = files.length > 0 ? listOf(await readInside(dir, CHANGES_FILE)) : undefined;
  return list?.snapshot?.id === id && list.snapshot.sequence === sequence ? files : [];
}

function listOf(bytes: Buffer | undefined): { snapshot?: Partial<SnapshotRecord> } | undefined {
  try {
    return bytes && JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
