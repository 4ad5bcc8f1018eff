import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { SIGNATURE_FILE, SNAPSHOT_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import { UNINDEXED } from "../tree/unindexed.ts";

/** Everything in the folder that is neither a file of the index nor a variant, a section, the record, the status or a delta. */
export function strays(dir: string, snapshot: SnapshotRecord, entries: readonly IndexEntry[]): string[] {
  const known = new Set([SNAPSHOT_FILE, SIGNATURE_FILE, ...snapshot.index.map((section) => section.path)]);
  for (const { path, encodings } of entries) {
    known.add(path);
    for (const encoding of encodings) known.add(path + VARIANT_SUFFIX[encoding]);
  }
  const { status, deltas, pins } = UNINDEXED;
  const isKnown = (path: string) => known.has(path) || [status, deltas, pins].some((kind) => kind.isFile(path));
  return [...walk(dir, "")].filter((path) => !isKnown(path));
}

/** Paths of all that is no folder. Links are listed, not followed. */
function* walk(dir: string, prefix: string): Iterable<string> {
  for (const entry of readdirSync(join(dir, prefix), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* walk(dir, `${prefix}${entry.name}/`);
    else yield prefix + entry.name;
  }
}
