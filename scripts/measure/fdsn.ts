/**
 * Measures the FDSN event service over an archive of synthetic events, and prints the goals beside the figures.
 *
 * Usage: npm run measure -- archive [--large | EVENTS, default 512224]
 *
 * `--large` is 4.5 million events: some five minutes, 3 GB of disk.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createArchiveCache, createArchiveReader, type OpenArchive } from "../../build/fdsn/archive/reader.ts";
import { archiveFiles } from "../../build/fdsn/files.ts";
import { fdsnReply, wholeFdsnReply } from "../../build/fdsn/service.ts";
import { createFdsnHost } from "../../build/hosts/node/fdsn.ts";
import { PIECE_BYTES, pieceName } from "../../build/hosts/worker/archive.ts";
import { sha256 } from "../../build/platform/hash.ts";
import type { Snapshot } from "../../build/rewrite/snapshot.ts";
import { NO_CELLS, openDerive } from "../../build/store/derive.ts";
import { families, usualQueries } from "./fdsn/queries.ts";
import { AS_OF, syntheticInput } from "./fdsn/synthetic.ts";
import { print } from "./print.ts";

function processorOf(run: () => void): number {
  const began = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

type Manifest = readonly { path: string }[];

function snapshotOf(manifest: Manifest): Snapshot {
  const record = { id: "0".repeat(16), as_of: new Date(AS_OF).toISOString(), shards: { archive: manifest } };
  return { record, asOf: AS_OF } as unknown as Snapshot;
}

const TRIES = 20;
/** Bytes of parsed values in memory, as in the Node host. */
const CACHE_BYTES = 24_000_000;

async function ask(manifest: Manifest, query: string, reader: OpenArchive): Promise<string> {
  const target = `/fdsnws/event/1/${query}`;
  const request = { method: "GET", target, host: "localhost", now: AS_OF };
  const reply = await wholeFdsnReply(await fdsnReply(snapshotOf(manifest), request, reader));
  const text = new TextDecoder().decode(reply.body);
  if (reply.status >= 400) throw new Error(`${query}: ${text}`);
  return text;
}

/** The files that a Worker reads for a range of a file: its pieces, or the file if it is small. */
function workerFiles(path: string, size: number, { at, bytes }: { at: number; bytes: number }): string[] {
  if (size <= PIECE_BYTES) return [path];
  const first = Math.floor(at / PIECE_BYTES);
  const last = Math.floor((Math.min(at + bytes, size) - 1) / PIECE_BYTES);
  return Array.from({ length: last + 1 - first }, (_, piece) => pieceName(path, first + piece));
}

/** What queries read if the fences alone are in memory. */
async function measureReads(dir: string, manifest: Manifest, events: number): Promise<void> {
  let reads: { round: number; bytes: number; files: string[] }[] = [];
  let [round, pending] = [0, 0];
  const read = async (path: string, range?: { at: number; bytes: number }) => {
    if (pending++ === 0) round++;
    const file = await open(join(dir, path));
    const { size } = await file.stat();
    const whole = range ?? { at: 0, bytes: size };
    reads.push({ round, bytes: whole.bytes, files: workerFiles(path, size, whole) });
    const bytes = Buffer.allocUnsafeSlow(whole.bytes);
    await file.read(bytes, 0, whole.bytes, whole.at);
    await file.close();
    pending--;
    return bytes;
  };
  print("| query | requests | round trips | KiB | files of a Worker |");
  const all: Reads[] = [];
  for (const [name, query] of Object.entries(families(events))) {
    const tries: Reads[] = [];
    for (let at = 0; at < TRIES; at++) {
      const reader = createArchiveReader({ digest: sha256, read }, createArchiveCache(CACHE_BYTES));
      await reader(manifest.map(({ path }) => path));
      reads = [];
      await ask(manifest, query(), reader);
      const rounds = new Set(reads.map((one) => one.round)).size;
      const kib = reads.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
      tries.push({ reads: reads.length, rounds, kib, files: new Set(reads.flatMap(({ files }) => files)).size });
    }
    all.push(...tries);
    print(rowOf(name, tries));
  }
  print(rowOf("all (goals: requests 2, 4; round trips 2, 3; a Worker at most 32)", all));
}

/** What a query reads. */
interface Reads {
  reads: number;
  rounds: number;
  kib: number;
  /** Files that a Worker reads. */
  files: number;
}

/** The median and the most of each. */
function rowOf(name: string, tries: readonly Reads[]): string {
  const columns = (["reads", "rounds", "kib", "files"] as const).map((key) => shownOf(tries.map((one) => one[key])));
  return `| ${name} | ${columns.join(" | ")} |`;
}

