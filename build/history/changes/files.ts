import { existsSync } from "node:fs";
import { join } from "node:path";
import { etagOf } from "../../contract/wire/etag.ts";
import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import { sha256 } from "../../platform/hash.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import { readInside } from "../../tree/read.ts";
import { UNINDEXED, unindexedFiles } from "../../tree/unindexed.ts";

/** The files of a tree's change feed as an index would describe them: the hours, oldest first, and the list. */
export async function changesFiles(dir: string): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = [];
  for (const path of unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.changes)) {
    const bytes = await readInside(dir, path);
    if (!bytes) continue;
    const encodings = (["br", "gzip"] as const).filter((one) => existsSync(join(dir, path + VARIANT_SUFFIX[one])));
    const { cache } = UNINDEXED.changes;
    entries.push({ path, bytes: bytes.length, sha256: sha256(bytes), etag: etagOf(bytes), cache, encodings });
  }
  return entries;
}
