import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { COMPATIBILITY_DATE, writeWorkerDeployment } from "../../build/publish/worker/deployment.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { archiveTree, eventsOf } from "./archive-tree.ts";
import { freePort } from "./edge/nginx-server.ts";

const WORKERD = "node_modules/workerd/bin/workerd";

/**
 * An isolate has 128 MB, heap and buffers together. V8 aborts beyond the limit of its heap, and reports both after each collection.
 * The process is larger: workerd itself has 46 MB of program and 11 MB of data.
 */
const HEAP_MB = 64;
const ISOLATE_KB = 128 * 1024;

/** Each looks at every event. */
const SCANS = ["query?minfelt=100000", "count?maxradiuskm=5000&latitude=9&longitude=9&minmagnitude=0.1"];

const dir = temporaryFolder();
const tree = join(dir, "tree");
beforeAll(async () => {
  const ids = Array.from({ length: 150_000 }, (_, at) => `us${at}`);
  const sent = { types: ",origin,phase-data,", nst: 40, dmin: 1.234, rms: 0.6, gap: 77 };
  await archiveTree(tree, eventsOf(ids, { place: "120 km SSW of Somewhere, Nowhere", sent }));
}, 120_000);

/** @returns status and size of the answer */
async function ask(port: number, query: string): Promise<[status: number, bytes: number]> {
  const response = await fetch(`http://127.0.0.1:${port}/fdsnws/event/1/${query}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  return [response.status, bytes];
}

function isReady(port: number): Promise<void> {
  return expect.poll(() => ask(port, "query?limit=10&format=text").catch(() => []), { timeout: 20_000 }).toContain(200);
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  process.kill(-(program.pid as number), "SIGKILL");
  await ended;
}

function configuration(assets: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-heap-size=${HEAP_MB}", "--trace-gc-verbose"],
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "${COMPATIBILITY_DATE}",
      bindings = [(name = "ASSETS", service = "assets")],
    )),
    (name = "assets", disk = "${assets}"),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** The most that the isolate had, KB: committed heap, and buffers beside it. */
function mostMemory(trace: string): number {
  const all = [...trace.matchAll(/All spaces,.* committed: +(\d+) KB[^]*?External memory reported: +(\d+) KB/g)];
  return Math.max(...all.map(([, heap, buffers]) => Number(heap) + Number(buffers)));
}

it("the largest answers and the costliest queries of the Worker fit into the memory of an isolate", async () => {
  const out = join(dir, "out");
  mkdirSync(out);
  await writeWorkerDeployment({ tree, out });
  const port = await freePort();
  writeFileSync(join(out, "workerd.capnp"), configuration(join(out, "assets"), port));
  const workerd = spawn(WORKERD, ["serve", join(out, "workerd.capnp")], { stdio: ["ignore", "pipe", "ignore"], detached: true });
  let trace = "";
  workerd.stdout.on("data", (text) => (trace += text));
  try {
    await isReady(port);
    const [status, bytes] = await ask(port, "query?limit=20000&format=xml");
    expect([status, bytes > 20e6]).toEqual([200, true]);
    expect((await ask(port, "query?limit=20000&offset=60000&format=geojson"))[0]).toBe(200);
    // Refused once they have read as much as a request may.
    for (const query of SCANS) expect([204, 200, 413]).toContain((await ask(port, query))[0]);
    // Twenty-four clients at once, of which some find no place.
    const queries = ["query?limit=20000&format=xml", "query?limit=20000&orderby=time-asc&format=csv", ...SCANS];
    const statuses = await Promise.all(
      Array.from({ length: 24 }, (_, at) => at % queries.length).map((at) => ask(port, queries[at] ?? "")),
    );
    expect([200, 204, 413, 503]).toEqual(expect.arrayContaining([...new Set(statuses.map(([status]) => status))]));
    expect((await ask(port, "query?limit=10&format=text"))[0]).toBe(200);
    const most = mostMemory(trace);
    expect(most).toBeGreaterThan(10_000);
    expect(most).toBeLessThan(ISOLATE_KB);
  } finally {
    await end(workerd);
  }
});

/** The most that a process has had in memory, MB. */
function mostResident({ pid }: ChildProcess): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

it.runIf(process.platform === "linux")(
  "four of them at a time fit into 64 MB of the Node host's heap, beyond which V8 aborts, and take less than 250 MB in all",
  async () => {
    const port = await freePort();
    const command = [`--max-old-space-size=${HEAP_MB}`, "build/quaketree.js", "serve", tree, "--port", `${port}`, "--workers", "1"];
    const server = spawn(process.execPath, command, { stdio: "ignore", detached: true });
    try {
      await isReady(port);
      const before = mostResident(server);
      const queries = ["query?limit=20000&format=xml", "query?limit=20000&offset=60000&format=geojson", ...SCANS];
      const statuses = await Promise.all(
        queries.map(async (_, from) => {
          const own = [];
          for (let at = 0; at < queries.length; at++) own.push((await ask(port, queries[(from + at) % queries.length] ?? ""))[0]);
          return own;
        }),
      );
      expect([200, 204, 503]).toEqual(expect.arrayContaining([...new Set(statuses.flat())]));
      expect(mostResident(server) - before).toBeLessThan(250);
    } finally {
      await end(server);
    }
  },
);
