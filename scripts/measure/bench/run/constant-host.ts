import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { etagOf } from "../../../../build/contract/wire/etag.ts";
import { answerHeaders } from "../../../../build/rewrite/reply.ts";
import { AS_OF } from "../events.ts";
import { benchRecord } from "../tree.ts";

/**
 * What `node:http` can do at best: the same bodies in memory, with the two headers that are required, or with the twelve of
 * our hosts. Arguments: the folder of the bodies, the port, `ours` for the twelve.
 */
const NO_SHARDS = { columns: [], places: [], names: "", ids: [], days: [], features: [], results: [] };
const [, , folder = "", port, which] = process.argv;
const common = which === "ours" ? answerHeaders({ record: benchRecord(NO_SHARDS), asOf: AS_OF }, "minute") : undefined;
const answers = new Map<string, { headers: string[]; body: Buffer }>();

function read(path: string): { headers: string[]; body: Buffer } {
  const body = readFileSync(join(folder, path));
  const own = common ? { ...common, etag: etagOf(body), "accept-ranges": "bytes" } : { "content-type": "application/json" };
  return { headers: Object.entries({ ...own, "content-length": String(body.length) }).flat(), body };
}

createServer((request, response) => {
  const path = request.url ?? "/";
  const answer = answers.get(path) ?? read(path);
  answers.set(path, answer);
  response.writeHead(200, answer.headers);
  response.end(answer.body);
}).listen(Number(port), "127.0.0.1");
