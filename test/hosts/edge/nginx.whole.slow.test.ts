import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hostConfiguration } from "../../../build/cli/host.ts";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type Answer, type Asked, ask, askPort, portOf } from "../ask.ts";
import { freePort, type Running, startNginx } from "./nginx-server.ts";
import { ANSWERED, NOT_THERE, ONLY_BY_FUNCTIONS } from "./requests.ts";

const { nginx: installed, nginxBrotli } = inject("programs");
const dir = temporaryFolder();
const tree = join(dir, "tree");
const ids = join(dir, "ids.map");

let node: Server;
let nginx: Running;
let proxying: Running;

async function start(name: string, extra: { proxy?: string } = {}): Promise<Running> {
  const port = await freePort();
  const options = { dir: tree, listen: `127.0.0.1:${port}`, ids, brotli: nginxBrotli !== undefined, ...extra };
  return startNginx(join(dir, name), await hostConfiguration("nginx", options), port);
}

const FEEDS = "/earthquakes/feed/v1.0/summary/";

const withNginx = describe.skipIf(!installed);

beforeAll(async () => {
  if (!installed) return;
  // A tree of its own, which a test takes away.
  cpSync(inject("embeddedTree"), tree, { recursive: true, preserveTimestamps: true });
  writeFileSync(ids, await hostConfiguration("nginx-ids", { dir: tree, listen: "1" }));
  node = createServer(await createNodeHandler(tree));
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  nginx = await start("nginx");
  proxying = await start("proxying", { proxy: `http://127.0.0.1:${portOf(node)}` });
});
afterAll(async () => {
  await nginx?.stop();
  await proxying?.stop();
  node?.close();
});

/** Headers that nginx cannot have from files; every one is declared in `EXCEPTIONS`. */
const OTHERWISE = /^(?:etag|last-modified|x-snapshot|x-as-of|link|date|connection|keep-alive|server|transfer-encoding|accept-ranges)$/;

function headersOf({ headers }: Answer, without = OTHERWISE): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !without.test(name)));
}

async function both(running: Running, { target, ...asked }: Asked & { target: string }): Promise<[ours: Answer, expected: Answer]> {
  return [await askPort(running.port, target, asked), await ask(node, target, asked)];
}

withNginx("nginx with our configuration answers as the rewrite does", () => {
  it.each(ANSWERED)("with the file: %s", async (target) => {
    const [ours, expected] = await both(nginx, { target });
    expect(expected.status).toBe(200);
    expect(ours.status).toBe(200);
    expect(headersOf(ours)).toEqual(headersOf(expected));
    expect(ours.body.equals(expected.body)).toBe(true);
  });

  it.each([
    { target: `${FEEDS}all_week.geojson`, headers: { "accept-encoding": "gzip, br" } },
    { target: `${FEEDS}4.5_day.csv` },
    { target: `${FEEDS}significant_week.atom` },
    { target: "/data/earthquakes.parquet" },
    { target: "/data/earthquakes.parquet", headers: { range: "bytes=-4", "accept-encoding": "gzip, br" } },
    { target: "/data/earthquakes.csv.gz", headers: { "accept-encoding": "gzip" } },
    { target: "/data/earthquakes.files.csv" },
    { target: "/data/countries.geojson" },
    { target: "/data/earthquakes/1755.parquet" },
    { target: "/data/datapackage.json", method: "HEAD" },
  ])("with the feeds and data files: $target", async (asked) => {
    const [ours, expected] = await both(nginx, asked);
    expect([ours.status, headersOf(ours)]).toEqual([expected.status, headersOf(expected)]);
    expect(ours.body.equals(expected.body)).toBe(true);
  });

  it("that a feed is absent, without the reason", async () => {
    const [ours, expected] = await both(nginx, { target: `${FEEDS}all_month.geojson` });
    expect([ours.status, ours.headers["content-type"]]).toEqual([404, expected.headers["content-type"]]);
    expect(expected.status).toBe(404);
  });

  it.each(NOT_THERE)("that there is nothing: %s", async (target) => {
    const [ours, expected] = await both(nginx, { target });
    expect(expected.status).toBe(404);
    expect([ours.status, ours.text]).toEqual([404, expected.text]);
    expect(headersOf(ours)).toEqual(headersOf(expected));
  });

  it("a browser about an address without a file with the page", async () => {
    for (const target of ["/nothing", "/nothing/?a=1", "/style.css.br"]) {
      const [ours, expected] = await both(nginx, { target, headers: { accept: "text/html,*/*;q=0.8" } });
      expect([target, ours.status, ours.headers["content-type"]]).toEqual([target, 404, "text/html; charset=utf-8"]);
      expect(ours.body.equals(expected.body)).toBe(true);
      expect(ours.headers.vary).toBe("Accept-Encoding, Accept");
      expect(ours.headers["cache-control"]).toBe(expected.headers["cache-control"]);
    }
    const [ours] = await both(nginx, { target: "/api/nothing/", headers: { accept: "text/html" } });
    expect([ours.status, ours.headers["content-type"]]).toEqual([404, "application/problem+json"]);
  });
});

