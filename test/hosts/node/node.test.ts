import { symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { createTreeServer } from "../../../build/hosts/node/tree-server.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type Answer, type Asked, ask, askRaw, withServer } from "../ask.ts";
import { LARGE, smallTree } from "../small-tree.ts";

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

  it("sends a large file whole, encoded and not", async () => {
    expect((await get("/large.txt")).text).toBe(`1\n${LARGE}`);
    const br = await get("/large.txt", { headers: { "accept-encoding": "br" } });
    expect(brotliDecompressSync(br.body).toString()).toBe(`1\n${LARGE}`);
  });

  it("compresses a large answer as each client asks for it", async () => {
    const feed = (encoding: string) => get("/api/live-feed/?hours=168", { headers: { "accept-encoding": encoding } });
    const { text } = await feed("identity");
    expect(text.length).toBeGreaterThan(200_000);
    expect(brotliDecompressSync((await feed("br")).body).toString()).toBe(text);
    expect(gunzipSync((await feed("gzip")).body).toString()).toBe(text);
  });

  it.each([
    "/assets",
    "/index/",
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
    "/large.txt.br",
    "/large.txt/",
    "/%",
    "/%E0%A4%A",
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
