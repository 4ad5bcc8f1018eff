/**
 * What publishing to an object store takes: requests and bytes for the first time, with nothing new, a minute later (3 new events
 * and a revised one), a minute with a newer feed of the same events, one with a revised event only, after a run that was killed, and
 * with `--repair`. The store is one in memory that counts what is asked of it;
 * the trees are those of a publisher with pages of all events.
 *
 *     npm run measure -- publish [10742 45000]
 *
 * 45,000 events make 100,000 files.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { thousands } from "../../build/platform/text.ts";
import type { PublishOptions } from "../../build/publish/publish.ts";
import type { Target } from "../../build/publish/target.ts";
import { memoryTarget } from "../../test/publish/memory-target.ts";
import { publishTo } from "../../test/publish/publishing.ts";
import { AS_OF, type BenchEvent, syntheticEvents } from "./bench/events.ts";
import { kindOf, tableOf } from "./file-kinds.ts";
import { print } from "./print.ts";
import { aMinuteLater, treeOf } from "./synthetic-tree.ts";

const MINUTE = 60_000;
const COPIES = "copies of replaced files";
/** Of `ListObjectsV2`. */
const LISTED_AT_ONCE = 1_000;

const counts = process.argv.slice(2).map(Number);
for (const count of counts.length > 0 ? counts : [10_742, 45_000]) {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-publish-"));
  try {
    await measure(dir, count);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(dir: string, count: number): Promise<void> {
  const store = memoryTarget();
  let events: readonly BenchEvent[] = syntheticEvents(count);
  let asOf = AS_OF;
  const minute = (next: (events: readonly BenchEvent[], asOf: number) => readonly BenchEvent[] = aMinuteLater) => {
    asOf += MINUTE;
    events = next(events, asOf);
    return treeOf(dir, "feed", events, asOf);
  };
  const tree = await treeOf(dir, "feed", events, asOf);
  print(`${thousands(count)} events`);
  await measured("first time", store, tree);
  await measured("nothing new", store, tree);
  // The first minute of an hour or a day sweeps what is left.
  await minute();
  await measured("the first minute", store, tree);
  await minute();
  const asked = await measured("a minute later", store, tree);
  for (const line of tableOf(asked.map((one) => ({ ...one, kind: one.kind ?? kindOf(one.path) })))) print(`  ${line}`);
  await minute((same) => same);
  await measured("a minute with the same events", store, tree);
  await minute(([newest, ...rest]) => (newest ? [{ ...newest, magnitude: newest.magnitude + 0.1 }, ...rest] : rest));
  await measured("a minute with a revised event", store, tree);
  await minute();
  store.onOperation(async (at) => (at > 60 ? "before" : undefined));
  await publishTo(store, tree, { atATime: 1 }).catch(() => {});
  store.onOperation(async () => undefined);
  await measured("after one that was killed", store, tree);
  await measured("with --repair", store, tree, { repair: true });
}

interface Asked {
  path: string;
  kind?: string;
  bytes: number;
}

async function measured(what: string, store: Target, tree: string, more: Partial<PublishOptions> = {}): Promise<Asked[]> {
  const { target, asked, counts: others } = counting(store);
  const began = process.cpuUsage();
  await publishTo(target, tree, more);
  const { user, system } = process.cpuUsage(began);
  const bytes = asked.reduce((sum, one) => sum + one.bytes, 0);
  const copies = asked.filter(({ kind }) => kind === COPIES).length;
  const { get, list, remove } = others;
  print(
    `${what}: ${thousands(asked.length)} PUT (${thousands(copies)} of them copies), ` +
      `${get} GET, ${list} LIST, ${thousands(remove)} DELETE; ` +
      `${thousands(bytes)} bytes; ${((user + system) / 1e6).toFixed(1)} s of processor`,
  );
  return asked;
}

/** A target that tells what is asked of it. Stores bill copies as they bill PUT. */
function counting(store: Target): { target: Target; asked: Asked[]; counts: { get: number; list: number; remove: number } } {
  const asked: Asked[] = [];
  const found = { get: 0, list: 0, remove: 0 };
  const target: Target = {
    name: store.name,
    get: (path, maxBytes) => {
      found.get++;
      return store.get(path, maxBytes);
    },
    list: async (prefix) => {
      const listed = await store.list(prefix);
      found.list += Math.max(1, Math.ceil(listed.length / LISTED_AT_ONCE));
      return listed;
    },
    remove: (path) => {
      found.remove++;
      return store.remove(path);
    },
    put: (path, bytes, headers, condition) => {
      asked.push({ path, bytes: bytes.length });
      return store.put(path, bytes, headers, condition);
    },
    copy: (from, to, headers) => {
      asked.push({ path: to, kind: COPIES, bytes: 0 });
      return store.copy(from, to, headers);
    },
  };
  return { target, asked, counts: found };
}
