import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { UserError } from "../../../build/platform/error.ts";
import { postText } from "../../../build/platform/http/retry.ts";
import {
  cut,
  fetching,
  good,
  JSON_HEADERS,
  type Responder,
  reset,
  seen,
  send,
  serving,
  torn,
  useAnsweringServer,
} from "../../agencies/answering.ts";
import { ask, BODY, isWhole, world } from "../../agencies/asking.ts";

useAnsweringServer();

describe("an agency", () => {
  describe("whose trouble may pass", () => {
    it.each<[string, Responder]>([
      ["a reset", reset],
      ["a body cut short", cut],
      ["a body that ends in the middle", send(200, JSON_HEADERS, BODY.slice(0, 9))],
      ["gzip cut short", send(200, JSON_HEADERS, torn)],
      ["encoding that is not gzip", send(200, { ...JSON_HEADERS, "content-encoding": "gzip" }, "no gzip")],
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

    it("has five seconds to take a text", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        const fetch: typeof globalThis.fetch = (_, { signal } = {}) =>
          new Promise((__, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
        const failed = (reason: unknown) => new UserError("post-failed", String(reason), "");
        const errors = { unreachable: failed, refused: failed };
        const text = { url: new URL("https://x.example/"), headers: {}, body: "text" };
        const posting = expect(postText(text, errors, { tries: 1 }, { fetch, ...world() })).rejects.toThrow("within 5 s");
        await vi.advanceTimersByTimeAsync(60_000);
        await posting;
      } finally {
        vi.useRealTimers();
      }
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

    it.each<[string, Responder, string, RegExp, number]>([
      ["a body cut short", cut, "capture-unreachable", /cannot be reached/, 4],
      ["a body that ends in the middle", send(200, JSON_HEADERS, BODY.slice(0, 9)), "capture-truncated", /end in the middle/, 4],
      ["gzip cut short", send(200, JSON_HEADERS, torn), "capture-malformed", /broken gzip/, 4],
      ["silence", () => {}, "capture-unreachable", /no complete answer within 0\.1 s/, 2],
      [
        "a body that stops",
        (response) => {
          response.writeHead(200, JSON_HEADERS);
          response.write(BODY.slice(0, 5));
        },
        "capture-unreachable",
        /no complete answer within 0\.1 s/,
        2,
      ],
    ])("and does not is told in one line: %s", async (_what, trouble, code, reason, requests) => {
      const { slept, ...clock } = world();
      const address = serving(trouble);
      const failure = ask(address, { isWhole }, { ...clock, timeoutMs: 100 });
      await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(reason) });
      await expect(failure).rejects.toThrow(address);
      await expect(failure).rejects.not.toThrow("\n");
      expect(slept).toHaveLength(requests - 1);
    });

    it("an answer shorter than announced is noticed, also if fetch does not notice", async () => {
      const fetch = fetching(BODY, 200, { ...JSON_HEADERS, "content-length": "500" });
      const failure = ask("https://x.example/", {}, { fetch });
      await expect(failure).rejects.toMatchObject({ code: "capture-truncated", message: expect.stringMatching(/18 bytes came of 500/) });
    });

    it("is not asked again for what is too large", async () => {
      const announced = serving(send(200, JSON_HEADERS, "x".repeat(20_000)));
      await expect(ask(announced)).rejects.toMatchObject({ code: "capture-too-large" });
      expect((await ask(serving(send(200, JSON_HEADERS, "x".repeat(10_000))))).bytes).toHaveLength(10_000);
      const endless = serving((response) => {
        response.writeHead(200, JSON_HEADERS);
        for (let at = 0; at < 20; at++) response.write("x".repeat(1_000));
      });
      await expect(ask(endless)).rejects.toThrow(/larger than 0\.01 MB/);
      expect(seen).toHaveLength(3);
      const bomb = gzipSync("x".repeat(1_000_000));
      const encoded = { ...JSON_HEADERS, "content-encoding": "gzip" };
      await expect(ask(serving(send(200, encoded, bomb)))).rejects.toMatchObject({ code: "capture-too-large" });
      await expect(ask(serving(send(200, JSON_HEADERS, bomb)))).rejects.toMatchObject({ code: "capture-too-large" });
      expect(seen).toHaveLength(5);
    });

    it("says in words that a server does not speak TLS", async () => {
      const address = serving(send(200, JSON_HEADERS, BODY)).replace("http:", "https:");
      const reason = /cannot be reached: SSL routines: (?:wrong version number|packet length too long)$/;
      await expect(ask(address)).rejects.toMatchObject({ message: expect.stringMatching(reason) });
    });

    it("is unreachable if no server listens, with the reason", async () => {
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
      const unknown = () =>
        Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("no such host"), { code: "ENOTFOUND" }) }));
      await expect(ask("http://x.example/", {}, { ...clock, fetch: unknown })).rejects.toThrow(/no such host/);
      expect(slept).toHaveLength(3);
    });

    it("is not asked again if the request itself is wrong", async () => {
      await expect(ask("http://user:secret@127.0.0.1:9/")).rejects.toMatchObject({ code: "capture-unreachable" });
      const { slept, ...clock } = world();
      await expect(ask("http://user:secret@127.0.0.1:9/", {}, clock)).rejects.toThrow(/credentials/);
      expect(slept).toEqual([]);
    });
  });
});