withNginx("nginx with our configuration refuses what no file answers", () => {
  it.each([...ONLY_BY_FUNCTIONS, `/api/recent/?${"&".repeat(4097)}`])("%s", async (target) => {
    const { status, headers } = await askPort(nginx.port, target);
    expect(status).toBe(400);
    expect(headers).toMatchObject({
      "content-type": "application/problem+json",
      "cache-control": "public, max-age=30",
      vary: "Accept-Encoding",
    });
  });

  it("and says what it has instead, and shows the query", async () => {
    const { text } = await askPort(nginx.port, "/api/v1/earthquakes/?hours=3");
    expect(JSON.parse(text)).toMatchObject({
      type: "/docs/problems/not-prebuilt/",
      errors: [
        {
          parameter: "query",
          given: "hours=3",
          allowed: expect.stringMatching(
            /^any combination of hours \(1, 24, 168, 720\) and min_mag \(0, 2.5, 4.5, 6\) and limit \(1, 5, 10, 20, 100\), each/,
          ),
          hint: "/api/v1/earthquakes/?hours=720&min_mag=6&limit=100",
        },
      ],
    });
  });

  it("and is not led into broken JSON by what it was asked", async () => {
    for (const target of ['/api/recent/?x="},{"', "/api/recent/?\\", '/api/"x"/', "/api/v1/plates/%22%0a/"]) {
      const { text, status } = await askPort(nginx.port, target);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(text)).toHaveProperty("detail");
    }
  });
});

withNginx("nginx with a Node host behind it", () => {
  it.each([...ANSWERED, ...NOT_THERE, ...ONLY_BY_FUNCTIONS])("answers everything to the byte: %s", async (target) => {
    const [ours, expected] = await both(proxying, { target });
    // What nginx itself cannot parse never gets behind it.
    expect(ours.status).toBe(expected.status);
    expect(ours.text).toBe(expected.text);
    expect(headersOf(ours)).toEqual(headersOf(expected));
  });

  it.each(["/api/search/?q=hualien", "/api/v1/earthquakes/?country=TW&limit=3&page=2", "/api/recent/?limit=7"])(
    "has the headers that only the rewrite knows: %s",
    async (target) => {
      const [ours, expected] = await both(proxying, { target });
      const without = /^(?:date|connection|keep-alive|server|transfer-encoding|accept-ranges)$/;
      expect(headersOf(ours, without)).toEqual(headersOf(expected, without));
      expect(ours.headers["x-snapshot"]).toBeDefined();
    },
  );
});

withNginx("the stream of changes", () => {
  const ask = ({ port }: Running) => fetch(`http://127.0.0.1:${port}/api/changes/stream`, { redirect: "manual" });

  it("comes through nginx from a Node host behind it, and is absent without one", async () => {
    const { status, headers, body } = await ask(proxying);
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^event: snapshot$/m);
    await reader?.cancel();
    const absent = await ask(nginx);
    expect([absent.status, absent.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  });
});

withNginx("nginx and the state of the rebuilding", () => {
  it("is served for as long as a minute's answer, and is 404 if there is none", async () => {
    for (const target of ["/status.json", "/status/", "/status"]) {
      const { status, headers } = await askPort(nginx.port, target);
      expect([target, status, headers["content-type"]]).toEqual([target, 404, "application/problem+json"]);
    }
    mkdirSync(join(tree, "status"));
    writeFileSync(join(tree, "status.json"), '{"state":"ok"}');
    writeFileSync(join(tree, "status/index.html"), "<h1>Status</h1>");
    try {
      const minute = (await askPort(nginx.port, "/api/recent/")).headers["cache-control"];
      for (const target of ["/status.json", "/status/"]) {
        const { status, headers } = await askPort(nginx.port, target);
        expect([target, status, headers["cache-control"]]).toEqual([target, 200, minute]);
      }
      const { status, headers } = await askPort(nginx.port, "/status");
      expect([status, headers.location]).toEqual([308, "/status/"]);
    } finally {
      rmSync(join(tree, "status"), { recursive: true });
      rmSync(join(tree, "status.json"));
    }
  });
});

withNginx("nginx without a tree", () => {
  it("says so, and when to come back", async () => {
    const away = `${tree}-away`;
    renameSync(tree, away);
    try {
      // nginx looks for changes once a second.
      await expect.poll(async () => (await askPort(nginx.port, "/api/recent/")).status).toBe(503);
      for (const target of ["/api/recent/", "/api/stats/", "/api/recent/?limit=3", "/", "/api/v1/plates/nazca/"]) {
        const { status, headers, text } = await askPort(nginx.port, target);
        expect([target, status, headers["retry-after"]]).toEqual([target, 503, "30"]);
        expect(headers["cache-control"]).toBe("no-store");
        expect(JSON.parse(text)).toMatchObject({ type: "/docs/problems/no-tree/", status: 503 });
      }
      mkdirSync(tree);
      expect((await askPort(nginx.port, "/api/recent/")).status).toBe(503);
    } finally {
      renameSync(away, tree);
    }
    expect((await askPort(nginx.port, "/api/recent/")).status).toBe(200);
  });
});
