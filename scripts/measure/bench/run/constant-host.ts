import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

/** What node:http can do at the best: the same bodies as buffers at hand, and the two headers that there must be. */
const [, , folder = "", port] = process.argv;
const bodies = new Map<string, Buffer>();

createServer((request, response) => {
  const path = request.url ?? "/";
  const body = bodies.get(path) ?? readFileSync(join(folder, path));
  bodies.set(path, body);
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}).listen(Number(port), "127.0.0.1");
