/**
 * Whether large answers arrive: ten slow clients of answers of 4 to 40 MB beside a hundred that never read, and how long others wait
 * meanwhile, also beside the costliest queries. Linux.
 *
 * Usage: npm run measure -- large [--events 20000] [--seconds 300]
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { AS_OF, syntheticEvents } from "./bench/events.ts";
import { type Program, startProgram } from "./bench/programs.ts";
import { treeOf } from "./synthetic-tree.ts";

const { values } = parseArgs({ options: { events: { type: "string", default: "20000" }, seconds: { type: "string", default: "300" } } });
const EVENTS = Number(values.events);
const SECONDS = Number(values.seconds);
const SLOW = 10;
const SILENT = 100;
const LONG = `/fdsnws/event/1/query?starttime=2018-01-01&limit=${EVENTS}&format=`;
const TARGETS = [
  `${LONG}xml`,
  `${LONG}geojson`,
  `${LONG}text`,
  "/earthquakes/feed/v1.0/summary/all_month.geojson",
  "/data/earthquakes.ndjson.gz",
];
const HONEST = ["/docs/", "/api/v1/earthquakes/?limit=20&min_mag=4", "/fdsnws/event/1/query?limit=10&format=text"];
/** Look at every event. */
const COSTLY = [`/fdsnws/event/1/query?starttime=2018-01-01&minfelt=100000&format=text`, `${LONG}xml&orderby=magnitude`];
/** The most that honest clients wait, ms, and the most additional memory, MB. */
const GOALS = { wait: 50, memory: 250 };

const dir = mkdtempSync(join(tmpdir(), "quaketree-large-"));
try {
  await main();
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const tree = await treeOf(dir, "large", syntheticEvents(EVENTS), AS_OF);
  const command = (port: number) => [process.execPath, "build/quaketree.js", "serve", tree, "--port", `${port}`];
  const server = await startProgram(command, "/api/v1/stats/");
  try {
    const sizes = new Map<string, number>();
    for (const target of TARGETS) sizes.set(target, await whole(server, target));
    const before = memory(server);
    say(
      `${EVENTS} events; answers of ${[...sizes.values()].map((size) => (size / 1e6).toFixed(1)).join(", ")} MB; ${before.toFixed(0)} MB`,
    );
    await measure(server, sizes, before);
  } finally {
    await server.stop();
  }
}

async function measure(server: Program, sizes: ReadonlyMap<string, number>, before: number): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  const isOn = () => performance.now() < until;
  let most = before;
  const counts = { whole: 0, refused: 0, cut: 0, silent: 0 };
  const slow = Array.from({ length: SLOW }, async (_, client) => {
    for (let at = client; isOn(); at++) {
      const target = TARGETS[at % TARGETS.length] as string;
      const { status, bytes } = await readSlowly(server, target);
      if (status !== 200) counts.refused++;
      else if (bytes === sizes.get(target)) counts.whole++;
      else counts.cut++;
      if (status !== 200) await delay(1000);
    }
  });
  const silent = Array.from({ length: SILENT }, async (_, client) => {
    for (let at = client; isOn(); at++) {
      const response = await begin(server, TARGETS[at % TARGETS.length] as string).catch(() => undefined);
      if (response?.statusCode === 200) counts.silent++;
      // It reads nothing until the server closes the connection.
      if (response) await Promise.race([once(response, "close").catch(() => {}), delay(Math.max(0, until - performance.now()))]);
      response?.destroy();
      await delay(500);
    }
  });
  const costly = Array.from({ length: 4 }, async (_, client) => {
    while (isOn()) await whole(server, COSTLY[client % COSTLY.length] as string).catch(() => delay(100));
  });
  const waits = new Map<string, number[]>(HONEST.map((target) => [target, []]));
  while (isOn()) {
    for (const target of HONEST) {
      const began = performance.now();
      await whole(server, target);
      waits.get(target)?.push(performance.now() - began);
    }
    most = Math.max(most, memory(server));
    await delay(50);
  }
  await Promise.all([...slow, ...silent, ...costly]);
  say(`slow clients: ${counts.whole} answers whole, ${counts.refused} refused, ${counts.cut} cut off (goal: 0)`);
  say(`silent clients: ${counts.silent} answers begun; at most ${(most - before).toFixed(0)} MB more (goal: ${GOALS.memory})`);
  for (const [target, all] of waits) {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
    say(`${target}: p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms (goal: ${GOALS.wait}) of ${sorted.length}`);
  }
}

async function begin(server: Program, path: string): Promise<IncomingMessage> {
  const asked = request({ port: server.port, host: "127.0.0.1", path, agent: false });
  asked.on("error", () => {});
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response.on("error", () => {});
}

/** @returns bytes; throws for another status than 200 or 204 */
async function whole(server: Program, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { connection: "close", "accept-encoding": "identity" } });
  const { byteLength } = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return byteLength;
}

/** Some 2 MB/s. */
async function readSlowly(server: Program, path: string): Promise<{ status: number | undefined; bytes: number }> {
  const response = await begin(server, path);
  let [bytes, since] = [0, 0];
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      since += (chunk as Buffer).length;
      if (since < 262_144) continue;
      since = 0;
      await delay(120);
    }
  } catch {
    // Cut off: the bytes tell.
  }
  return { status: response.statusCode, bytes };
}

/** MB. */
function memory({ pid }: Program): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
