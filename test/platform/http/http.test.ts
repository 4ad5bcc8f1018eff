import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { UserError } from "../../../build/platform/error.ts";
import { base, fetching, good, seen, send, serving, useAnsweringServer } from "../../agencies/answering.ts";
import { ask, asker, BODY, isWhole } from "../../agencies/asking.ts";

useAnsweringServer();

const INNER = `169.254.169.254 100.64.0.1 0.0.0.0 192.0.0.192 198.19.0.1 224.0.0.1 255.255.255.255 metadata printer.lan x.home.arpa
  [::1] [::] [::ffff:127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [fd00::1] [fe80::1] [fec0::1] [ff02::1]`.split(/\s+/);

describe("an agency", () => {
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

    it("gets the name of the program and the accepted type", async () => {
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

    it("is asked not to compress a type whose truncation cannot be detected", async () => {
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

    it("an answer without content is empty", async () => {
      expect(await asker()(serving(send(204)))).toEqual({ kind: "nothing" });
    });

    it("304 is accepted only for a conditional request", async () => {
      const lastModified = "Tue, 06 Feb 2018 00:00:00 GMT";
      expect(await asker()(serving(send(304)), { etag: '"1"', lastModified })).toEqual({ kind: "unchanged" });
      expect(seen.at(-1)?.headers).toMatchObject({ "if-none-match": '"1"', "if-modified-since": lastModified });
      await expect(ask(serving(send(304)))).rejects.toMatchObject({ code: "capture-refused" });
    });

    it("a status that the caller expects gives the body, of any type", async () => {
      const deleted = serving(send(409, { "content-type": "text/html" }, "Error 409: Event deleted"));
      expect(await ask(deleted, { statuses: [404, 409] })).toMatchObject({ status: 409, text: "Error 409: Event deleted" });
    });
  });

  describe("that has moved", () => {
    it("is followed five times, and the capture tells where it was found", async () => {
      const moved = [301, 302, 303, 307, 308].map((status) => send(status, { location: `/elsewhere?x=${status}` }));
      expect(await ask(serving(...moved, good))).toMatchObject({ text: BODY, retrievedFrom: `${base}/elsewhere?x=308` });
      expect(seen).toHaveLength(6);
    });

    it.each([
      ["in a circle", { location: "/feed" }, /redirects more than 5 times/],
      ["nowhere", {}, /redirects without an address/],
      ["out of the web", { location: "file:///etc/passwd" }, /redirects to file:/],
    ])("%s is not", async (_where, headers, message) => {
      const failure = ask(serving(send(301, headers)));
      await expect(failure).rejects.toMatchObject({ code: "capture-refused", message: expect.stringMatching(message) });
      expect(seen.length).toBeLessThanOrEqual(6);
    });

    it("into our own network is not, however its address is spelt", async () => {
      const inner = [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "localhost",
        "a.localhost",
        "localhost.",
        "metadata.google.internal",
        "printer.local.",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.9.9",
        "192.168.0.1",
      ];
      for (const host of [...inner, ...INNER]) {
        const failure = ask("https://x.example/", {}, { fetch: fetching(null, 302, { location: `https://${host}/` }) });
        await expect(failure, host).rejects.toMatchObject({ message: expect.stringMatching(/redirects to .*inside this network$/) });
      }
      for (const host of [
        "172.32.0.1",
        "100.128.0.1",
        "11.0.0.1",
        "10.example",
        "localhost.example",
        "local.example",
        "223.255.0.1",
        "[2001:db8::1]",
      ]) {
        const failure = ask("https://x.example/", {}, { fetch: fetching(null, 302, { location: `https://${host}/` }) });
        await expect(failure, host).rejects.toMatchObject({ message: expect.stringMatching(/more than 5 times/) });
      }
    });

    it("a redirect from https to http is not followed", async () => {
      const fetch = fetching(null, 301, { location: "http://x.example/" });
      const failure = ask("https://x.example/", {}, { fetch });
      await expect(failure).rejects.toMatchObject({ code: "capture-refused", message: expect.stringMatching(/from https:/) });
    });
  });

  describe("that refuses", () => {
    it.each([
      [404, {}, "", /answered 404 Not Found$/, /has the agency moved/],
      [410, {}, "", /answered 410 Gone$/, /has the agency moved/],
      [403, {}, "", /answered 403 Forbidden$/, /access denied/],
      [413, {}, "", /answered 413 Payload Too Large$/, /too much at once/],
      [501, {}, "", /answered 501 Not Implemented$/, /trouble of its own/],
      [505, {}, "", /answered 505 HTTP Version Not Supported$/, /trouble of its own/],
      [400, { "content-type": "text/plain" }, "Error 400: Bad\n\nRequest", /answered 400 Bad Request: “Error 400: Bad Request”$/, /check/],
      [403, { "content-type": "text/html" }, "<html><title>Blocked</title>…", /403 Forbidden: “Blocked”$/, /access denied/],
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
      const forbidden = fetching(null, 403, {});
      const hintOf = (address: string) => ask(address, {}, { fetch: forbidden }).catch(({ hint }: UserError) => hint);
      const feed = "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/all_day.geojson";
      expect(await hintOf(`${feed}?x=1`)).toMatch(/query string/);
      for (const address of [feed, "https://earthquake.usgs.gov/fdsnws/event/1/query?format=geojson"]) {
        expect(await hintOf(address)).toMatch(/access denied/);
      }
    });

    it("a reason phrase is quoted without control characters", async () => {
      const address = serving((response) => {
        response.socket?.end("HTTP/1.1 404 gone\u001b[31m \u009b2J away\r\nconnection: close\r\n\r\n");
      });
      const failure: unknown = await ask(address).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: expect.stringMatching(/^capture-/) });
      expect(String(failure)).not.toMatch(/\p{Cc}/u);
    });

    it("an HTML page in place of data is recognised", async () => {
      const address = serving(send(200, { "content-type": "text/html" }, "<title>We have\n moved</title>"));
      await expect(ask(address)).rejects.toMatchObject({
        code: "capture-refused",
        message: `${address} answered with a web page (text/html), not data: “We have moved”`,
      });
      expect(seen).toHaveLength(1);
    });

    it("rejects answers of another type only if another type is wanted", async () => {
      const csv = send(200, { "content-type": "text/csv" }, "time,latitude");
      await expect(ask(serving(csv))).rejects.toThrow(/answered with text\/csv, not data/);
      expect((await ask(serving(csv), { types: /^text\/csv$/ })).text).toBe("time,latitude");
    });
  });
});
