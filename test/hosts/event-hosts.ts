import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createEventService } from "../../build/hosts/browser/event-service.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { createWorker } from "../../build/hosts/worker/worker.ts";
import { preparedFile } from "../../build/platform/prepared-files.ts";
import { plainServer } from "../conformance/plain-server.ts";
import { startWorker } from "../conformance/running-worker.ts";
import type { AskHost } from "../fdsn/corpus-queries.ts";
import type { ArchiveWorld } from "../fdsn/world.ts";
import { EMPTY_INPUT, treeInMemory } from "../rewrite/tree-in-memory.ts";
import { listen } from "../support/listen.ts";
import { BASE, memoryHost } from "./browser/memory-host.ts";

/** Hosts of the event service, by name. The first two also have the list of earthquakes. */
type EventHosts = Record<"node" | "worker" | "browser, ranges" | "browser, whole files", AskHost>;

const SERVICE = "/fdsnws/event/1/";

/**
 * Starts every host that has the event service, as it runs in production: the Node server, the Worker in workerd, and the module for
 * browsers from plain servers that send parts of files and that ignore `Range`.
 *
 * @param tree folder of a tree
 * @param folder for files that are needed meanwhile
 * @param asOf of the tree, ms since 1970 UTC
 */
export async function startEventHosts(
  tree: string,
  folder: string,
  asOf: number,
): Promise<{ hosts: EventHosts; stop: () => Promise<void> }> {
  const node = await listen(await createNodeHandler(tree, { clock: () => asOf }));
  const files = await listen(plainServer(tree));
  const parts = await listen(plainServer(tree, { ranges: true }));
  const worker = await startWorker(tree);
  const module = join(folder, "event-service.mjs");
  writeFileSync(module, await preparedFile("tree/assets/event-service.js"));
  const { createEventService: create }: { createEventService: typeof createEventService } = await import(pathToFileURL(module).href);
  const inBrowser = (base: string) => asking(create({ base, mode: "tree" }));
  return {
    hosts: {
      node: asking((path) => fetch(node.base + path)),
      worker: asking((path) => fetch(worker.base + path)),
      "browser, ranges": inBrowser(parts.base),
      "browser, whole files": inBrowser(files.base),
    },
    stop: async () => {
      await Promise.all([node, files, parts].map(({ close }) => close()));
      await worker.stop();
    },
  };
}

/** The Worker and the module for browsers in this process, over the files of a world. */
export function eventHostsOf({ files, manifest, asOf }: ArchiveWorld): Record<string, AskHost> {
  const tree = treeInMemory({ ...EMPTY_INPUT, asOf });
  const record = JSON.parse(new TextDecoder().decode(tree.files.get("snapshot.json")));
  record.as_of = new Date(asOf).toISOString();
  record.shards.archive = manifest;
  const all = new Map([...tree.files, ...files, ["snapshot.json", new TextEncoder().encode(JSON.stringify(record))]]);
  const worker = createWorker(() => asOf);
  const assets = {
    fetch: async ({ url }: Request) => {
      const bytes = all.get(new URL(url).pathname.slice(1));
      return bytes ? new Response(Uint8Array.from(bytes)) : new Response(null, { status: 404 });
    },
  };
  const inBrowser = createEventService({ base: BASE, mode: "tree", fetch: memoryHost(all).fetch });
  return {
    worker: asking((path) => worker.fetch(new Request(new URL(path, BASE)), { ASSETS: assets })),
    browser: asking(inBrowser),
  };
}

function asking(answer: (path: string) => Promise<Response>): AskHost {
  return async (target) => {
    const response = await answer(target.startsWith("/") ? target : SERVICE + target);
    return { status: response.status, text: await response.text() };
  };
}
