import type { RequestListener, Server } from "node:http";
import { host } from "../../build/contract/hosts.ts";
import { createNodeHandler } from "../../build/hosts/node.ts";
import { createTreeServer } from "../../build/hosts/tree-server.ts";
import { listen } from "../support/listen.ts";
import { conformance, type RunningHost } from "./run.ts";

async function running(made: Server | RequestListener): Promise<RunningHost> {
  const { base, close } = await listen(made);
  return { base, stop: close };
}

conformance({
  ...host("node"),
  start: async (dir) => running(await createNodeHandler(dir)),
});

conformance({
  ...host("serve"),
  start: async (dir) => running(await createTreeServer(dir)),
});
