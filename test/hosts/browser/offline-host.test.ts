import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ByteStore } from "../../../build/hosts/browser/byte-store.ts";
import { fileReader } from "../../../build/hosts/browser/fetch-file.ts";
import { createOfflineHost, type OfflineHost } from "../../../build/hosts/browser/offline-host.ts";
import { type Digest, platformDigest } from "../../../build/hosts/browser/tree-index.ts";
import { temporaryFolder } from "../../temporary.ts";
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
let kept: Map<string, Uint8Array>;
let clock: number;
let full: boolean;

beforeEach(() => {
  host = memoryHost(new Map(older));
  kept = new Map();
  clock = 0;
  full = false;
});

const store: ByteStore = {
  get: async (name) => kept.get(name),
  put: async (name, bytes) => {
    if (full) throw new DOMException("no room", "QuotaExceededError");
    kept.set(name, bytes);
  },
  names: async () => [...kept.keys()],
  remove: async (name) => void kept.delete(name),
};

/** As a browser starts it: anew whenever it likes, with the same store. */
function started(): OfflineHost {
  const read = fileReader(BASE, host.fetch);
  return createOfflineHost({ read, store, digest: platformDigest() as Digest, recheckAfter: 60_000, now: () => clock });
}

async function ask(offline: OfflineHost, target: string, headers: Record<string, string> = {}) {
  const { reply, background } = await offline.respond({ method: "GET", target, header: (name) => headers[name] });
  await background;
  return reply;
}

async function asOf(offline: OfflineHost, target: string): Promise<string | undefined> {
  const reply = await ask(offline, target);
  expect([target, reply?.status]).toEqual([target, 200]);
  return reply?.headers["x-as-of"];
}

const OLD = "2018-02-07T01:49:14.000Z";
const NEW = "2018-02-07T02:49:14.000Z";
const TARGETS = ["/api/recent/?limit=2", "/api/v1/stats/", "/api/live-feed/?hours=1", "/api/search/?q=north"];

