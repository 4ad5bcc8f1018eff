import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMPATIBILITY_DATE, writeWorkerDeployment } from "../../build/publish/worker/deployment.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { archiveTree, eventsOf } from "./archive-tree.ts";
import { freePort } from "./edge/nginx-server.ts";

const WORKERD = "node_modules/workerd/bin/workerd";

/**
 * An isolate has 128 MB, heap and buffers together. V8 aborts beyond the limit of its heap, and reports both after each collection.
 * The process is larger: workerd itself has 46 MB of program and 11 MB of data.
 */
const HEAP_MB = 64;
const ISOLATE_KB = 128 * 1024;

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

it("the largest answers and the costliest queries of the Worker fit into the memory of an isolate", () =>
  inTemporaryFolder(async (dir) => {
    const ids = Array.from({ length: 150_000 }, (_, at) => `us${at}`);
    const sent = { types: ",origin,phase-data,", nst: 40, dmin: 1.234, rms: 0.6, gap: 77 };
    await archiveTree(join(dir, "tree"), eventsOf(ids, { place: "120 km SSW of Somewhere, Nowhere", sent }));
    const out = join(dir, "out");
    await writeWorkerDeployment({ tree: join(dir, "tree"), out });
    const port = await freePort();
    writeFileSync(join(out, "workerd.capnp"), configuration(join(out, "assets"), port));
    const workerd = spawn(WORKERD, ["serve", join(out, "workerd.capnp")], { stdio: ["ignore", "pipe", "ignore"], detached: true });
    let trace = "";
    workerd.stdout.on("data", (text) => (trace += text));
    const pid = workerd.pid as number;
    try {
      const ask = async (query: string) => {
        const response = await fetch(`http://127.0.0.1:${port}/fdsnws/event/1/${query}`);
        let bytes = 0;
        for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
        return [response.status, bytes] as const;
      };
      await expect.poll(() => ask("query?limit=10&format=text").catch(() => [])).toContain(200);
      const [status, bytes] = await ask("query?limit=20000&format=xml");
      expect([status, bytes > 20e6]).toEqual([200, true]);
      expect((await ask("query?limit=20000&offset=60000&format=geojson"))[0]).toBe(200);
      // Each looks at every event, and is refused once it has read as much as a request may.
      for (const query of ["query?minfelt=100000", "count?maxradiuskm=5000&latitude=9&longitude=9&minmagnitude=0.1"])
        expect([204, 200, 413]).toContain((await ask(query))[0]);
      const most = mostMemory(trace);
      expect(most).toBeGreaterThan(10_000);
      expect(most).toBeLessThan(ISOLATE_KB);
    } finally {
      const ended = once(workerd, "exit");
      process.kill(-pid, "SIGKILL");
      await ended;
    }
  }));
