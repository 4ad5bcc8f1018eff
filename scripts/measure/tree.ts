/**
 * What it takes to write the tree of a minute, without what its files are made of: of 10,000 and 100,000 files with keys, 60
 * answers and 10 pages are other ones. Prints processor time, changes of the file system, and the same where nothing is new.
 * Another number of files may be given as an argument.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM, type TreeFileSystem } from "../../build/platform/file-system.ts";
import { thousands } from "../../build/platform/text.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import { historySteps } from "../../build/tree/history/steps.ts";
import { writeTree } from "../../build/tree/write-tree.ts";

const COUNTS = process.argv[2] === undefined ? [10_000, 100_000] : [Number(process.argv[2])];
const CHANGED = { answers: 60, pages: 10 };
const ANSWERS = 700;
const CHANGES = ["makeFolder", "write", "append", "link", "copy", "rename", "remove"] as const;

for (const count of COUNTS) {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-tree-"));
  try {
    for (const [what, minute] of [
      ["first build", 0],
      ["second", 1],
      ["third", 2],
      ["a minute", 3],
      ["a minute", 4],
      ["nothing new", 4],
    ] as const) {
      await measured(`${thousands(count)} files, ${what}`, join(dir, "tree"), count, minute);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measured(what: string, out: string, count: number, minute: number): Promise<void> {
  const asOf = new Date(Date.UTC(2026, 10, 21, 6, minute)).toISOString();
  const shards = { days: [], results: [] } as unknown as SnapshotRecord["shards"];
  const snapshot = { as_of: asOf, sources: [], shards };
  const { fileSystem, changes } = counting();
  const before = process.cpuUsage();
  const { written } = await writeTree({
    out,
    files: filesOf(count, minute),
    snapshot,
    steps: historySteps(),
    fileSystem,
  });
  const { user, system } = process.cpuUsage(before);
  const seconds = ((user + system) / 1e6).toFixed(2);
  process.stdout.write(`${what}: ${seconds} s of processor, ${thousands(written)} written, ${thousands(changes())} changes\n`);
}

function counting(): { fileSystem: TreeFileSystem; changes: () => number } {
  let changes = 0;
  const fileSystem = { ...NODE_FILE_SYSTEM };
  for (const name of CHANGES) {
    const real = NODE_FILE_SYSTEM[name] as (path: string, more?: unknown) => void;
    fileSystem[name] = (path: string, more?: unknown) => {
      changes++;
      real(path, more);
    };
  }
  return { fileSystem, changes: () => changes };
}

function* filesOf(count: number, minute: number): Iterable<TreeFile> {
  for (let at = 0; at < count; at++) {
    const isAnswer = at < ANSWERS;
    const isChanged = at < CHANGED.answers || (at >= ANSWERS && at % Math.ceil(count / CHANGED.pages) === 0);
    const key = `${at}-${isChanged ? minute : 0}`;
    const bytes = () => Buffer.from(`{"file":${at},"key":"${key}","padding":"${"x".repeat(1_200)}"}`);
    if (isAnswer) yield { path: `api/v1/countries/${at}.json`, bytes, section: "api", cache: "minute", compress: true, key };
    else
      yield {
        path: `earthquakes/${at}/index.html`,
        bytes,
        section: "event-pages",
        cache: "minute",
        compress: false,
        key,
      };
  }
}