function shownOf(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${(sorted[sorted.length >> 1] ?? 0).toFixed(0)}, ${(sorted.at(-1) ?? 0).toFixed(0)}`;
}

/** What a process that answers queries as the Node host does measures. */
interface HostFigures {
  /** Queries a second of processor time: of the first thousand, with what they compile and read, and of ten thousand after these. */
  cold: number;
  rate: number;
  /** Bytes in use and resident in the end. */
  used: number;
  rss: number;
}

/** Answers queries as the Node host does, in a process of its own. */
async function runHost(dir: string, manifest: Manifest, events: number): Promise<void> {
  const { events: host } = createFdsnHost(dir, () => AS_OF);
  const tree = { snapshot: snapshotOf(manifest) } as unknown as Parameters<typeof host>[0];
  const requestOf = (query: string) =>
    ({ method: "GET", target: `/fdsnws/event/1/${query}`, client: "", header: () => undefined, over: () => never }) as never;
  const never = new AbortController().signal;
  const usual = usualQueries().map(requestOf);
  const rateOf = async (queries: number) => {
    const began = process.cpuUsage();
    for (let at = 0; at < queries; at++) await host(tree, usual[at % usual.length] as never);
    const { user, system } = process.cpuUsage(began);
    return (queries * 1e6) / (user + system);
  };
  const [cold, rate] = [await rateOf(1_000), await rateOf(10_000)];
  if (events > 0)
    for (const query of Object.values(families(events))) for (let at = 0; at < TRIES; at++) await host(tree, requestOf(query()));
  // The memory of buffers is given back some time after the collection that finds them unused.
  for (let at = 0; at < 3; at++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  print(JSON.stringify({ cold, rate, used: heapUsed + external, rss } satisfies HostFigures));
}

function inHost(dir: string, manifest: Manifest, events: number): HostFigures {
  const script = fileURLToPath(import.meta.url);
  const args = ["--expose-gc", "--import", "tsx", script, "--host", dir, JSON.stringify(manifest), String(events)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as HostFigures;
}

async function main(total: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "fdsn-"));
  try {
    mkdirSync(join(dir, "archive"));
    const input = syntheticInput(total);
    const derived = openDerive(join(dir, "store"));
    const written = new Set<string>();
    let size = 0;
    const build = () => {
      const made = archiveFiles(input, derived);
      for (const { path, bytes } of made.files) {
        if (written.has(path)) continue;
        written.add(path);
        const content = bytes();
        size += content.length;
        writeFileSync(join(dir, path), content);
      }
      return made.manifest();
    };
    let manifest: Manifest = [];
    const whole = processorOf(() => (manifest = build()));
    const bytes = size;
    // A minute in which an event of each of the last two days has changed.
    const changed = input.live.map((event, at) => (at % 200 === 0 ? { ...event, updated: event.updated + 1 } : event));
    const minuteOf = (live: typeof changed) => {
      for (const file of archiveFiles({ ...input, live }, derived).files) if (!written.has(file.path)) file.bytes();
    };
    const minute = processorOf(() => minuteOf(changed));
    print(`${input.events} events, ${input.live.length} of them live; ${written.size} files`);
    print(`bytes an event, goal 600: ${(bytes / input.events).toFixed(0)}`);
    const fences = manifest.map(({ path }) => statSync(join(dir, path)).size);
    const ofWorker = fences.map((one) => Math.ceil(one / PIECE_BYTES)).join(" and ");
    print(`fences: ${fences.map((one) => (one / 1e6).toFixed(1)).join(" and ")} MB, ${ofWorker} files of a Worker`);
    print(`processor time of the first build: ${whole.toFixed(1)} s; of a minute, goal 0.3: ${minute.toFixed(2)} s`);
    const empty = [...archiveFiles({ ...input, live: [], parts: [] }, NO_CELLS).files];
    for (const file of empty) writeFileSync(join(dir, file.path), file.bytes());
    const without = inHost(dir, [{ path: empty.at(-1)?.path ?? "" }], 0);
    const host = inHost(dir, manifest, input.events);
    print(`the 20 usual queries, goal 2,000 a second of processor: ${host.rate.toFixed(0)}; first 1,000 ${host.cold.toFixed(0)}`);
    const mb = (pick: (one: typeof host) => number) => ((pick(host) - pick(without)) / 1e6).toFixed(0);
    print(
      `memory above the empty tree after these queries, goal 60 MB: ${mb(({ used }) => used)} in use, ${mb(({ rss }) => rss)} resident`,
    );
    await measureReads(dir, manifest, input.events);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const given = process.argv.slice(2);
const [first, dir = "", manifest = "[]", events = "0"] = given;
if (first === "--host") await runHost(dir, JSON.parse(manifest) as Manifest, Number(events));
else {
  const total = given.find((one) => /^\d+$/.test(one)) ?? 512_224;
  await main(given.includes("--large") ? 4_500_000 : Number(total));
}
