/**
 * What publishing a tree of 20,000 files to an object store takes: requests, bytes and seconds for the first time, with nothing
 * new, a minute later, after a run that was killed, and with a look at everything. The store is a real one (s3rver) on
 * loopback, behind the front of the tests; another number of files may be given as an argument.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SnapshotRecord } from "../../build/contract/wire/snapshot.ts";
import { historySteps } from "../../build/history/steps.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { thousands } from "../../build/platform/text.ts";
import type { PublishOptions, PublishReport } from "../../build/publish/publish.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { type ObjectStore, startObjectStore } from "../../test/publish/object-store.ts";
import { publishTo, s3Target } from "../../test/publish/publishing.ts";

const FILES = Number(process.argv[2] ?? 20_000);
/** Of the embedded data's tree: the rest are details of single events. */
const SHARDS = 60;
const ANSWERS = 700;
/** What a minute changes: two shards, the answers that follow from recent events, five details. */
const CHANGED = { shards: 2, answers: 40, details: 5 };

const dir = mkdtempSync(join(tmpdir(), "quaketree-publish-"));
const store = await startObjectStore(join(dir, "store"));
try {
  await main();
} finally {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const tree = join(dir, "tree");
  await plant(tree, 0);
  await measured("first time", tree);
  await measured("nothing new", tree);
  await plant(tree, 1);
  await measured("a minute later", tree);
  await plant(tree, 2);
  store.behave();
  store.misbehave(({ at }) => (at > 60 ? { kind: "reset" } : undefined));
  await publishTo(s3Target(store, "tree", { tries: 1 }), tree).catch(() => {});
  await measured("after one that was killed", tree);
  await measured("with --repair", tree, { repair: true });
}

async function measured(what: string, tree: string, more: Partial<PublishOptions> = {}): Promise<void> {
  store.behave();
  const began = performance.now();
  const report = await publishTo(s3Target(store), tree, more);
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`${what}: ${line(report, store, seconds)}\n`);
}

function line({ sent, bytes, kept, removed }: PublishReport, { asked }: ObjectStore, seconds: number): string {
  const count = (chosen: (one: { method: string; key: string }) => boolean) => thousands(asked.filter(chosen).length);
  const lists = count(({ key }) => key.startsWith("?"));
  const gets = count(({ method, key }) => method === "GET" && !key.startsWith("?"));
  const requests = `${count(({ method }) => method === "PUT")} PUT, ${gets} GET, ${lists} LIST, ${count(({ method }) => method === "DELETE")} DELETE`;
  return `${seconds.toFixed(1)} s; ${requests}; ${thousands(sent)} sent, ${thousands(bytes)} bytes, ${kept} kept, ${removed} removed`;
}

function plant(out: string, minute: number) {
  const asOf = new Date(Date.UTC(2026, 10, 21, 6, minute)).toISOString();
  const shards = { days: [], results: [] } as unknown as SnapshotRecord["shards"];
  const snapshot = { as_of: asOf, sources: [], shards };
  return writeTree({ out, files: files(minute), snapshot, steps: historySteps() });
}

function* files(minute: number): Iterable<TreeFile> {
  const text = (name: string, at: number, changed: number, size: number) =>
    Buffer.from(`{"${name}":${at},"minute":${at < changed ? minute : 0},"padding":"${"x".repeat(size)}"}`);
  const details = FILES - SHARDS - ANSWERS;
  for (let at = 0; at < SHARDS; at++) {
    const bytes = text("shard", at, CHANGED.shards, 40_000);
    yield {
      path: `shards/${sha256(bytes)}.json`,
      bytes: () => bytes,
      section: "shards",
      cache: "immutable",
      compress: false,
    };
  }
  for (let at = 0; at < ANSWERS; at++) {
    const bytes = text("answer", at, CHANGED.answers, 8_000);
    yield { path: `api/v1/countries/${at}.json`, bytes: () => bytes, section: "api", cache: "minute", compress: false };
  }
  for (let at = 0; at < details; at++) {
    const bytes = text("detail", at, CHANGED.details, 900);
    yield {
      path: `api/v1/earthquakes/${at}.json`,
      bytes: () => bytes,
      section: "earthquakes",
      cache: "minute",
      compress: false,
    };
  }
}