describe("the copy of a tree in a browser", () => {
  it("answers everything but the details of events after the host is gone, also when it is started anew", async () => {
    await started().update();
    host.up = false;
    const offline = started();
    for (const target of TARGETS) expect(await asOf(offline, target)).toBe(OLD);
    expect((await ask(offline, "/api/v1/earthquakes/us1/"))?.status).toBe(308);
    const location = (await ask(offline, "/api/v1/earthquakes/us1/"))?.headers["location"] ?? "";
    const reply = await ask(offline, location);
    expect([reply?.status, json(reply?.body ?? new Uint8Array())]).toMatchObject([
      503,
      { type: "/docs/problems/no-tree/" },
    ]);
    expect(await ask(offline, "/docs/")).toBeUndefined();
    expect(await offline.page("docs/index.html")).toEqual(Uint8Array.from(older.get("docs/index.html") ?? []));
  });

  it("keeps the details of an event that was looked at, and of all where it is told to", async () => {
    const offline = started();
    await offline.update();
    const { location = "" } = (await ask(offline, "/api/v1/earthquakes/us1/"))?.headers ?? {};
    expect((await ask(offline, location))?.status).toBe(200);
    const { location: other = "" } = (await ask(offline, "/api/v1/earthquakes/us2/"))?.headers ?? {};
    await offline.keepEverything();
    host.up = false;
    for (const target of [location, other]) expect((await ask(started(), target))?.status).toBe(200);
  });

  it("goes over to a newer snapshot when all of it is there, on the side, and forgets what none of the two has", async () => {
    const offline = started();
    await offline.update();
    const before = kept.size;
    host.files = new Map(newer);
    expect(await asOf(offline, "/api/v1/stats/")).toBe(OLD);
    clock = 60_000;
    expect(await asOf(offline, "/api/v1/stats/")).toBe(OLD);
    for (const target of TARGETS) expect(await asOf(offline, target)).toBe(NEW);
    host.files = new Map(older);
    for (const [path, bytes] of newer) if (path === "snapshot.json") host.files.set(path, bytes);
    expect(kept.size).toBeGreaterThan(before);
    expect(kept.size).toBeLessThan(2 * before);
  });

  it("fetches of a newer snapshot only what it does not have", async () => {
    const offline = started();
    await offline.update();
    host.files = new Map(newer);
    host.asked.length = 0;
    await offline.update();
    const unchanged = ["assets/client.js", "api/plate-boundaries.json", "api/v1/openapi.json"];
    for (const path of unchanged) expect(host.asked.join()).not.toContain(path);
    expect(host.asked.join()).toContain("api/v1/stats.json");
  });

  it.each([
    ["a file is missing", (files: Map<string, Uint8Array>) => void files.delete("api/v1/plates/east.json")],
    ["a file is another", (files: Map<string, Uint8Array>) => void files.set("api/v1/stats.json", new Uint8Array(3))],
    [
      "the index is another",
      (files: Map<string, Uint8Array>) => void files.set("index/api.json", older.get("index/api.json") as Uint8Array),
    ],
    ["the record is no record", (files: Map<string, Uint8Array>) => void files.set("snapshot.json", new Uint8Array(3))],
    [
      "a shard is gone",
      (files: Map<string, Uint8Array>) => {
        for (const path of files.keys()) if (path.startsWith("shards/") && !older.has(path)) files.delete(path);
      },
    ],
  ])("stays with the older snapshot while of the newer %s, and takes up what was mended", async (_, damage) => {
    const offline = started();
    await offline.update();
    host.files = new Map(newer);
    damage(host.files);
    await expect(offline.update()).rejects.toThrow(/[.]json|shards/);
    for (const target of TARGETS) expect(await asOf(offline, target)).toBe(OLD);
    for (const target of TARGETS) expect(await asOf(started(), target)).toBe(OLD);
    host.files = new Map(newer);
    await offline.update();
    for (const target of TARGETS) expect(await asOf(offline, target)).toBe(NEW);
  });

  it("stays with what it has where there is no room for more", async () => {
    const offline = started();
    await offline.update();
    host.files = new Map(newer);
    full = true;
    await expect(offline.update()).rejects.toThrow("no room");
    clock = 60_000;
    for (const target of TARGETS) expect(await asOf(offline, target)).toBe(OLD);
  });

  it("never goes back to an older snapshot, which a part of a CDN may still have", async () => {
    host.files = new Map(newer);
    const offline = started();
    await offline.update();
    host.files = new Map(older);
    await offline.update();
    for (const target of TARGETS) expect(await asOf(offline, target)).toBe(NEW);
  });

  it("goes over at once where an event's details are those of the newer snapshot by now", async () => {
    const offline = started();
    await offline.update();
    const { location = "" } = (await ask(offline, "/api/v1/earthquakes/us1/"))?.headers ?? {};
    const changed = new Map(newer);
    const path = `${location.slice(1, -1)}.json`;
    host.files = changed;
    host.files.set(path, newer.get(path) ?? new Uint8Array());
    const reply = await ask(offline, location);
    expect(reply?.status).toBe(200);
    expect(Buffer.from(reply?.body ?? [])).toEqual(Buffer.from(newer.get(path) ?? []));
  });

  it("is made when it is first asked, and without a host says that there is no data", async () => {
    host.up = false;
    expect((await ask(started(), "/api/v1/stats/"))?.status).toBe(503);
    host.up = true;
    expect(await asOf(started(), "/api/v1/stats/")).toBe(OLD);
  });

  it("is made again where the browser has taken parts of it away", async () => {
    await started().update();
    for (const name of kept.keys()) if (name !== "current") kept.delete(name);
    expect(await asOf(started(), "/api/recent/?limit=2")).toBe(OLD);
  });

  it("looks for a newer snapshot once a minute at the most", async () => {
    const offline = started();
    await offline.update();
    host.asked.length = 0;
    for (clock = 1; clock < 180_000; clock += 10_000) await ask(offline, "/api/recent/?limit=1");
    expect(host.asked).toEqual(["snapshot.json no-cache", "snapshot.json no-cache"]);
  });
});
