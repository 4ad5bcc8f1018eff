/**
 * What a mirror fetches between two builds that are a minute apart: 12,000 synthetic events of a month, then three more and one
 * revised. Served by the Node host on loopback; bytes are counted as sent, and as brotli 5 would send them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { mirrorTree } from "../../build/mirror/mirror.ts";
import { thousands } from "../../build/platform/text.ts";
import { createHttpOrigin } from "../../build/tree/origins/http.ts";
import { readInsideSync } from "../../build/tree/read.ts";
import { listen } from "../../test/support/listen.ts";
import { AS_OF, syntheticEvents } from "./bench/events.ts";
import { kindOf, tableOf } from "./file-kinds.ts";
import { print } from "./print.ts";
import { aMinuteLater, treeOf } from "./synthetic-tree.ts";

const EVENTS = 12_000;
const MINUTE = 60_000;
/** What a mirror's minute may cost, compressed. */
const GOAL = 30_000;

const dir = mkdtempSync(join(tmpdir(), "quaketree-mirror-"));
try {
  await main();
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const events = syntheticEvents(EVENTS);
  const first = await copied(await treeOf(dir, "first", events, AS_OF), "first");
  const second = await treeOf(dir, "second", aMinuteLater(events, AS_OF + MINUTE), AS_OF + MINUTE);
  const copy = join(dir, "copy");
  const whole = await fetchedBy(copy, first);
  const minute = await fetchedBy(copy, second);
  tell("first copy", whole);
  tell("a minute later", minute);
  const compressed = minute.reduce((sum, one) => sum + one.compressed, 0);
  print(`goal: ${thousands(GOAL)} bytes compressed, ${compressed <= GOAL ? "reached" : "not reached"}`);
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
  const { base, close } = await listen((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1));
    const bytes = readInsideSync(published, path);
    if (!bytes) return response.writeHead(404).end();
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    costs.push({ path, bytes: bytes.length, compressed: Math.min(bytes.length, brotliCompressSync(bytes, { params }).length) });
    return response.end(bytes);
  });
  const http = createHttpOrigin({ base: new URL(`${base}/`), fetch, sleep: delay, random: Math.random, now: () => AS_OF + MINUTE });
  await mirrorTree({ origin: http, out: copy, now: () => AS_OF + MINUTE, sleep: delay });
  await close();
  return costs;
}

/** Every kind of file that was fetched, the dearest first. */
function tell(what: string, costs: readonly Cost[]): void {
  const sum = (count: (cost: Cost) => number) => costs.reduce((all, cost) => all + count(cost), 0);
  print(
    `${what}: ${thousands(costs.length)} files, ${thousands(sum(({ bytes }) => bytes))} bytes, ` +
      `${thousands(sum((cost) => cost.compressed))} compressed`,
  );
  for (const line of tableOf(costs.map((cost) => ({ ...cost, kind: kindOf(cost.path) })))) print(`  ${line}`);
}
