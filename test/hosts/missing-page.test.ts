import type { Server } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTreeServer } from "../../build/hosts/node/tree-server.ts";
import { createWorker } from "../../build/hosts/worker/worker.ts";
import { readInside } from "../../build/tree/read.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { ask } from "./ask.ts";
import { smallTree } from "./small-tree.ts";

/** What Chromium sends where an address is entered. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const VARY = "Accept-Encoding, Accept";

const out = join(temporaryFolder(), "tree");
let server: Server;

beforeAll(async () => {
  await smallTree(out, { packLarge: false });
  server = await createTreeServer(out);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

interface Got {
  status: number;
  type: string | null | undefined;
  vary: string | null | undefined;
  etag: string | null | undefined;
  text: string;
}

async function nodeHost(target: string, headers: Record<string, string>): Promise<Got> {
  const { status, headers: got, text } = await ask(server, target, { headers });
  return { status, type: got["content-type"], vary: got.vary, etag: got.etag, text };
}

async function worker(target: string, headers: Record<string, string>): Promise<Got> {
  const fetch = async ({ url }: Request) => {
    const bytes = await readInside(out, new URL(url).pathname.slice(1));
    return new Response(bytes ? new Uint8Array(bytes) : null, { status: bytes ? 200 : 404 });
  };
  const request = new Request(`https://quakes.example${target}`, { headers });
  const response = await createWorker(() => 0).fetch(request, { ASSETS: { fetch } }, { waitUntil: () => {} });
  const [type, vary, etag] = ["content-type", "vary", "etag"].map((name) => response.headers.get(name));
  return { status: response.status, type, vary, etag, text: await response.text() };
}

describe.each([
  ["the Node host", nodeHost],
  ["the Worker", worker],
])("an address without a file, by %s", (_, get) => {
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
});

it("the page is compressed for a browser that accepts it", async () => {
  const { headers, body } = await ask(server, "/nothing", { headers: { accept: BROWSER, "accept-encoding": "gzip" } });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(body).toString()).toMatch(/^<h1>No such page/);
});
