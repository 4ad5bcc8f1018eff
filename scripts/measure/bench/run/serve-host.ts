import { createTreeServer } from "../../../../build/hosts/node/tree-server.ts";

const [, , dir = "dist", port] = process.argv;
const server = await createTreeServer(dir);
server.listen(Number(port), "127.0.0.1");
