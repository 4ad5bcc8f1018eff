import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTreeServer } from "../../build/hosts/node/tree-server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { ask } from "./ask.ts";
import { listening } from "./node-hosts.ts";
import { smallTree } from "./small-tree.ts";
import { assetsIn, workerListener } from "./worker-listener.ts";

/** What Chromium sends where an address is entered. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const VARY = "Accept-Encoding, Accept";

const out = join(temporaryFolder(), "tree");

beforeAll(() => smallTree(out, { packLarge: false }));

describe.each([
  ["the Node host", () => createTreeServer(out)],
  ["the Worker", () => createServer(workerListener(assetsIn(out)))],
])("an address without a file, by %s", (_, host) => {
  let server: Server;
  beforeAll(async () => {
    server = await listening(await host());
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function get(target: string, headers: Record<string, string>) {
    const { status, headers: got, text } = await ask(server, target, { headers });
    return { status, type: got["content-type"], vary: got.vary, etag: got.etag, text };
  }

  it("is a page for a browser, whatever conditions it sends", async () => {
    for (const target of ["/nothing", "/nothing/?a=1", "/%00", "/earthquakes/nowhere/"]) {
      const got = await get(target, { accept: BROWSER, "if-none-match": "*", range: "bytes=0-3" });
      expect(got).toMatchObject({ status: 404, type: "text/html; charset=utf-8", vary: VARY });
      expect(got.etag ?? null).toBeNull();
      expect(got.text).toMatch(/^<h1>No such page<\/h1>/);
    }
  });

  it("is a problem document for all others", async () => {
    for (const accept of [undefined, "*/*", "application/json", "image/avif,*/*"]) {
      const got = await get("/nothing", accept === undefined ? {} : { accept });
      expect(got).toMatchObject({ status: 404, type: "application/problem+json", vary: VARY });
      expect(JSON.parse(got.text)).toMatchObject({ type: "/docs/problems/not-found/" });
    }
  });

  it("is a problem document below /api/, for browsers too", async () => {
    const got = await get("/api/nothing/", { accept: BROWSER });
    expect(got).toMatchObject({ status: 404, type: "application/problem+json", vary: "Accept-Encoding" });
  });

  it("is a compressed page for a browser that accepts it", async () => {
    const { headers, body } = await ask(server, "/nothing", { headers: { accept: BROWSER, "accept-encoding": "gzip" } });
    const page = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
    expect(page.toString()).toMatch(/^<h1>No such page/);
  });
});
