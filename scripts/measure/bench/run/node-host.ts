import { createServer } from "node:http";
import { createNodeHandler } from "../../../../build/hosts/node/node.ts";

const [, , dir = "dist", port] = process.argv;
createServer(await createNodeHandler(dir)).listen(Number(port), "127.0.0.1");
