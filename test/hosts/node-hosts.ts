import { createServer, type Server } from "node:http";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { createTreeServer } from "../../build/hosts/node/tree-server.ts";
import { listen } from "../support/listen.ts";

/** Both hosts of Node, by name; each starts a listening server for a tree. */
export const NODE_HOSTS: readonly (readonly [name: string, start: (out: string) => Promise<Server>])[] = [
  ["the Node handler", async (out) => listening(createServer(await createNodeHandler(out)))],
  ["the tree server", async (out) => listening(await createTreeServer(out))],
];

/** The server, once it listens on a free port. */
export async function listening(server: Server): Promise<Server> {
  await listen(server);
  return server;
}
