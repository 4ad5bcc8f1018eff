import { symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { createTreeServer } from "../../../build/hosts/node/tree-server.ts";
import { readRecord } from "../../../build/tree/read.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type Answer, type Asked, ask, askRaw, withServer } from "../ask.ts";
import { AS_OF, LARGE, smallTree } from "../small-tree.ts";

const dir = temporaryFolder();
const out = join(dir, "tree");

const HOSTS: [string, () => Promise<Server>][] = [
  ["the Node handler", async () => createServer(await createNodeHandler(out))],
  ["the tree server", () => createTreeServer(out)],
];

beforeAll(async () => {
  await smallTree(out);
  writeFileSync(join(dir, "secret.txt"), "secret");
  symlinkSync("../secret.txt", join(out, "link.txt"));
  writeFileSync(join(out, ".env"), "secret");
});

it("finds what only a newer tree has, although it is not yet time to look for one", async () => {
  const dir = join(temporaryFolder(), "tree");
  const plantAt = (minute: number) => smallTree(dir, { version: `${minute}`, asOf: `2018-02-07T10:0${minute}:00.000Z`, packLarge: false });
  await plantAt(0);
  await withServer(await createNodeHandler(dir, { now: () => 0 }), async (server) => {
    const { snapshot } = await plantAt(1);
    const [shard] = snapshot.shards.days;
    expect((await ask(server, "/api/v1/stats/")).text).toContain('"version":"0"');
    expect((await ask(server, "/nothing")).status).toBe(404);
    expect((await ask(server, "/api/v1/stats/")).text).toContain('"version":"1"');
    const next = await plantAt(2);
    expect((await ask(server, `/s/${next.snapshot.id}/api/v1/stats/`)).text).toContain('"version":"2"');
    const last = await plantAt(3);
    expect(await ask(server, `/${last.snapshot.shards.columns[0]}`)).toMatchObject({ status: 200 });
    expect(shard).toBeDefined();
  });
});

describe.each(HOSTS)("%s", (_, start) => {
  let server: Server;
  const get = (target: string, asked?: Asked): Promise<Answer> => ask(server, target, asked);
  beforeAll(async () => {
    server = await start();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it("sends a prebuilt answer with all headers", async () => {
    const answer = await get("/api/v1/stats/");
    const { snapshot } = await readRecord(out);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ name: "stats", version: "1" });
    expect(answer.headers).toMatchObject({
      "content-type": "application/json",
      "content-length": String(answer.body.length),
      "cache-control": "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
      vary: "Accept-Encoding",
      "x-snapshot": snapshot.id,
      "x-as-of": AS_OF,
      "last-modified": new Date(AS_OF).toUTCString(),
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
    expect(answer.headers.etag).toMatch(/^"[0-9a-f]{14}"$/);
    expect(answer.headers).not.toHaveProperty("content-encoding");
    expect(answer.headers).not.toHaveProperty("server");
    expect(answer.headers).not.toHaveProperty("x-powered-by");
  });

  it("sends parts of files, of small ones and of those that it streams", async () => {
    const large = `1\n${LARGE}`;
    for (const [range, expected] of [
      ["bytes=0-9", large.slice(0, 10)],
      ["bytes=-7", large.slice(-7)],
      [`bytes=${large.length - 3}-`, large.slice(-3)],
      ["bytes=5-5", large.slice(5, 6)],
    ] as const) {
      const part = await get("/large.txt", { headers: { range, "accept-encoding": "br" } });
      expect([part.status, part.text]).toEqual([206, expected]);
      expect(part.headers["content-range"]).toMatch(new RegExp(`^bytes \\d+-\\d+/${large.length}$`));
      expect(part.headers).not.toHaveProperty("content-encoding");
    }
    const small = await get("/assets/style.css", { headers: { range: "bytes=0-3" } });
    expect([small.status, small.text, small.headers["content-range"]]).toEqual([206, "main", "bytes 0-3/14"]);
  });

  it("gives a refused part nothing that a cache could keep in the place of the file", async () => {
    const { snapshot } = await readRecord(out);
    const { headers } = await get(`/${snapshot.shards.columns[0]}`, { headers: { range: "bytes=9999999-" } });
    expect(headers).toMatchObject({ "cache-control": "no-store", "access-control-allow-origin": "*" });
    expect(headers).not.toHaveProperty("etag");
    expect(headers).not.toHaveProperty("last-modified");
  });

  it("sends a large file whole, encoded and not", async () => {
    expect((await get("/large.txt")).text).toBe(`1\n${LARGE}`);
    const br = await get("/large.txt", { headers: { "accept-encoding": "br" } });
    expect(brotliDecompressSync(br.body).toString()).toBe(`1\n${LARGE}`);
  });

  it("sends pages, shards, the index and the record with their types and cache classes", async () => {
    const { snapshot } = await readRecord(out);
    const shard = snapshot.shards.days[0]?.path;
    const types = async (target: string) => {
      const { status, headers } = await get(target);
      return [status, headers["content-type"], /max-age=\d+(, immutable)?/.exec(headers["cache-control"] ?? "")?.[0]];
    };
    expect(await types("/")).toEqual([200, "text/html; charset=utf-8", "max-age=30"]);
    expect(await types("/docs/")).toEqual([200, "text/html; charset=utf-8", "max-age=30"]);
    expect(await types("/docs/?from=home")).toEqual([200, "text/html; charset=utf-8", "max-age=30"]);
    expect(await types("/assets/style.css")).toEqual([200, "text/css; charset=utf-8", "max-age=300"]);
    expect(await types(`/${shard}`)).toEqual([200, "application/json", "max-age=31536000, immutable"]);
    expect(await types(`/${snapshot.shards.columns[0]}`)).toEqual([200, "application/octet-stream", "max-age=31536000, immutable"]);
    expect(await types("/q/live-feed/hours-1.json")).toEqual([200, "application/json", "max-age=30"]);
    expect(await types("/snapshot.json")).toEqual([200, "application/json", "max-age=30"]);
    const [section] = snapshot.index;
    expect(await types(`/${section?.path}`)).toEqual([200, "application/json", "max-age=31536000, immutable"]);
    expect(JSON.parse((await get("/snapshot.json")).text)).toEqual(snapshot);
  });

  it.each([
    "/nothing",
    "/docs/nothing/",
    "/assets/",
    "/assets",
    "/shards/",
    "/index/",
    "/%00",
    "/index.html%00",
    "/..",
    "/../secret.txt",
    "/docs/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/%5c..%5csecret.txt",
    "/docs%2findex.html",
    "/docs/%2e/",
    "/./",
    "//",
    "//docs/",
    "/link.txt",
    "/.env",
    "/large.txt.br",
    "/large.txt/",
    "/%",
    "/%ff",
    "/%E0%A4%A",
    "/DOCS/",
    "/api/../docs/",
    "/api/recent.json",
    "/%c0%ae%c0%ae/secret.txt",
    "*",
    "/?/../secret.txt/".replace("?", "%3f"),
  ])("has nothing at %s and says so in a problem document", async (target) => {
    const answer = await get(target);
    expect([target, answer.status, answer.headers["content-type"]]).toEqual([target, 404, "application/problem+json"]);
    expect(JSON.parse(answer.text)).toMatchObject({ type: "/docs/problems/not-found/", status: 404 });
    expect(answer.text).not.toMatch(/secret"|<|node:/);
  });

  it.each(["http://[:?x=1", "http://a:b:c/?x", "//[?", "/?%", "http://host/docs/?a=1", "http://host", "/api/recent/?limit=%ff"])(
    "survives the target %s",
    async (target) => {
      const answer = await askRaw(server, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /);
      expect((await get("/api/v1/stats/")).status).toBe(200);
    },
  );
});
