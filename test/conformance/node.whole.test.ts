import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { host } from "../../build/contract/hosts.ts";
import { createNodeHandler } from "../../build/hosts/node.ts";
import { createTreeServer } from "../../build/hosts/tree-server.ts";
import { conformance, type RunningHost } from "./run.ts";

async function running(server: Server): Promise<RunningHost> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

conformance({
  ...host("node"),
  start: async (dir) => running(createServer(await createNodeHandler(dir))),
});

conformance({
  ...host("serve"),
  start: async (dir) => running(await createTreeServer(dir)),
});
