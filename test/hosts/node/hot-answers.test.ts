import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import type { HostReply } from "../../../build/hosts/file-answer.ts";
import type { LoadedTree } from "../../../build/hosts/load-tree.ts";
import { createHotAnswers, type HotAnswers, hotKey } from "../../../build/hosts/node/hot-answers.ts";

function tree(dir: string): LoadedTree {
  return { dir } as LoadedTree;
}

function keyOf(headers: Record<string, string>, method = "GET", url = "/api/recent/"): string | undefined {
  return hotKey({ method, url, headers } as unknown as IncomingMessage);
}

const body = new Uint8Array(1_000);

function reply(bytes = body, status = 200): HostReply {
  return { kind: "body", status, headers: { etag: '"1"' }, body: bytes };
}

/** A response is kept at its second request. */
function keepTwice(answers: HotAnswers, loaded: LoadedTree, key: string, given = reply()): void {
  for (let at = 0; at < 2; at++) answers.keep(loaded, key, given);
}

describe("responses that lie ready", () => {
  it("are found by the tree and the words of the request, from their second time", () => {
    const answers = createHotAnswers(100_000);
    const loaded = tree("dist");
    answers.keep(loaded, "/a", reply());
    expect(answers.find(loaded, "/a")).toBeUndefined();
    answers.keep(loaded, "/a", reply());
    expect(answers.find(loaded, "/a")).toEqual({ headers: ["etag", '"1"'], body });
    keepTwice(answers, loaded, "/c", reply(body, 404));
    expect(answers.find(loaded, "/c")).toBeUndefined();
    expect(answers.find(loaded, "/b")).toBeUndefined();
    expect(answers.find(tree("dist"), "/a")).toBeUndefined();
  });

  it("of an older tree are forgotten with the first of a newer one", () => {
    const answers = createHotAnswers(100_000);
    const [older, newer] = [tree("dist"), tree("dist")];
    keepTwice(answers, older, "/a");
    keepTwice(answers, newer, "/b");
    expect(answers.find(older, "/a")).toBeUndefined();
    expect(answers.find(newer, "/a")).toBeUndefined();
    expect(answers.find(newer, "/b")).toBeDefined();
  });

  it("never take more than their limit, nor keep what is large or asked for in very many words", () => {
    const answers = createHotAnswers(40_000);
    const loaded = tree("dist");
    for (let last = 0; last < 100; last++) {
      keepTwice(answers, loaded, `/${last}`);
      const held = Array.from({ length: 100 }, (_, at) => at).filter((at) => answers.find(loaded, `/${at}`));
      expect(held.length * (1_000 + 2_048)).toBeLessThanOrEqual(40_000);
      expect(held.at(-1)).toBe(last);
    }
    const roomy = createHotAnswers(262_144 + 2_048);
    for (const [bytes, isKept] of [
      [262_144, true],
      [262_145, false],
    ] as const) {
      keepTwice(roomy, loaded, `/${bytes}`, reply(new Uint8Array(bytes)));
      expect(roomy.find(loaded, `/${bytes}`) !== undefined).toBe(isKept);
    }
    const forTwo = createHotAnswers(2 * (1_000 + 2_048));
    for (const key of ["/1", "/2"]) keepTwice(forTwo, loaded, key);
    expect(forTwo.find(loaded, "/1")).toBeDefined();
    keepTwice(answers, loaded, `/${"x".repeat(300)}`);
    expect(answers.find(loaded, `/${"x".repeat(300)}`)).toBeUndefined();
  });

  it("of files have one key, whatever the query and whatever else a client accepts", () => {
    const keys = ["/x.js", "/x.js?1", "/x.js?2", "/x.js?"].map((url) => keyOf({}, "GET", url));
    expect(new Set(keys).size).toBe(1);
    expect(keyOf({}, "GET", "/x.js")).not.toBe(keyOf({}, "GET", "/y.js"));
    for (const url of ["/%78.js", "http://a/x.js", "http://b/x.js?1", "/s/1/api/", "/healthz?1", "/fdsnws/event/1/query?x"])
      expect(keyOf({}, "GET", url)).toBeUndefined();
    const accepting = (value: string) => keyOf({ "accept-encoding": value }, "GET", "/x.js");
    expect(accepting("br, nonsense1")).toBe(accepting("nonsense2, br;q=0.5"));
    const different = ["", "br", "gzip", "br, gzip", "gzip, br;q=0.5"].map(accepting);
    expect(new Set(different).size).toBe(different.length);
  });

  it("of the API differ by the query", () => {
    const urls = ["/api/recent/", "/api/recent/?limit=1", "/api/recent/?limit=2"];
    expect(new Set(urls.map((url) => keyOf({}, "GET", url))).size).toBe(3);
  });

  it("are for plain GET only, and differ by what the client accepts", () => {
    expect(keyOf({})).toBe(keyOf({ "user-agent": "a", "if-modified-since": "x" }));
    expect(keyOf({})).not.toBe(keyOf({ "accept-encoding": "br" }));
    expect(keyOf({})).not.toBe(keyOf({}, "GET", "/api/"));
    expect(keyOf({}, "HEAD")).toBeUndefined();
    for (const name of ["if-none-match", "if-match", "if-unmodified-since", "range"]) {
      expect(keyOf({ [name]: "x" })).toBeUndefined();
    }
  });
});
