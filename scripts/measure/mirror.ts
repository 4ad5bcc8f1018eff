/**
 * What a mirror fetches between two builds that are a minute apart: 12,000 synthetic events of a month, then one more, one
 * revised, and a minute later. Served by the Node host on loopback; bytes are counted as sent, and as brotli 5 would send them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { mirrorTree } from "../../build/mirror/mirror.ts";
import { createHttpOrigin } from "../../build/origins/http.ts";
import { thousands } from "../../build/platform/text.ts";
import { readInsideSync } from "../../build/tree/read.ts";
import { AS_OF, syntheticEvents } from "./bench/events.ts";
import { treeOf } from "./synthetic-tree.ts";

const EVENTS = 12_000;
const MINUTE = 60_000;
/** What a mirror's minute may cost, compressed. */
const GOAL = 60_000;

const dir = mkdtempSync(join(tmpdir(), "quaketree-mirror-"));
try {
  await main();
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const events = syntheticEvents(EVENTS);
  const [newest] = events;
  if (!newest) throw new Error("there are no events");
  const first = await copied(await treeOf(dir, "first", events, AS_OF), "first");
  const later = [
    { ...newest, id: "us7zzzzzz", time: AS_OF + MINUTE / 2 },
    { ...newest, magnitude: newest.magnitude + 0.1 },
    ...events.slice(1),
  ];
  const second = await treeOf(dir, "second", later, AS_OF + MINUTE);
  const copy = join(dir, "copy");
  const whole = await fetchedBy(copy, first);
  const minute = await fetchedBy(copy, second);
  tell("first copy", whole);
  tell("a minute later", minute);
  const compressed = minute.reduce((sum, one) => sum + one.compressed, 0);
  say(`goal: ${thousands(GOAL)} bytes compressed, ${compressed <= GOAL ? "reached" : "not reached"}`);
}

/** The tree as it is now, for later. */
async function copied(tree: string, name: string): Promise<string> {
  const kept = join(dir, name);
  await mirrorTree({ origin: origin(tree), out: kept, now: () => AS_OF, sleep: delay });
  return kept;
}

function origin(folder: string) {
  return {
    name: folder,
    async *read(path: string) {
      const bytes = readInsideSync(folder, path);
      if (bytes) yield bytes;
    },
  };
}

interface Cost {
  path: string;
  bytes: number;
  compressed: number;
}

/** Brings the copy up to date over HTTP and says what each file that was asked for cost. */
async function fetchedBy(copy: string, published: string): Promise<Cost[]> {
  const costs: Cost[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1));
    const bytes = readInsideSync(published, path);
    if (!bytes) return response.writeHead(404).end();
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    costs.push({
      path,
      bytes: bytes.length,
      compressed: Math.min(bytes.length, brotliCompressSync(bytes, { params }).length),
    });
    return response.end(bytes);
  });
  const base = await listen(server);
  const http = createHttpOrigin({ base, fetch, sleep: delay, random: Math.random, now: aMinuteLater });
  await mirrorTree({ origin: http, out: copy, now: aMinuteLater, sleep: delay });
  server.close();
  server.closeAllConnections();
  return costs;
}

function aMinuteLater(): number {
  return AS_OF + MINUTE;
}

async function listen(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

/** Every kind of file that was fetched, the dearest first. */
function tell(what: string, costs: readonly Cost[]): void {
  const kinds = new Map<string, { files: number; bytes: number; compressed: number }>();
  for (const { path, bytes, compressed } of costs) {
    const kind = kinds.get(kindOf(path)) ?? { files: 0, bytes: 0, compressed: 0 };
    kinds.set(kindOf(path), {
      files: kind.files + 1,
      bytes: kind.bytes + bytes,
      compressed: kind.compressed + compressed,
    });
  }
  const sum = (count: (cost: Cost) => number) => costs.reduce((all, cost) => all + count(cost), 0);
  say(
    `${what}: ${thousands(costs.length)} files, ${thousands(sum(({ bytes }) => bytes))} bytes, ${thousands(sum((cost) => cost.compressed))} compressed`,
  );
  for (const [kind, { files, bytes, compressed }] of [...kinds].toSorted((a, b) => b[1].compressed - a[1].compressed)) {
    say(
      `  ${kind.padEnd(28)} ${thousands(files).padStart(7)} ${thousands(bytes).padStart(12)} ${thousands(compressed).padStart(11)}`,
    );
  }
}

function kindOf(path: string): string {
  if (path.startsWith("index/") || !path.includes("/")) return path;
  if (path.endsWith(".html")) return `${/^[a-z]{2,3}\//.test(path) ? "translated" : path.replace(/\/.*/, "")}/….html`;
  const parts = path.split("/");
  return parts.length > 3 ? `${parts.slice(0, 3).join("/")}/…` : `${parts.slice(0, -1).join("/")}/…`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
