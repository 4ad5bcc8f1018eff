import { createServer } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { createWorker } from "../../build/hosts/worker/worker.ts";
import { readInside, readRecord } from "../../build/tree/read.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { ask, withServer } from "./ask.ts";
import { AS_OF, smallTree } from "./small-tree.ts";

const out = join(temporaryFolder(), "tree");
const clock = () => Date.parse(AS_OF) + 90_000;

beforeAll(() => smallTree(out, { packLarge: false }));

interface Health {
  status: number;
  type: string | undefined;
  cache: string | undefined;
  text: string;
}
type Host = (dir: string, method: string, target: string) => Promise<Health>;

async function askNode(dir: string, method: string, target: string): Promise<Health> {
  let health: Health | undefined;
  await withServer(createServer(await createNodeHandler(dir, { clock })), async (server) => {
    const { status, headers, text } = await ask(server, target, { method });
    health = { status, type: headers["content-type"], cache: headers["cache-control"], text };
  });
  return health as Health;
}

async function askWorker(dir: string, method: string, target: string): Promise<Health> {
  const worker = createWorker(clock, () => {});
  const fetch = async ({ url }: Request) => {
    const bytes = await readInside(dir, new URL(url).pathname.slice(1));
    return new Response(bytes ? new Uint8Array(bytes) : null, { status: bytes ? 200 : 404 });
  };
  const request = new Request(`https://quakes.example${target}`, { method });
  const { status, headers, ...response } = await worker
    .fetch(request, { ASSETS: { fetch } }, { waitUntil() {} })
    .then(async (found) => ({ status: found.status, headers: found.headers, text: await found.text() }));
  const header = (name: string) => headers.get(name) ?? undefined;
  return { status, type: header("content-type"), cache: header("cache-control"), ...response };
}

const HOSTS: [string, Host][] = [
  ["the Node host", askNode],
  ["the Worker", askWorker],
];

describe.each(HOSTS)("/healthz of %s", (_, askHost) => {
  it("is 200 with the age of the tree, and never cached", async () => {
    const { status, type, cache, text } = await askHost(out, "GET", "/healthz");
    expect([status, type, cache]).toEqual([200, "application/json", "no-store"]);
    const { snapshot } = await readRecord(out);
    expect(JSON.parse(text)).toMatchObject({ status: "ok", snapshot: snapshot.id, sequence: snapshot.sequence, as_of: AS_OF, age_s: 90 });
  });

  it("answers HEAD, and a query", async () => {
    expect(await askHost(out, "HEAD", "/healthz?probe=1")).toMatchObject({ status: 200, text: "" });
  });

  it("is 503 without a tree", async () => {
    const { status, text } = await askHost(join(out, "nothing"), "GET", "/healthz");
    expect([status, JSON.parse(text).type]).toEqual([503, "/docs/problems/no-tree/"]);
  });

  it.each(["/healthz/", "/healthzz", "/s/healthz"])("is nothing but that path: %s", async (target) => {
    expect((await askHost(out, "GET", target)).status).toBe(404);
  });

  it("takes no other methods", async () => expect((await askHost(out, "POST", "/healthz")).status).toBe(405));
});
