/**
 * The cold start of a Worker over a large tree: what opening the snapshot, the first answer and a later answer take of the
 * processor. The tree has as many events, all recent, as make 100,000 files; a Worker reads a few of them, all in memory here.
 *
 * With TREE also in workerd, with that tree as its files: from the start of workerd to the first answer, and its memory then.
 * `npm run measure:scale -- --work DIR` keeps a tree of 100,000 files.
 *
 * Usage: npm run measure:worker -- [EVENTS] [TREE]
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Assets } from "../../build/hosts/worker/asset-tree.ts";
import { createWorker } from "../../build/hosts/worker/worker.ts";
import { syntheticEvents } from "./bench/events.ts";
import { startProgram } from "./bench/programs.ts";
import { figure } from "./bench/table.ts";
import { benchRecord, benchShards } from "./bench/tree.ts";
import { ourWorker } from "./bench/workers.ts";
import { countFiles } from "./scale/trees.ts";

const [events = "100000", folder] = process.argv.slice(2);
const TARGET = "https://quakes.example/api/recent/?min_magnitude=2.4";
const context = { waitUntil: () => {} };

const { manifest, files } = benchShards(syntheticEvents(Number(events)));
const tree = new Map<string, Uint8Array<ArrayBuffer>>(files.map(({ path, bytes }) => [path, new Uint8Array(bytes())]));
tree.set("snapshot.json", new TextEncoder().encode(JSON.stringify(benchRecord(manifest))));

let read = 0;
let bytes = 0;
const ASSETS: Assets = {
  fetch: async ({ url }) => {
    const file = tree.get(new URL(url).pathname.slice(1));
    read += 1;
    bytes += file?.length ?? 0;
    return new Response(file ?? null, { status: file ? 200 : 404 });
  },
};

/** @returns ms of processor */
async function ask(worker: ReturnType<typeof createWorker>, number: number): Promise<number> {
  const before = process.cpuUsage();
  const response = await worker.fetch(new Request(TARGET + String(number).padStart(8, "0")), { ASSETS }, context);
  await response.arrayBuffer();
  const { user, system } = process.cpuUsage(before);
  if (response.status !== 200) throw new Error(`the Worker answers ${response.status}`);
  return (user + system) / 1000;
}

function print(what: string, ms: number): void {
  process.stdout.write(`${what}: ${figure(ms)} ms of processor\n`);
}

// The first isolate has everything to compile; the second shows what a tree costs.
for (const isolate of ["first isolate", "next isolate"]) {
  const worker = createWorker();
  [read, bytes] = [0, 0];
  print(`${isolate}, first answer`, await ask(worker, 0));
  process.stdout.write(`  ${read} files read, ${(bytes / 1e6).toFixed(1)} MB of ${tree.size} shards and the record\n`);
  let later = 0;
  for (let number = 1; number <= 2_000; number++) later += await ask(worker, number);
  print(`${isolate}, a later answer`, later / 2_000);
}

if (folder !== undefined) await measureWorkerd(resolve(folder));

async function measureWorkerd(files: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "quaketree-worker-"));
  try {
    const command = await ourWorker(files, work);
    process.stdout.write(`workerd, a tree of ${countFiles(files)} files\n`);
    for (const path of ["/api/recent/?min_magnitude=2.41", "/api/v1/stats/"]) {
      for (let start = 0; start < 3; start++) {
        const { started, processorTime, pid, stop } = await startProgram(command, path);
        const memory = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
        print(`  ${path}: first answer after ${figure(started)} ms by the clock, ${figure(memory)} MB`, processorTime() ?? 0);
        await stop();
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
