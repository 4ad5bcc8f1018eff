import { readFileSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { portOf, withServer } from "../hosts/ask.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { quaketree, type Running, start } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const CONNECTIONS = 50;
const PATIENCE = { timeout: 30_000 };

let dir: string;
let running: Running | undefined;
const plant = (minute: number) =>
  smallTree(join(dir, "small"), { version: `${minute}`, asOf: `2018-02-07T10:0${minute}:00.000Z`, packLarge: false });

beforeEach(async () => {
  dir = temporaryFolder();
  await plant(0);
});
afterEach(async () => {
  running?.child.kill("SIGKILL");
  await running?.ended;
  running = undefined;
});

/** Starts two workers, and waits until both serve. */
async function serveByTwo() {
  const started = start(["serve", "small", "--port", "0", "--workers", "2", "--metrics", "127.0.0.1:0"], dir);
  running = started;
  const first = await started.line(/^Quaketree serves small/);
  const url = first.slice(first.indexOf("http:"));
  const line = await started.line(/metrics for Prometheus/);
  const metrics = async () => (await fetch(line.slice(line.indexOf("http:")))).text();
  await expect.poll(metrics, PATIENCE).toMatch(/tree_loaded\{worker="1"\} 1[^]*tree_loaded\{worker="2"\} 1|"2"\} 1[^]*"1"\} 1/);
  return { ...started, url, metrics, pid: started.child.pid as number };
}

/** The processes that a process has started, the oldest first. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @returns the snapshot of the answer */
function ask(url: string, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const asked = get(new URL("api/recent/?limit=1", url), { agent }, (response) => {
      response.on("error", reject).resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve(response.headers["x-snapshot"]) : reject(new Error(`${response.statusCode}`)),
      );
    });
    asked.on("error", reject);
  });
}

it("where a worker is killed only its connections fail, each once, while the port stays open and another takes its place", async () => {
  const { url, metrics, pid, child, ended } = await serveByTwo();
  const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const failures = new Map<Agent, number>();
  const askAll = (times: number) =>
    Promise.all(
      agents.map(async (agent) => {
        for (let at = 0; at < times; at++) await ask(url, agent).catch(() => void failures.set(agent, (failures.get(agent) ?? 0) + 1));
      }),
    );
  await askAll(5);
  expect(failures.size).toBe(0);
  const open = Number(/http_connections\{worker="1"\} (\d+)/.exec(await metrics())?.[1]);
  expect(open).toBeGreaterThan(0);
  const [first = 0, second] = childrenOf(pid);
  const asking = askAll(100);
  process.kill(first, "SIGKILL");
  await asking;
  expect(failures.size).toBeLessThanOrEqual(open);
  expect(new Set([...failures.values(), 1])).toEqual(new Set([1]));
  await expect.poll(metrics, PATIENCE).toMatch(/quaketree_workers_replaced_total 1\n[^]*tree_loaded\{worker="1"\} 1/);
  expect(childrenOf(pid)).toEqual([second, expect.any(Number)]);
  failures.clear();
  for (const agent of agents) agent.destroy();
  await askAll(5);
  expect(failures.size).toBe(0);
  for (const agent of agents) agent.destroy();
  child.kill("SIGTERM");
  const { code, stderr } = await ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/^.*worker 1 ended \(SIGKILL\); it is replaced\n$/);
});

it("every worker takes up a newer tree, also one that gets no requests", async () => {
  const { metrics } = await serveByTwo();
  const { snapshot } = await plant(1);
  const sequences = async () =>
    [...(await metrics()).matchAll(/tree_sequence\{worker="\d"\} (\d+)/g)].map(([, sequence]) => Number(sequence));
  await expect.poll(sequences, PATIENCE).toEqual([snapshot.sequence, snapshot.sequence]);
});

it("every worker streams the change, and the processes end although streams are open", async () => {
  const { url, child, ended } = await serveByTwo();
  const streams = await Promise.all(Array.from({ length: 8 }, () => fetch(new URL("api/changes/stream", url))));
  const { snapshot } = await plant(1);
  for (const { body } of streams) {
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; !text.includes(snapshot.id); ) text += (await reader?.read())?.value ?? "";
  }
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
});

it.each(["SIGINT", "SIGTERM"] as const)("at %s answers that have begun are completed, and all processes end", async (signal) => {
  const { url, pid, child, ended } = await serveByTwo();
  const workers = childrenOf(pid);
  const response = await fetch(new URL("large.txt", url));
  child.kill(signal);
  expect((await response.text()).length).toBe(Number(response.headers.get("content-length")));
  const { code, stderr } = await ended;
  expect([code, stderr, workers.filter(isAlive)]).toEqual([0, "", []]);
});

it("each line of a JSON log says which worker it is of, and is whole where it is longer than a pipe keeps together", async () => {
  running = start(["serve", "small", "--port", "0", "--workers", "2", "--log", "json"], dir);
  const { child, ended } = running;
  let text = "";
  child.stderr?.on("data", (part: Buffer) => void (text += part));
  const serving = () => new Set([...text.matchAll(/"event":"serving","worker":(\d)/g)].map(([, worker]) => worker));
  await expect.poll(serving, PATIENCE).toEqual(new Set(["1", "2"]));
  const base = /"url":"([^"]*)"/.exec(text)?.[1] as string;
  const ask = async (_: unknown, at: number) => (await fetch(`${base}api/recent/?x${at}=${"x".repeat(9_000)}`)).text();
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 20 }, ask));
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, stdout: "" });
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; target?: string; worker: number });
  expect(lines.filter(({ event, target }) => event === "request" && String(target).length > 9_000)).toHaveLength(200);
});

it("workers end with the process that started them", async () => {
  const { pid, child } = await serveByTwo();
  const workers = childrenOf(pid);
  child.kill("SIGKILL");
  await expect.poll(() => workers.filter(isAlive), PATIENCE).toEqual([]);
});

it("says in one line why no worker can serve, and starts no other", async () => {
  const stderrOf = async (...args: string[]) => {
    const { code, stderr } = await quaketree(["serve", ...args, "--workers", "3"], dir);
    return [code, stderr];
  };
  expect(await stderrOf("nowhere")).toEqual([1, "quaketree: there is no tree at nowhere (run `quaketree build` first)\n"]);
  await withServer(createServer(), async (server) => {
    const port = String(portOf(server));
    expect(await stderrOf("small", "--port", port)).toEqual([1, `quaketree: port ${port} is in use (choose another with --port)\n`]);
    expect(await stderrOf("small", "--port", "0", "--metrics", port)).toEqual([
      1,
      `quaketree: port ${port} is in use (choose another with --port)\n`,
    ]);
  });
  expect(await stderrOf("small", "--static")).toEqual([2, expect.stringContaining("--workers is given with --static")]);
});
