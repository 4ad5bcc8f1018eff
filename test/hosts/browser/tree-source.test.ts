import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fileReader } from "../../../build/hosts/browser/fetch-file.ts";
import type { Source } from "../../../build/hosts/browser/source.ts";
import { treeSource } from "../../../build/hosts/browser/tree-source.ts";
import { platformDigest } from "../../../build/hosts/tree-index.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { BASE, filesIn, json, type MemoryHost, memoryHost } from "./memory-host.ts";
import { plantSmallWorld } from "./small-world.ts";

const dir = temporaryFolder();
let older: Map<string, Uint8Array>;
let newer: Map<string, Uint8Array>;

beforeAll(async () => {
  await plantSmallWorld(join(dir, "older"));
  await plantSmallWorld(join(dir, "newer"), 3_600_000);
  [older, newer] = [filesIn(join(dir, "older")), filesIn(join(dir, "newer"))];
});

let host: MemoryHost;
let clock: number;
let waited: number[];
let onWait: () => void;

beforeEach(() => {
  host = memoryHost(new Map(older));
  clock = 0;
  waited = [];
  onWait = () => {};
});

function source(digest = platformDigest()): Source {
  return treeSource({
    read: fileReader(BASE, host.fetch),
    digest,
    cacheBytes: 1_000_000,
    recheckAfter: 60_000,
    now: () => clock,
    wait: async (duration) => {
      waited.push(duration);
      onWait();
    },
  });
}

async function asOf(ask: Source, target: string): Promise<string | undefined> {
  const { status, snapshot, bytes } = await ask(target, undefined);
  expect([target, status]).toEqual([target, 200]);
  expect(json(bytes)).toBeTypeOf("object");
  return snapshot.as_of;
}

const OLD = "2018-02-07T01:49:14.000Z";
const NEW = "2018-02-07T02:49:14.000Z";
const TARGETS = ["/api/recent/?limit=2", "/api/v1/stats/", "/api/live-feed/?hours=1", "/api/v1/earthquakes/us2/"];

function records(): number {
  return host.asked.filter((path) => path.startsWith("snapshot.json")).length;
}

describe.each([
  ["by the index", () => platformDigest()],
  ["where the runtime has no digest", () => undefined],
])("a bare tree, checked %s", (_, digest) => {
  it("is opened once for all that ask at once, and looked at again when it is time", async () => {
    const ask = source(digest());
    await Promise.all(["/api/recent/?limit=1", "/api/recent/?limit=2", "/api/search/?q=us"].map((target) => ask(target, undefined)));
    await ask("/api/recent/?limit=3", undefined);
    expect(records()).toBe(1);
    clock = 60_000;
    await ask("/api/recent/?limit=3", undefined);
    expect(records()).toBe(2);
    expect(new Set(host.asked).size).toBe(host.asked.length - 1);
  });

  it("answers from the newer snapshot when it is time to look, whatever is asked", async () => {
    const ask = source(digest());
    for (const target of TARGETS) expect(await asOf(ask, target)).toBe(OLD);
    host.files = new Map(newer);
    clock = 60_000;
    for (const target of TARGETS) expect(await asOf(ask, target)).toBe(NEW);
    expect(waited).toEqual([]);
  });

  it("does not give a file of the newer snapshot for one of the older", async () => {
    for (const target of TARGETS) {
      host.files = new Map(older);
      const ask = source(digest());
      await ask("/api/recent/?limit=1", undefined);
      host.files = new Map(newer);
      const answer = await ask(target, undefined);
      const fresh = await source(digest())(target, undefined);
      if (answer.snapshot.as_of === NEW) expect(answer).toEqual(fresh);
      else expect([target, answer.snapshot.as_of]).toEqual([TARGETS[0], OLD]);
    }
  });

  it("goes on with what it has opened when the host is away", async () => {
    const ask = source(digest());
    const before = await ask("/api/v1/earthquakes/?days=7", undefined);
    host.up = false;
    clock = 60_000;
    expect(await ask("/api/v1/earthquakes/?days=7", undefined)).toEqual(before);
    await expect(ask("/api/v1/plates/east/", undefined)).rejects.toMatchObject({ code: "unreachable" });
    host.up = true;
    expect((await ask("/api/v1/plates/east/", undefined)).status).toBe(200);
  });

  it("changes to the newer snapshot if the host has removed the older one's shards", async () => {
    const ask = source(digest());
    await ask("/api/v1/plates/", undefined);
    host.files = new Map(newer);
    expect(await asOf(ask, "/api/v1/earthquakes/?days=7")).toBe(NEW);
  });
});

const pageForAll = async () => new Response("<h1>App</h1>", { headers: { "content-type": "text/html; charset=utf-8" } });

describe("a bare tree", () => {
  it("is waited for while it is being uploaded: answers before the record that names them", async () => {
    const half = new Map(newer);
    half.set("snapshot.json", older.get("snapshot.json") as Uint8Array);
    for (const [path, bytes] of older) if (path.startsWith("shards/")) half.set(path, bytes);
    const ask = source();
    host.files = half;
    onWait = () => {
      if (waited.length === 2) host.files = new Map(newer);
    };
    expect(await asOf(ask, "/api/v1/stats/")).toBe(NEW);
    expect(waited).toEqual([300, 1_000]);
  });

  it("a tree that stays half uploaded is an error that says so, and its complete files are answered", async () => {
    host.files.set("api/v1/stats.json", new TextEncoder().encode("{}"));
    const ask = source();
    await expect(ask("/api/v1/stats/", undefined)).rejects.toMatchObject({
      code: "tree-malformed",
      message: expect.stringContaining("api/v1/stats.json"),
    });
    expect(await asOf(ask, "/api/v1/plates/")).toBe(OLD);
    expect(host.asked).toContain("api/v1/stats.json reload");
  });

  it("is asked again for a shard that was damaged on the way, past every cache", async () => {
    const path = [...older.keys()].find((name) => name.endsWith(".bin")) as string;
    const sound = older.get(path) as Uint8Array;
    host.files.set(path, sound.subarray(1));
    host.before = (asked) => {
      if (asked === path && host.asked.some((before) => before.startsWith(path))) host.files.set(path, sound);
    };
    expect(await asOf(source(), "/api/recent/?limit=1")).toBe(OLD);
    expect(host.asked.filter((asked) => asked.startsWith(path))).toEqual([`${path} default`, `${path} reload`]);
  });

  it("a folder without a record is not a tree", async () => {
    host.files.delete("snapshot.json");
    await expect(source()("/api/v1/stats/", undefined)).rejects.toMatchObject({ code: "not-quaketree" });
  });

  it("is not taken for another if a file server sends its page for everything", async () => {
    host.fetch = pageForAll;
    await expect(source()("/api/v1/stats/", undefined)).rejects.toMatchObject({ code: "not-quaketree" });
  });

  it("is not followed for an aborted call, but for the others", async () => {
    const ask = source();
    const controller = new AbortController();
    const [aborted, other] = [ask("/api/recent/?limit=1", controller.signal), ask("/api/recent/?limit=1", undefined)];
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    expect((await other).status).toBe(200);
    expect(records()).toBe(1);
  });
});
