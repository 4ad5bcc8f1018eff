/**
 * What clients that do not read cost `quaketree serve`: opens many connections, each with pipelined requests and nobody who
 * reads the answers, and asks beside them as an honest client. Prints the memory of the server, the connections that it keeps
 * and how long the honest client waits. Linux; needs a limit of open files above the number of clients (`ulimit -n`).
 *
 * Usage: tsx scripts/measure-clients.ts TREE [CLIENTS [PIPELINED]]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const [tree = "dist", clients = "10000", pipelined = "4"] = process.argv.slice(2);
const PORT = 18_080;
const BASE = `http://127.0.0.1:${PORT}`;
/** The goal, in MB. */
const MOST_MEMORY = 250;
const SECONDS = 40;

/** Requests for different answers of some 100 KB, so that few of them lie ready. */
function requestsOf(client: number): string {
  const paths = Array.from(
    { length: Number(pipelined) },
    (_, at) => `/api/v1/earthquakes/?limit=500&offset=${client % 500}&min_mag=0.${at}`,
  );
  return paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join("");
}

/** @returns MB */
function memory(server: ChildProcess, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

function openFiles(server: ChildProcess): number {
  return readdirSync(`/proc/${server.pid}/fd`).length;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** @returns ms until a whole answer is there */
async function honest(): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${BASE}/api/v1/stats/`, { headers: { connection: "close" } });
  if (answer.status !== 200) throw new Error(`the honest client gets ${answer.status}`);
  await answer.arrayBuffer();
  return performance.now() - began;
}

async function whenServing(): Promise<void> {
  for (;;) {
    const answered = await honest().then(
      () => true,
      () => delay(100, false),
    );
    if (answered) return;
  }
}

const server = spawn(process.execPath, ["build/quaketree.js", "serve", tree, "--port", `${PORT}`], {
  stdio: "inherit",
});
const sockets: Socket[] = [];
try {
  await whenServing();
  print(`at the beginning: ${memory(server, "VmRSS").toFixed(0)} MB, ${openFiles(server)} open files`);
  let refused = 0;
  for (let client = 0; client < Number(clients); client++) {
    const socket = connect(PORT, "127.0.0.1", () => socket.write(requestsOf(client)));
    socket.pause();
    socket.on("error", () => refused++);
    sockets.push(socket);
    if (client % 200 === 199) await delay(20);
  }
  const began = performance.now();
  for (let second = 0; second < SECONDS; second += 5) {
    const waited = await honest().catch(() => undefined);
    const after = ((performance.now() - began) / 1000).toFixed(0);
    const wait = waited === undefined ? "gets no answer" : `waits ${waited.toFixed(0)} ms`;
    print(
      `after ${after} s: ${memory(server, "VmRSS").toFixed(0)} MB, ${openFiles(server)} open files, an honest client ${wait}`,
    );
    await delay(5_000);
  }
  const most = memory(server, "VmHWM");
  print(`${clients} clients: at the most ${most.toFixed(0)} MB (goal: ${MOST_MEMORY}), ${refused} connections reset`);
  if (most > MOST_MEMORY) process.exitCode = 1;
} finally {
  for (const socket of sockets) socket.destroy();
  server.kill();
}
