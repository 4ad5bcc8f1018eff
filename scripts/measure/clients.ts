/**
 * What clients cost `quaketree serve`, and how long others wait meanwhile: requests at half of the highest rate; idle
 * connections; clients that do not read, or read slowly; a client with the costliest queries; what metrics, a log and a second
 * worker cost; memory over many requests. Linux, with wrk; needs a limit of open files above the number of clients (`ulimit -n`).
 *
 * Usage: npm run measure -- clients [TREE] [--clients 10000] [--requests 2000000] [--seconds 5] [--only costly]
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { LOAD_CORE, onCore, type Program, startProgram } from "./bench/programs.ts";
import { print } from "./print.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: "string", default: "10000" },
    requests: { type: "string", default: "2000000" },
    seconds: { type: "string", default: "5" },
    only: { type: "string" },
  },
});
const [tree = "dist"] = positionals;
const CLIENTS = Number(values.clients);
const SECONDS = Number(values.seconds);
/** Of wrk: each waits between two requests where the rate is limited. */
const CONNECTIONS = 64;
const SMALL = "GET /api/v1/stats/ HTTP/1.1\r\nHost: x\r\n\r\n";

/** Queries that look at every event of a large archive, or answer with as many as they may. */
const COSTLY = [
  "query?format=xml&limit=20000",
  "query?format=geojson&limit=20000&latitude=10&longitude=10&maxradiuskm=15000",
  "query?format=text&minfelt=100000",
  "count?latitude=10&longitude=10&maxradiuskm=9000&minmagnitude=0.1",
].map((query) => `/fdsnws/event/1/${query}&starttime=1950-01-01&includeincomplete=true`);

const OTHERS = { page: "/", answer: "/api/v1/stats/", "small query": "/fdsnws/event/1/query?format=text&limit=10&minmagnitude=4" };

