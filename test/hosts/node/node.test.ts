import { symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
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

/** The headers that do not differ from one time to the next. */
function lasting(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...headers, date: undefined, connection: undefined };
}

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

  it("answers a query by the rewrite, and its mistakes with a problem document", async () => {
    const answer = await get("/api/recent/?limit=1");
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ earthquakes: [{ event_id: "us1", version: "1" }] });
    expect(answer.headers).not.toHaveProperty("accept-ranges");
    const wrong = await get("/api/recent/?limit=0");
    expect([wrong.status, wrong.headers["content-type"]]).toEqual([400, "application/problem+json"]);
  });

  it("sends the variant that the client likes best, each with an ETag of its own", async () => {
    const plain = await get("/api/v1/stats/");
    const br = await get("/api/v1/stats/", { headers: { "accept-encoding": "gzip, deflate, br" } });
    const gzip = await get("/api/v1/stats/", { headers: { "accept-encoding": "gzip;q=1, br;q=0.5" } });
    expect([br, gzip].map(({ headers }) => headers["content-encoding"])).toEqual(["br", "gzip"]);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    expect([br, gzip].map(({ headers }) => headers.vary)).toEqual(["Accept-Encoding", "Accept-Encoding"]);
    const refused = await get("/api/v1/stats/", { headers: { "accept-encoding": "br;q=0, *;q=0" } });
    expect(refused.headers["content-encoding"]).toBeUndefined();
  });

  it("answers 304 to the ETag of the variant that it would send, and of an answer that it has computed", async () => {
    for (const target of ["/api/v1/stats/", "/api/recent/?limit=1"]) {
      const encoding = { "accept-encoding": "br" };
      const { headers } = await get(target, { headers: encoding });
      const etag = headers.etag as string;
      for (const given of [etag, `W/${etag}`, `"other", ${etag}`, `"x",W/${etag} , "y"`, "*"]) {
        const again = await get(target, { headers: { ...encoding, "if-none-match": given } });
        expect([given, again.status, again.body.length]).toEqual([given, 304, 0]);
        const { "cache-control": cache, vary } = headers;
        expect(again.headers).toMatchObject({ etag, vary, "cache-control": cache });
        expect(again.headers).not.toHaveProperty("content-type");
      }
      expect((await get(target, { headers: { ...encoding, "if-none-match": '"other"' } })).status).toBe(200);
    }
    const { etag = "" } = (await get("/api/v1/stats/", { headers: { "accept-encoding": "br" } })).headers;
    expect((await get("/api/v1/stats/", { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("answers HEAD as GET, without the body", async () => {
    for (const target of ["/api/v1/stats/", "/api/recent/?limit=1", "/", "/large.txt", "/nothing"]) {
      const whole = await get(target);
      const head = await get(target, { method: "HEAD" });
      expect([head.status, head.body.length]).toEqual([whole.status, 0]);
      expect(lasting(head.headers)).toEqual(lasting(whole.headers));
    }
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

  it("refuses a part behind the end, and sends all where a range cannot be honoured", async () => {
    const behind = await get("/assets/style.css", { headers: { range: "bytes=14-" } });
    expect([behind.status, behind.headers["content-range"], behind.body.length]).toEqual([416, "bytes */14", 0]);
    for (const range of ["bytes=0-1,3-4", "lines=0-1", "bytes=5-2", "bytes=-", "nonsense"]) {
      expect([range, (await get("/assets/style.css", { headers: { range } })).status]).toEqual([range, 200]);
    }
    const { etag = "" } = (await get("/assets/style.css")).headers;
    const status = async (ifRange: string) =>
      (await get("/assets/style.css", { headers: { range: "bytes=0-1", "if-range": ifRange } })).status;
    expect([await status(etag), await status('"other"'), await status(`W/${etag}`)]).toEqual([206, 200, 200]);
    expect(await status(new Date(AS_OF).toUTCString())).toBe(200);
  });

  it("gives a refused part nothing that a cache could keep in the place of the file", async () => {
    const { snapshot } = await readRecord(out);
    const { headers } = await get(`/${snapshot.shards.columns[0]}`, { headers: { range: "bytes=9999999-" } });
    expect(headers).toMatchObject({ "cache-control": "no-store", "access-control-allow-origin": "*" });
    expect(headers).not.toHaveProperty("etag");
    expect(headers).not.toHaveProperty("last-modified");
  });

  it.each(["/api/v1/stats/", "/api/recent/?limit=1", "/"])(
    "answers 412 where the conditions of a request for %s do not hold, before it looks at any other",
    async (target) => {
      const { etag = "", "last-modified": modified = "" } = (await get(target)).headers;
      const status = async (headers: Record<string, string>) => (await get(target, { headers })).status;
      for (const holds of [etag, "*", `"other", ${etag}`, `W/"aW/", ${etag}`]) {
        expect([holds, await status({ "if-match": holds })]).toEqual([holds, 200]);
      }
      for (const fails of [`W/${etag}`, '"other"', "", "nonsense"]) {
        expect([fails, await status({ "if-match": fails, "if-none-match": etag })]).toEqual([fails, 412]);
      }
      const earlier = new Date(Date.parse(modified) - 1_000).toUTCString();
      expect(await status({ "if-unmodified-since": earlier })).toBe(412);
      expect(await status({ "if-unmodified-since": modified })).toBe(200);
      expect(await status({ "if-unmodified-since": earlier, "if-match": etag })).toBe(200);
      expect(await status({ "if-unmodified-since": "nonsense", "if-none-match": etag })).toBe(304);
      expect(await status({ "if-modified-since": modified })).toBe(200);
      expect(await status({ "if-modified-since": modified, "if-none-match": '"other"' })).toBe(200);
    },
  );

  it("lets no condition change what an error says", async () => {
    for (const [target, status] of [
      ["/nothing", 404],
      ["/api/recent/?limit=0", 400],
      ["/docs", 308],
    ] as const) {
      const headers = { "if-match": '"other"', "if-none-match": "*", range: "bytes=0-1" };
      expect((await get(target, { headers })).status).toBe(status);
    }
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

  it("leads to the closing slash, and keeps the query", async () => {
    for (const [target, location] of [
      ["/docs", "/docs/"],
      ["/docs?a=1&b=%20", "/docs/?a=1&b=%20"],
      ["/api/v1/stats", "/api/v1/stats/"],
      ["/api/recent?limit=1", "/api/recent/?limit=1"],
    ] as const) {
      const answer = await get(target);
      expect([answer.status, answer.headers.location]).toEqual([308, location]);
    }
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

  it("refuses other methods and answers a preflight, for pages as for the API", async () => {
    for (const target of ["/", "/api/recent/", "/nothing"]) {
      for (const method of ["POST", "PUT", "DELETE", "PATCH", "TRACE"]) {
        const answer = await get(target, { method, ...(method === "POST" && { body: "x".repeat(1_000_000) }) });
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
        expect(JSON.parse(answer.text).status).toBe(405);
      }
      const preflight = await get(target, { method: "OPTIONS", headers: { origin: "https://example.org" } });
      expect([preflight.status, preflight.headers["access-control-allow-origin"], preflight.body.length]).toEqual([204, "*", 0]);
    }
  });

  it.each(["http://[:?x=1", "http://a:b:c/?x", "//[?", "/?%", "http://host/docs/?a=1", "http://host", "/api/recent/?limit=%ff"])(
    "survives the target %s",
    async (target) => {
      const answer = await askRaw(server, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /);
      expect((await get("/api/v1/stats/")).status).toBe(200);
    },
  );

  it("answers many at once, each as if alone", async () => {
    const targets = ["/api/v1/stats/", "/", "/docs/", "/api/recent/?limit=1", "/large.txt", "/nothing"];
    const alone = await Promise.all(targets.map((target) => get(target)));
    const all = await Promise.all(Array.from({ length: 120 }, (_, at) => get(targets[at % targets.length] as string)));
    all.forEach((answer, at) => expect(answer.text).toBe(alone[at % targets.length]?.text));
  });
});
