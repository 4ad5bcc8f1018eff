import { readdirSync } from "node:fs";
import { join } from "node:path";
import { etagOf } from "../../contract/wire/etag.ts";
import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { sha256 } from "../../platform/hash.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import { readInside } from "../../tree/read.ts";
import { CHANGES_FILE, CHANGES_FOLDER, isChangesFile } from "./names.ts";

/** The files of a tree's change feed as an index would describe them: the hours, oldest first, and the list. */
export async function changesFiles(dir: string): Promise<IndexEntry[]> {
  const names = new Set(namesIn(join(dir, CHANGES_FOLDER)));
  const hours = [...names].map((name) => CHANGES_FOLDER + name).filter(isChangesFile);
  const list = new Set(namesIn(join(dir, CHANGES_FILE, "..")));
  const entries: IndexEntry[] = [];
  for (const path of [...hours.toSorted(), CHANGES_FILE]) {
    const bytes = await readInside(dir, path);
    if (bytes) entries.push(entryOf(path, bytes, path === CHANGES_FILE ? list : names));
  }
  return entries;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param beside names in its folder */
function entryOf(path: string, bytes: Uint8Array, beside: ReadonlySet<string>): IndexEntry {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const encodings = (["br", "gzip"] as const).filter((encoding) => beside.has(name + VARIANT_SUFFIX[encoding]));
  return { path, bytes: bytes.length, sha256: sha256(bytes), etag: etagOf(bytes), cache: "minute", encodings };
}