const folder = mkdtempSync(join(tmpdir(), "quaketree-clients-"));
const server = await serve();
const sockets: Socket[] = [];
/** Half of the highest rate. */
let half: number | undefined;
const parts = {
  rates: measureRates,
  idle: measureIdle,
  silent: measureSilentReaders,
  slow: measureSlowReaders,
  costly: measureCostlyQueries,
  monitors: measureMonitors,
  workers: measureWorkers,
  memory: measureMemory,
};
try {
  for (const [name, measure] of Object.entries(parts)) if ((values.only ?? name) === name) await measure();
} finally {
  closeAll();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** On one core, or with a number of workers on both. */
function serve(...options: string[]): Promise<Program> {
  const program = [process.execPath, "build/quaketree.js", "serve", tree, "--port"];
  const command = (port: number) =>
    options.includes("--workers")
      ? onCore(`0,${LOAD_CORE}`, [...program, `${port}`, ...options])
      : [...program, `${port}`, "--workers", "1", ...options];
  return startProgram(command, "/api/v1/stats/");
}

/** @returns MB */
function memory({ pid }: Program): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function state(): string {
  return `${memory(server).toFixed(0)} MB, ${readdirSync(`/proc/${server.pid}/fd`).length} open files`;
}

interface Load {
  /** Requests a second. */
  rate: number;
  requests: number;
  p50: string;
  p99: string;
  /** µs of the server's processor a request. */
  cost: number;
}

/** Loads the server with queries that are never repeated. @param rate requests a second; undefined for as many as it takes */
async function load(seconds: number, rate?: number, program: Program = server): Promise<Load> {
  const script = join(folder, "wrk.lua");
  const pause = rate === undefined ? 0 : Math.round((1000 * CONNECTIONS) / rate);
  writeFileSync(
    script,
    `local number = ${Math.floor(Math.random() * 1e6)}
request = function()
  number = number + 1
  return wrk.format(nil, "/api/recent/?min_magnitude=2.4" .. string.format("%08d", number))
end
${pause > 0 ? `function delay() return ${pause} end` : ""}
`,
  );
  const before = program.processorTime() ?? 0;
  const options = ["wrk", "-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "--latency", "-s", script];
  const [wrk, ...args] = onCore(LOAD_CORE, [...options, `http://127.0.0.1:${program.port}`]);
  const { stdout } = await promisify(execFile)(wrk, args);
  const used = (program.processorTime() ?? 0) - before;
  const found = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? "–";
  const requests = Number(found(/(\d+) requests in/));
  if (/Non-2xx/.test(stdout)) throw new Error(`errors under load:\n${stdout}`);
  return {
    rate: Number(found(/Requests\/sec:\s+([\d.]+)/)),
    requests,
    p50: found(/^ +50%\s+(\S+)/m),
    p99: found(/^ +99%\s+(\S+)/m),
    cost: (used * 1000) / requests,
  };
}

function described({ rate, p50, p99, cost }: Load): string {
  return `${rate.toFixed(0)} requests/s, p50 ${p50}, p99 ${p99}, ${cost.toFixed(1)} µs of processor a request`;
}

async function measureRates(): Promise<void> {
  await load(SECONDS);
  const highest = await load(SECONDS);
  half = highest.rate / 2;
  print(`as many requests as it takes: ${described(highest)}`);
  print(`half of them: ${described(await load(SECONDS, half))}`);
}

/** Opens connections, a few at a time. */
async function open(count: number, begin: (socket: Socket, client: number) => void): Promise<void> {
  for (let client = 0; client < count; client++) {
    const socket: Socket = connect(server.port, "127.0.0.1", () => begin(socket, client));
    socket.on("error", () => {});
    sockets.push(socket);
    if (client % 200 === 199) await delay(20);
  }
  await delay(200);
}

function closeAll(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
}

async function measureIdle(): Promise<void> {
  await open(CLIENTS, (socket) => void socket.resume().write(SMALL));
  print(`${CLIENTS} idle connections opened, half of the highest rate beside them: ${described(await load(SECONDS, half))}\n  ${state()}`);
  closeAll();
}

/** Clients that ask for much and read nothing. */
async function measureSilentReaders(): Promise<void> {
  await open(CLIENTS, (socket, client) => {
    const large = Array.from({ length: 4 }, (_, at) => `limit=500&hours=720&offset=${client % 500}&min_mag=0.${at}`);
    socket.pause().write(large.map((query) => `GET /api/v1/earthquakes/?${query} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
  });
  print(`${CLIENTS} clients that read nothing: ${state()}, an honest client waits ${await honest()}`);
  await delay(5_000);
  print(`  5 s later: ${state()}, an honest client waits ${await honest()}`);
  closeAll();
}

/** Clients that read 1 KB ten times a second. */
async function measureSlowReaders(): Promise<void> {
  const slow: Socket[] = [];
  await open(200, (socket) => {
    socket.pause().write("GET /api/v1/earthquakes/?limit=500&hours=720 HTTP/1.1\r\nHost: x\r\n\r\n");
    slow.push(socket);
  });
  const reading = setInterval(() => slow.forEach((socket) => socket.read(1024)), 100);
  print(`200 clients that read slowly, half of the highest rate beside them: ${described(await load(SECONDS, half))}\n  ${state()}`);
  clearInterval(reading);
  closeAll();
}

async function honest(): Promise<string> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/stats/`, { headers: { connection: "close" } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the honest client gets ${answer.status}`);
  return `${(performance.now() - began).toFixed(0)} ms`;
}

/** One client asks the costliest queries on four connections; another asks for a page, an answer and ten events in turn. */
async function measureCostlyQueries(): Promise<void> {
  await others("alone");
  const over = new AbortController();
  const answers: Record<number, number> = {};
  const asking = COSTLY.map(async (_, from) => {
    const agent = new Agent({ keepAlive: true, localAddress: "127.0.0.2" });
    for (let at = from; !over.signal.aborted; at++) {
      const status = await statusOf(COSTLY[at % COSTLY.length] ?? "", agent);
      answers[status] = (answers[status] ?? 0) + 1;
      if (status === 503) await delay(100);
    }
    agent.destroy();
  });
  await others("beside the costliest queries of another client");
  over.abort();
  await Promise.all(asking);
  print(`  these were answered with ${JSON.stringify(answers)}; ${state()}`);
}

async function others(when: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const times = new Map(Object.keys(OTHERS).map((what) => [what, [] as number[]]));
  for (const end = performance.now() + 4 * SECONDS * 1_000; performance.now() < end; await delay(10)) {
    for (const [what, target] of Object.entries(OTHERS)) {
      const began = performance.now();
      if ((await statusOf(target, agent)) !== 200) throw new Error(`${target} is refused`);
      times.get(what)?.push(performance.now() - began);
    }
  }
  agent.destroy();
  for (const [what, all] of times) {
    all.sort((a, b) => a - b);
    const part = (share: number) => (all[Math.floor(share * (all.length - 1))] ?? 0).toFixed(1);
    print(`${what}, ${when}: median ${part(0.5)} ms, 95 % ${part(0.95)} ms, most ${part(1)} ms of ${all.length}`);
  }
}

function statusOf(path: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port: server.port, path, agent }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    }).on("error", reject);
  });
}

/** What `--metrics` and `--log json` add to a request. */
function measureMonitors(): Promise<void> {
  return compare({ "without monitors": [], "--metrics": ["--metrics", "0"], "--log json": ["--log", "json"] });
}

/** What a request costs where two processes have two cores, which they share with the load. */
function measureWorkers(): Promise<void> {
  return compare({ "one worker": ["--workers", "1"], "two workers": ["--workers", "2"] });
}

/** What a request costs with each set of options, in interleaved rounds, and how many there are in a second. */
async function compare(kinds: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const running: { name: string; program: Program; costs: number[]; rates: number[] }[] = [];
  try {
    for (const [name, options] of Object.entries(kinds)) running.push({ name, program: await serve(...options), costs: [], rates: [] });
    for (let round = -1; round < 5; round++) {
      for (const { program, costs, rates } of running) {
        const { cost, rate } = await load(1, undefined, program);
        // The first round is for warming up.
        if (round < 0) continue;
        costs.push(cost);
        rates.push(rate);
      }
    }
  } finally {
    for (const { program } of running) await program.stop();
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[2] ?? 0;
  const [bare] = running.map(({ costs }) => median(costs));
  for (const { name, costs, rates } of running) {
    const cost = median(costs);
    const times = (cost / (bare ?? cost)).toFixed(2);
    print(`${name}: ${cost.toFixed(1)} µs of processor a request, ${times} times as much; ${median(rates).toFixed(0)} requests/s`);
  }
}

async function measureMemory(): Promise<void> {
  const wanted = Number(values.requests);
  let done = 0;
  for (let step = 1; done < wanted; step++) {
    while (done < Math.min(wanted, (step * wanted) / 5)) done += (await load(SECONDS)).requests;
    print(`after ${(done / 1e6).toFixed(1)} million more requests: ${state()}`);
  }
}
