import { describe, expect, it } from "vitest";
import type { HostException } from "../../build/site/read-page.ts";
import { type Found, unexcused } from "./exceptions.ts";

const ETAG: HostException = { cases: "^page: ", differs: ["etag"], reason: "its own" };
const REFUSED: HostException = { cases: "^query ", differs: ["*"], status: 400, reason: "files alone" };
const WHOLE: HostException = { cases: "", differs: ["link"], reason: "never" };

const found = (status: number, ...what: string[]): Found => ({
  status,
  differences: Object.fromEntries(what.map((name) => [name, ["this", "that"]])),
});

function left(given: Found, name: string, ...exceptions: HostException[]): string[] {
  return Object.keys(unexcused(given, name, exceptions, new Map()));
}

describe("an exception that a host declares", () => {
  it("covers what it names and nothing else", () => {
    expect(left(found(200, "etag"), "page: the start", ETAG)).toEqual([]);
    expect(left(found(200, "etag", "body"), "page: the start", ETAG)).toEqual(["body"]);
    expect(left(found(200, "etag"), "file: snapshot.json", ETAG)).toEqual(["etag"]);
  });

  it("counts for answers of its status only, and covers the status only if it names one", () => {
    expect(left(found(400, "status", "body"), "query recent: limit=5", REFUSED)).toEqual([]);
    expect(left(found(404, "status", "body"), "query recent: limit=5", REFUSED)).toEqual(["status", "body"]);
    expect(left(found(404, "status", "etag"), "page: the start", ETAG)).toEqual(["status"]);
  });

  it("fails if the case passes, unless it is one of the whole host", () => {
    expect(left(found(200), "page: the start", ETAG)).toEqual(["declared, and yet"]);
    expect(left(found(200, "body"), "page: the start", ETAG)).toEqual(["body", "declared, and yet"]);
    expect(left(found(200), "query recent: nothing", REFUSED)).toEqual([]);
    expect(left(found(400), "query recent: limit=0", REFUSED)).toEqual(["declared, and yet"]);
    expect(left(found(200), "page: the start", WHOLE)).toEqual([]);
  });

  it("is remembered for what it was needed", () => {
    const seen = new Map<HostException, Set<string>>();
    unexcused(found(200, "etag", "link"), "page: the start", [ETAG, WHOLE], seen);
    expect(seen).toEqual(
      new Map([
        [ETAG, new Set(["etag"])],
        [WHOLE, new Set(["link"])],
      ]),
    );
  });
});
