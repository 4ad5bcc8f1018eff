import type { RequestListener, Server } from "node:http";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { createTreeServer } from "../../build/hosts/node/tree-server.ts";
import { host } from "../../build/site/read-page.ts";
import { listen } from "../support/listen.ts";
import { conformance, type RunningHost } from "./run.ts";

async function running(made: Server | RequestListener): Promise<RunningHost> {
  const { base, close } = await listen(made);
  return { base, stop: close };
}

conformance({ ...host("node"), start: async (dir) => running(await createNodeHandler(dir)) });

conformance({ ...host("serve"), start: async (dir) => running(await createTreeServer(dir)) });
