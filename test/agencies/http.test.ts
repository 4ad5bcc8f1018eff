import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AskOptions, Reply } from "../../build/agencies/ask.ts";
import { type AskSettings, createAsk } from "../../build/agencies/http.ts";
import { temporaryFolder } from "../temporary.ts";

const BODY = JSON.stringify({ hello: "wörld" });
const START = Date.UTC(2031, 4, 4, 12);
const isWhole = (bytes: Uint8Array) => bytes.at(-1) === "}".charCodeAt(0);
const root = temporaryFolder();

/** A clock that only sleeping moves, and what was slept. */
function world() {
  const slept: number[] = [];
  let at = START;
  return {
    slept,
    now: () => at,
    sleep: (ms: number) => {
      slept.push(ms);
      at += ms;
      return Promise.resolve();
    },
    random: () => 0,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

function asker(settings: Partial<AskSettings> = {}) {
  const { fetch } = globalThis;
  return createAsk({ fetch, ...world(), timeoutMs: 2_000, maxBytes: 10_000, ...settings });
}

async function contentOf(reply: Promise<Reply>) {
  const content = await reply;
  if (content.kind !== "content") throw new Error(`no content but ${content.kind}`);
  return { ...content.capture, status: content.status, text: new TextDecoder().decode(content.capture.bytes) };
}

const ask = (address: string, options?: AskOptions, settings?: Partial<AskSettings>) =>
  contentOf(asker(settings)(address, options));

function fileWith(name: string, content: string | Uint8Array): string {
  const file = path.join(root, name);
  writeFileSync(file, content);
  return pathToFileURL(file).href;
}

describe("a capture in a file", () => {
  it("is read, and has no media type", async () => {
    const address = fileWith("plain.geojson", BODY);
    expect(await ask(address)).toMatchObject({ text: BODY, retrievedFrom: address, retrievedAt: START, type: null });
  });

  it("is unpacked where it is gzip, whatever its name", async () => {
    expect((await ask(fileWith("packed.geojson.gz", gzipSync(BODY)))).text).toBe(BODY);
    expect((await ask(fileWith("packed.geojson", gzipSync(BODY)))).text).toBe(BODY);
  });

  it.each([
    ["that is not there", "missing.geojson", "capture-unreadable", /ENOENT/],
    ["that is a folder", "folder", "capture-unreadable", /EISDIR/],
  ])("%s is a mistake in one line", async (_what, name, code, reason) => {
    mkdirSync(path.join(root, "folder"), { recursive: true });
    const address = pathToFileURL(path.join(root, name)).href;
    await expect(ask(address)).rejects.toMatchObject({ code, message: expect.stringMatching(reason) });
    await expect(ask(address)).rejects.toThrow(address);
  });

  it("on another machine cannot be read", async () => {
    await expect(ask("file://elsewhere/x.geojson")).rejects.toMatchObject({ code: "capture-unreadable" });
  });

  it("is bounded in size, packed and unpacked", async () => {
    const large = fileWith("large.geojson", "x".repeat(10_001));
    await expect(ask(large)).rejects.toMatchObject({ code: "capture-too-large" });
    const bomb = fileWith("bomb.geojson.gz", gzipSync("x".repeat(1_000_000)));
    await expect(ask(bomb)).rejects.toMatchObject({ code: "capture-too-large" });
  });

  it("that is broken gzip is malformed, and one that is cut is truncated", async () => {
    const broken = fileWith("cut.geojson.gz", gzipSync(BODY).subarray(0, 20));
    await expect(ask(broken)).rejects.toMatchObject({ code: "capture-malformed" });
    const cut = fileWith("cut.geojson", BODY.slice(0, 9));
    await expect(ask(cut, { isWhole })).rejects.toMatchObject({ code: "capture-truncated" });
  });
});

type Responder = (response: ServerResponse, request: IncomingMessage) => void;

const JSON_HEADERS = { "content-type": "application/json" };

const send =
  (status: number, headers: Record<string, string> = {}, body: string | Uint8Array = ""): Responder =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

const good = send(200, { "content-type": "application/json; charset=utf-8" }, BODY);

const reset: Responder = (response) => response.socket?.destroy();

const cut: Responder = (response) => {
  response.writeHead(200, { ...JSON_HEADERS, "content-length": "500" });
  response.write(BODY, () => response.socket?.destroy());
};

const torn = gzipSync("y".repeat(5_000)).subarray(0, 25);

/** A fetch that gives one answer. */
const fetching = (body: string | null, status: number, headers: Record<string, string>) => () =>
  Promise.resolve(new Response(body, { status, headers }));

describe("an agency", () => {
  let server: Server;
  let base = "";
  const seen: { url: string; headers: IncomingMessage["headers"] }[] = [];
  let responder: Responder = reset;

  /** The address of a server that answers the first request with the first, and so on; the last of them ever after. */
  function serving(...responders: Responder[]): string {
    const first = seen.length;
    responder = (response, request) => {
      const time = seen.length - 1 - first;
      responders[Math.min(time, responders.length - 1)]?.(response, request);
    };
    return `${base}/feed`;
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push({ url: request.url ?? "", headers: request.headers });
      responder(response, request);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  beforeEach(() => {
    seen.length = 0;
  });

  describe("that answers", () => {
    it("is read, with what it says of its content", async () => {
      const headers = { "content-type": "application/json; charset=utf-8", etag: '"1"', "last-modified": "Tue, …" };
      const sent = { ...headers, "last-modified": "Tue, 06 Feb 2018 00:00:00 GMT" };
      expect(await ask(serving(send(200, sent, BODY)))).toMatchObject({
        status: 200,
        text: BODY,
        retrievedFrom: `${base}/feed`,
        type: "application/json",
        etag: '"1"',
        lastModified: "Tue, 06 Feb 2018 00:00:00 GMT",
      });
    });

    it("is told who is asking and what for", async () => {
      await ask(serving(good), {}, { contact: "quakes@example.org" });
      expect(seen.at(-1)?.headers["user-agent"]).toMatch(/^quaketree\/\d+\.\d+\.\d+ \(quakes@example\.org\)$/);
      expect(seen.at(-1)?.headers.accept).toMatch(/json/);
      await ask(serving(good), { accept: "text/plain" });
      expect(seen.at(-1)?.headers["user-agent"]).toMatch(/^quaketree\/\d+\.\d+\.\d+$/);
      expect(seen.at(-1)?.headers.accept).toBe("text/plain");
    });

    it("is unpacked, by content encoding or by its own bytes", async () => {
      const encoded = { "content-type": "application/geo+json", "content-encoding": "gzip" };
      expect((await ask(serving(send(200, encoded, gzipSync(BODY))))).text).toBe(BODY);
      expect((await ask(serving(send(200, { "content-type": "application/gzip" }, gzipSync(BODY))))).text).toBe(BODY);
    });

    it("is asked not to compress what nobody could see was cut", async () => {
      await ask(serving(good));
      expect(seen.at(-1)?.headers["accept-encoding"]).toBe("identity");
      await ask(serving(good), { isWhole });
      expect(seen.at(-1)?.headers["accept-encoding"]).toMatch(/gzip/);
    });

    it("reports its progress", async () => {
      const progress: number[] = [];
      const report = { step() {}, warn() {}, progress: (done: number) => progress.push(done) };
      await ask(serving(good), {}, { report });
      expect(progress.at(-1)).toBe(new TextEncoder().encode(BODY).length);
    });

    it("that there is nothing, says nothing", async () => {
      expect(await asker()(serving(send(204)))).toEqual({ kind: "nothing" });
    });

    it("that nothing has changed is believed only if it was asked that", async () => {
      const lastModified = "Tue, 06 Feb 2018 00:00:00 GMT";
      expect(await asker()(serving(send(304)), { etag: '"1"', lastModified })).toEqual({ kind: "unchanged" });
      expect(seen.at(-1)?.headers).toMatchObject({ "if-none-match": '"1"', "if-modified-since": lastModified });
      await expect(ask(serving(send(304)))).rejects.toMatchObject({ code: "capture-refused" });
    });

    it("with a status that the caller wants to see gives its body, whatever its type", async () => {
      const deleted = serving(send(409, { "content-type": "text/html" }, "Error 409: Event deleted"));
      expect(await ask(deleted, { statuses: [404, 409] })).toMatchObject({
        status: 409,
        text: "Error 409: Event deleted",
      });
    });
  });

  describe("that has moved", () => {
    it("is followed, and the capture tells where it was found", async () => {
      const moved = serving(send(302, { location: "/elsewhere?x=1" }), good);
      expect(await ask(moved)).toMatchObject({ text: BODY, retrievedFrom: `${base}/elsewhere?x=1` });
    });

    it.each([
      ["in a circle", { location: "/feed" }, /sends us on for the 6th time/],
      ["nowhere", {}, /without saying where/],
      ["out of the web", { location: "file:///etc/passwd" }, /sends us on to file:/],
    ])("%s is not", async (_where, headers, message) => {
      const failure = ask(serving(send(301, headers)));
      await expect(failure).rejects.toMatchObject({ code: "capture-refused", message: expect.stringMatching(message) });
    });

    it("from https to http is not", async () => {
      const fetch = fetching(null, 301, { location: "http://x.example/" });
      const failure = ask("https://x.example/", {}, { fetch });
      await expect(failure).rejects.toMatchObject({
        code: "capture-refused",
        message: expect.stringMatching(/from https:/),
      });
    });
  });

  describe("that refuses", () => {
    it.each([
      [404, {}, "", /answered 404 Not Found$/, /has the agency moved/],
      [403, {}, "", /answered 403 Forbidden$/, /does not let us in/],
      [
        400,
        { "content-type": "text/plain" },
        "Error 400: Bad\n\nRequest",
        /answered 400 Bad Request: “Error 400: Bad Request”$/,
        /check/,
      ],
      [403, { "content-type": "text/html" }, "<html><title>Blocked</title>…", /403 Forbidden: “Blocked”$/, /let us in/],
    ])("is asked once, and quoted: %i", async (status, headers, body, message, hint) => {
      const address = serving(send(status, headers, body));
      await expect(ask(address)).rejects.toMatchObject({
        code: "capture-refused",
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      });
      expect(seen).toHaveLength(1);
    });

    it("a query string is understood", async () => {
      const address = `${serving(send(403))}?x=1`;
      await expect(ask(address)).rejects.toMatchObject({ hint: expect.stringMatching(/query string/) });
    });

    it("by a page for people in the place of data is recognised", async () => {
      const address = serving(send(200, { "content-type": "text/html" }, "<title>We have\n moved</title>"));
      await expect(ask(address)).rejects.toMatchObject({
        code: "capture-refused",
        message: `${address} answered with a web page (text/html), not data: “We have moved”`,
      });
      expect(seen).toHaveLength(1);
    });

    it("answers of another type only where they are not wanted", async () => {
      const csv = send(200, { "content-type": "text/csv" }, "time,latitude");
      await expect(ask(serving(csv))).rejects.toThrow(/answered with text\/csv, not data/);
      expect((await ask(serving(csv), { types: /^text\/csv$/ })).text).toBe("time,latitude");
    });
  });

  describe("whose trouble may pass", () => {
    it.each<[string, Responder]>([
      ["a reset", reset],
      ["a body cut short", cut],
      ["a body that ends in the middle", send(200, JSON_HEADERS, BODY.slice(0, 9))],
      ["gzip cut short", send(200, JSON_HEADERS, torn)],
      ["encoding that is no gzip", send(200, { ...JSON_HEADERS, "content-encoding": "gzip" }, "no gzip")],
      ["408", send(408)],
      ["425", send(425)],
      ["429", send(429)],
      ["500", send(500)],
      ["502", send(502)],
      ["503", send(503)],
      ["504", send(504)],
      ["silence", () => {}],
    ])("is asked again after %s", async (_what, trouble) => {
      const { slept, ...clock } = world();
      expect((await ask(serving(trouble, good), { isWhole }, { ...clock, timeoutMs: 300 })).text).toBe(BODY);
      expect(slept).toEqual([1_000]);
    });

    it("is asked four times, less and less often", async () => {
      const { slept, ...clock } = world();
      const steps: string[] = [];
      const report = { progress() {}, warn() {}, step: (message: string) => steps.push(message) };
      const address = serving(send(503, { "content-type": "text/plain" }, "database is busy"));
      const failure = ask(address, {}, { ...clock, report });
      const message = `${address} answered 503 Service Unavailable: “database is busy”`;
      await expect(failure).rejects.toMatchObject({ code: "capture-refused", message });
      expect(seen).toHaveLength(4);
      expect(slept).toEqual([1_000, 4_000, 16_000]);
      expect(steps[0]).toBe(`${message}; trying again in 1 s (1 of 4)`);
    });

    it("is asked again a little earlier by some, so that not all come at once", async () => {
      const { slept, ...clock } = world();
      await ask(serving(reset, good), {}, { ...clock, random: () => 0.5 });
      expect(slept).toEqual([750]);
    });

    it.each<[string, Responder, string, RegExp]>([
      ["a body cut short", cut, "capture-unreachable", /cannot be reached/],
      [
        "a body that ends in the middle",
        send(200, JSON_HEADERS, BODY.slice(0, 9)),
        "capture-truncated",
        /end in the middle/,
      ],
      ["gzip cut short", send(200, JSON_HEADERS, torn), "capture-malformed", /broken gzip/],
      ["silence", () => {}, "capture-unreachable", /no complete answer within 0\.1 s/],
      [
        "a body that stops",
        (response) => {
          response.writeHead(200, JSON_HEADERS);
          response.write(BODY.slice(0, 5));
        },
        "capture-unreachable",
        /no complete answer within 0\.1 s/,
      ],
    ])("and does not is told in one line: %s", async (_what, trouble, code, reason) => {
      const address = serving(trouble);
      const failure = ask(address, { isWhole }, { timeoutMs: 100 });
      await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(reason) });
      await expect(failure).rejects.toThrow(address);
      await expect(failure).rejects.not.toThrow("\n");
    });

    it("in reading what it announced, where fetch does not notice, is seen", async () => {
      const fetch = fetching(BODY, 200, { ...JSON_HEADERS, "content-length": "500" });
      const failure = ask("https://x.example/", {}, { fetch });
      await expect(failure).rejects.toMatchObject({
        code: "capture-truncated",
        message: expect.stringMatching(/18 bytes came of 500/),
      });
    });

    it("is not asked again for what is too large", async () => {
      const announced = serving(send(200, JSON_HEADERS, "x".repeat(20_000)));
      await expect(ask(announced)).rejects.toMatchObject({ code: "capture-too-large" });
      const endless = serving((response) => {
        response.writeHead(200, JSON_HEADERS);
        for (let at = 0; at < 20; at++) response.write("x".repeat(1_000));
      });
      await expect(ask(endless)).rejects.toThrow(/larger than 0\.01 MB/);
      expect(seen).toHaveLength(2);
      const bomb = gzipSync("x".repeat(1_000_000));
      const encoded = { ...JSON_HEADERS, "content-encoding": "gzip" };
      await expect(ask(serving(send(200, encoded, bomb)))).rejects.toMatchObject({ code: "capture-too-large" });
      await expect(ask(serving(send(200, JSON_HEADERS, bomb)))).rejects.toMatchObject({ code: "capture-too-large" });
      expect(seen).toHaveLength(4);
    });

    it("is unreachable where nobody listens, and says why", async () => {
      const closed = createServer();
      await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
      const { port } = closed.address() as AddressInfo;
      await new Promise((resolve) => closed.close(resolve));
      const { slept, ...clock } = world();
      await expect(ask(`http://127.0.0.1:${port}/`, {}, clock)).rejects.toMatchObject({
        code: "capture-unreachable",
        message: expect.stringMatching(/ECONNREFUSED/),
      });
      expect(slept).toHaveLength(3);
    });

    it("is not hoped for where the request itself is at fault", async () => {
      await expect(ask("http://user:secret@127.0.0.1:9/")).rejects.toMatchObject({ code: "capture-unreachable" });
      const { slept, ...clock } = world();
      await expect(ask("http://user:secret@127.0.0.1:9/", {}, clock)).rejects.toThrow(/credentials/);
      expect(slept).toEqual([]);
    });
  });

  describe("that says when to come back", () => {
    const inTen = { date: "Sun, 04 May 2031 11:00:00 GMT", "retry-after": "Sun, 04 May 2031 11:00:10 GMT" };

    it.each([
      ["in seconds", { "retry-after": "7" }, 7_000],
      ["by a date, which is by its own clock", inTen, 10_000],
      ["at once, but not sooner than we like", { "retry-after": "0" }, 1_000],
      ["by what nobody can read", { "retry-after": "soon" }, 1_000],
      ["by a date that has passed", { ...inTen, "retry-after": "Sun, 04 May 2031 10:00:10 GMT" }, 1_000],
    ])("%s is obeyed", async (_how, headers, wait) => {
      const { slept, ...clock } = world();
      await ask(serving(send(503, headers), good), {}, clock);
      expect(slept).toEqual([wait]);
    });

    it("in more than a minute is not waited for but left alone until then", async () => {
      const { pass, ...clock } = world();
      const asking = asker(clock);
      const address = serving(send(429, { "retry-after": "3600" }), good);
      const until = START + 3_600_000;
      await expect(asking(address)).rejects.toMatchObject({
        code: "agency-throttled",
        until,
        message: expect.stringMatching(
          /429 Too Many Requests and wants .* not to be asked again before 2031-05-04T13:00:00.000Z$/,
        ),
      });
      await expect(asking(`${base}/other`)).rejects.toMatchObject({ code: "agency-throttled", until });
      expect(seen).toHaveLength(1);
      pass(3_600_000);
      expect((await contentOf(asking(address))).text).toBe(BODY);
    });

    it("again and again is left alone in the end", async () => {
      const { slept, now, ...clock } = world();
      const failure = ask(serving(send(503, { "retry-after": "30" })), {}, { ...clock, now });
      await expect(failure).rejects.toMatchObject({ code: "agency-throttled", until: START + 120_000 });
      expect(slept).toEqual([30_000, 30_000, 30_000]);
    });

    it("never, but is asked too often, is left alone for five minutes", async () => {
      const failure = ask(serving(send(429)));
      await expect(failure).rejects.toMatchObject({ code: "agency-throttled", until: START + 21_000 + 300_000 });
    });
  });

  describe("that is to be asked slowly", () => {
    it("is, also by several at once and on the way of a redirect", async () => {
      const { slept, ...clock } = world();
      const asking = asker(clock);
      const address = serving(good, send(302, { location: "/on" }), good);
      const options = { spacingMs: 600 };
      await Promise.all([asking(address, options), asking(address, options)]);
      expect(slept).toEqual([600, 600]);
      clock.pass(500);
      await asking(address, options);
      expect(slept).toEqual([600, 600, 100]);
      clock.pass(700);
      await asking(address, options);
      expect(slept).toHaveLength(3);
    });

    it("waits for one spacing at most where the clock was set back", async () => {
      const { slept, ...clock } = world();
      const asking = asker(clock);
      const address = serving(good);
      await asking(address, { spacingMs: 600 });
      clock.pass(-86_400_000);
      await asking(address, { spacingMs: 600 });
      expect(slept).toEqual([600]);
    });

    it("does not slow the others down", async () => {
      const { slept, ...clock } = world();
      const asking = asker(clock);
      const address = serving(good);
      await asking(address, { spacingMs: 600 });
      await asking(address.replace("127.0.0.1", "localhost"), { spacingMs: 600 }).catch(() => {});
      expect(slept.filter((ms) => ms === 600)).toEqual([]);
    });
  });
});
