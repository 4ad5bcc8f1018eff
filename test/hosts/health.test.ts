import type { RequestListener } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { readRecord } from "../../build/tree/read.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { ask, withServer } from "./ask.ts";
import { AS_OF, smallTree } from "./small-tree.ts";
import { assetsIn, workerListener } from "./worker-listener.ts";

const out = join(temporaryFolder(), "tree");
const clock = () => Date.parse(AS_OF) + 90_000;

beforeAll(() => smallTree(out, { packLarge: false }));

type Host = (dir: string) => RequestListener | Promise<RequestListener>;

const HOSTS: [string, Host][] = [
  ["the Node host", (dir) => createNodeHandler(dir, { clock })],
  ["the Worker", (dir) => workerListener(assetsIn(dir), clock)],
];

describe.each(HOSTS)("/healthz of %s", (_, host) => {
  const get = async (dir: string, method: string, target: string) =>
    withServer(await host(dir), (server) => ask(server, target, { method }));

  it("is 200 with the age of the tree, and never cached", async () => {
    const { status, headers, text } = await get(out, "GET", "/healthz");
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "application/json", "no-store"]);
    const { snapshot } = await readRecord(out);
    expect(JSON.parse(text)).toMatchObject({ status: "ok", snapshot: snapshot.id, sequence: snapshot.sequence, as_of: AS_OF, age_s: 90 });
  });

  it("answers HEAD, and a query", async () => {
    expect(await get(out, "HEAD", "/healthz?probe=1")).toMatchObject({ status: 200, text: "" });
  });

  it("is 503 without a tree", async () => {
    const { status, text } = await get(join(out, "nothing"), "GET", "/healthz");
    expect([status, JSON.parse(text).type]).toEqual([503, "/docs/problems/no-tree/"]);
  });

  it.each(["/healthz/", "/healthzz", "/s/healthz"])("is nothing but that path: %s", async (target) => {
    expect((await get(out, "GET", target)).status).toBe(404);
  });

  it("takes no other methods", async () => expect((await get(out, "POST", "/healthz")).status).toBe(405));
});
