import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { isDeltaFile } from "../history/deltas/names.ts";
import { isPinFile } from "../history/pins/names.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE, STATUS_FILE, STATUS_PAGE, VARIANT_SUFFIX } from "../tree/file.ts";

/** Everything in the folder that is neither a file of the index nor a variant, a section, the record, the status or a delta. */
export function strays(dir: string, snapshot: SnapshotRecord, entries: readonly IndexEntry[]): string[] {
  const known = new Set([
    SNAPSHOT_FILE,
    SIGNATURE_FILE,
    STATUS_FILE,
    STATUS_PAGE,
    ...snapshot.index.map((section) => section.path),
  ]);
  for (const { path, encodings } of entries) {
    known.add(path);
    for (const encoding of encodings) known.add(path + VARIANT_SUFFIX[encoding]);
  }
  return [...walk(dir, "")].filter((path) => !known.has(path) && !isDeltaFile(path) && !isPinFile(path));
}

/** Paths of all that is no folder. Links are listed, not followed. */
function* walk(dir: string, prefix: string): Iterable<string> {
  for (const entry of readdirSync(join(dir, prefix), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* walk(dir, `${prefix}${entry.name}/`);
    else yield prefix + entry.name;
  }
}
