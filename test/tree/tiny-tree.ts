import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import type { FileGroup, TreeFile } from "../../build/tree/file.ts";
import { deltaFiles } from "../../build/tree/history/deltas/update.ts";
import { pinFiles } from "../../build/tree/history/pins/update.ts";
import { keepStatusFiles } from "../../build/tree/status-files.ts";
import { type WriteTreeOptions, type WrittenTree, writeTree } from "../../build/tree/write-tree.ts";

/** Runs `use` in a folder of its own and removes it, whatever happens. */
export async function inTemporaryFolder<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-"));
  try {
    return await use(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export function file(path: string, text: string, more: Partial<TreeFile> = {}): TreeFile {
  return { path, bytes: () => Buffer.from(text), section: "api", cache: "minute", compress: true, ...more };
}

/** A shard named by its hash, as the tree wants them. */
export function shard(text: string, compress = true): TreeFile {
  const hash = createHash("sha256").update(text).digest("hex");
  return file(`shards/${hash}.json`, text, { section: "shards", cache: "immutable", compress });
}

/** A manifest that names nothing: the tree does not care which shards there are. */
export const NO_SHARDS = { days: [], features: [], results: [] } as unknown as SnapshotRecord["shards"];

/** The history of a tree whose answers are not events, which has no change feed. */
export const STEPS = [keepStatusFiles, deltaFiles, pinFiles()];

export function plant(out: string, files: Iterable<TreeFile | FileGroup>, more: Partial<WriteTreeOptions> = {}): Promise<WrittenTree> {
  return writeTree({ out, files, snapshot: snapshotAt("2018-02-07T00:00:00.000Z"), steps: STEPS, ...more });
}

export function snapshotAt(asOf: string): WriteTreeOptions["snapshot"] {
  return { as_of: asOf, sources: [], shards: NO_SHARDS };
}
