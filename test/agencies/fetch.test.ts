import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FetchOptions, fetchCapture } from "../../build/agencies/fetch.ts";
import { temporaryFolder } from "../temporary.ts";

const BODY = JSON.stringify({ hello: "wörld" });
const root = temporaryFolder();

function fetchIt(address: string, options: Partial<FetchOptions> = {}) {
  return fetchCapture(address, { fetch: globalThis.fetch, timeoutMs: 2_000, maxBytes: 10_000, ...options });
}

async function textOf(address: string, options?: Partial<FetchOptions>): Promise<string> {
  return new TextDecoder().decode((await fetchIt(address, options)).bytes);
}

function fileWith(name: string, content: string | Uint8Array): string {
  const file = path.join(root, name);
  writeFileSync(file, content);
  return pathToFileURL(file).href;
}

describe("a capture in a file", () => {
  it("is read", async () => {
    const address = fileWith("plain.geojson", BODY);
    expect(await textOf(address)).toBe(BODY);
    expect((await fetchIt(address)).retrievedFrom).toBe(address);
  });

  it("is unpacked where it is gzip, whatever its name", async () => {
    expect(await textOf(fileWith("packed.geojson.gz", gzipSync(BODY)))).toBe(BODY);
    expect(await textOf(fileWith("packed.geojson", gzipSync(BODY)))).toBe(BODY);
  });

  it.each([
    ["that is not there", "missing.geojson", "capture-unreadable", /ENOENT/],
    ["that is a folder", "folder", "capture-unreadable", /EISDIR/],
  ])("%s is a mistake in one line", async (_what, name, code, reason) => {
    mkdirSync(path.join(root, "folder"), { recursive: true });
    const address = pathToFileURL(path.join(root, name)).href;
    await expect(fetchIt(address)).rejects.toMatchObject({ code, message: expect.stringMatching(reason) });
    await expect(fetchIt(address)).rejects.toThrow(address);
  });

  it("on another machine cannot be read", async () => {
    await expect(fetchIt("file://elsewhere/x.geojson")).rejects.toMatchObject({ code: "capture-unreadable" });
  });

  it("is bounded in size, packed and unpacked", async () => {
    const large = fileWith("large.geojson", "x".repeat(10_001));
    await expect(fetchIt(large)).rejects.toMatchObject({ code: "capture-too-large" });
    const bomb = fileWith("bomb.geojson.gz", gzipSync("x".repeat(1_000_000)));
    await expect(fetchIt(bomb)).rejects.toMatchObject({ code: "capture-too-large" });
  });

  it("that is broken gzip is malformed", async () => {
    const cut = fileWith("cut.geojson.gz", gzipSync(BODY).subarray(0, 20));
    await expect(fetchIt(cut)).rejects.toMatchObject({ code: "capture-malformed" });
  });
});

describe("a capture from a server", () => {
  let server: Server;
  let base = "";
  const seen: { url: string; headers: Record<string, unknown> }[] = [];
  const answers: Record<string, RequestListener> = {
    "/good": (_request, response) => {
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "last-modified": "Tue, 06 Feb 2018 00:00:00 GMT",
      });
      response.end(BODY);
    },
    "/encoded": (_request, response) => {
      response.writeHead(200, { "content-type": "application/geo+json", "content-encoding": "gzip" });
      response.end(gzipSync(BODY));
    },
    "/packed.gz": (_request, response) => {
      response.writeHead(200, { "content-type": "application/gzip" });
      response.end(gzipSync(BODY));
    },
    "/moved": (_request, response) => {
      response.writeHead(302, { location: "/good" });
      response.end();
    },
    "/html": (_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<title>We have moved</title>");
    },
    "/unavailable": (_request, response) => {
      response.writeHead(503, { "content-type": "application/json" });
      response.end(BODY);
    },
    "/forbidden": (_request, response) => {
      response.writeHead(403);
      response.end();
    },
    "/huge": (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "20000" });
      response.end("x".repeat(20_000));
    },
    "/endless": (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      for (let at = 0; at < 20; at++) response.write("x".repeat(1_000));
    },
    "/silent": () => {},
    "/slow-body": (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(BODY.slice(0, 5));
    },
    "/cut": (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write(BODY, () => response.socket?.destroy());
    },
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      seen.push({ url: request.url ?? "", headers: request.headers });
      answers[pathname]?.(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("is read with what the server says of its age", async () => {
    expect(await fetchIt(`${base}/good`)).toMatchObject({
      retrievedFrom: `${base}/good`,
      lastModified: "Tue, 06 Feb 2018 00:00:00 GMT",
    });
    expect(await textOf(`${base}/good`)).toBe(BODY);
  });

  it("tells the agency who is asking", async () => {
    await fetchIt(`${base}/good`, { contact: "quakes@example.org" });
    expect(seen.at(-1)?.headers["user-agent"]).toMatch(/^quaketree\/\d+\.\d+\.\d+ \(quakes@example\.org\)$/);
    await fetchIt(`${base}/good`);
    expect(seen.at(-1)?.headers["user-agent"]).toMatch(/^quaketree\/\d+\.\d+\.\d+$/);
  });

  it("is unpacked, by content encoding or by its own bytes", async () => {
    expect(await textOf(`${base}/encoded`)).toBe(BODY);
    expect(await textOf(`${base}/packed.gz`)).toBe(BODY);
  });

  it("is found where the agency has moved it", async () => {
    expect((await fetchIt(`${base}/moved`)).retrievedFrom).toBe(`${base}/good`);
  });

  it("reports its progress", async () => {
    const progress: [number, number][] = [];
    await fetchIt(`${base}/good`, { onBytes: (done, total) => progress.push([done, total]) });
    expect(progress.at(-1)?.[0]).toBe(new TextEncoder().encode(BODY).length);
  });

  it.each([
    ["/html", "capture-refused", /answered with text\/html, not JSON/],
    ["/unavailable", "capture-refused", /answered 503 Service Unavailable/],
    ["/huge", "capture-too-large", /larger than 0\.01 MB/],
    ["/endless", "capture-too-large", /larger than/],
    ["/silent", "capture-unreachable", /no complete answer within 0\.2 s/],
    ["/slow-body", "capture-unreachable", /no complete answer within 0\.2 s/],
    ["/cut", "capture-unreachable", /cannot be reached/],
  ])("that fails is a mistake in one line: %s", async (where, code, reason) => {
    const failure = fetchIt(base + where, { timeoutMs: 200 });
    await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(reason) });
    await expect(failure).rejects.toThrow(base + where);
    await expect(failure).rejects.not.toThrow("\n");
  });

  it("is refused for a query string with the reason that agencies have", async () => {
    await expect(fetchIt(`${base}/forbidden?x=1`)).rejects.toMatchObject({
      hint: expect.stringMatching(/query string/),
    });
  });

  it("is unreachable where nobody listens, and says why", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await expect(fetchIt(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: "capture-unreachable",
      message: expect.stringMatching(/ECONNREFUSED/),
    });
  });
});
