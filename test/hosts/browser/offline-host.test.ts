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
    const bytes = older.get("docs/index.html");
    expect(await offline.page("docs/index.html")).toEqual({
      bytes: Uint8Array.from(bytes ?? []),
      asOf: OLD,
      found: true,
    });
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

  it("has at first neither the index of events, nor what other languages and the pages of single things would cost", async () => {
    await started().update();
    const asked = host.asked.map((one) => one.replace(/ .*/, ""));
    const left =
      /^(?:index\/(?:earthquakes|translations|data-pages|event-pages)|ar\/|(?:plates|countries)\/[^/]+\/|earthquakes\/[^/]+\/)/;
    expect(asked.filter((path) => left.test(path))).toEqual([]);
    expect(asked).toEqual(expect.arrayContaining(["map/index.html", "plates/index.html", "tools/energy/index.html"]));
  });

  it("shows the details that were looked at as they were then, and says so, when the copy has gone on", async () => {
    const offline = started();
    await offline.update();
    const { location = "" } = (await ask(offline, "/api/v1/earthquakes/us1/"))?.headers ?? {};
    const before = await ask(offline, location);
    host.files = new Map(newer);
    await offline.update();
    host.up = false;
    const after = await ask(started(), location);
    expect([after?.headers["x-as-of"], after?.body]).toEqual([OLD, before?.body]);
    expect(await asOf(started(), "/api/v1/stats/")).toBe(NEW);
  });

  it("keeps the pages in the language that is spoken from now on, and follows what changes of them", async () => {
    const offline = started();
    await offline.update();
    for (const nothing of ["en", "../x", "", "arabic"]) await offline.speak(nothing);
    expect((await offline.page("ar/map/index.html"))?.found).toBe(false);
    await offline.speak("ar");
    host.files = new Map(newer);
    await offline.update();
    host.up = false;
    const paths = ["ar/index.html", "ar/map/index.html", "ar/tools/energy/index.html", "assets/names/ar.json"];
    for (const path of paths) {
      const page = await started().page(path);
      expect([path, page && Buffer.from(page.bytes).equals(newer.get(path) as Buffer)]).toEqual([path, true]);
    }
    expect((await started().page("fr/map/index.html"))?.found).toBe(false);
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

  it("looks for a newer snapshot once a minute at the most, whether queries are asked or pages are read", async () => {
    const offline = started();
    await offline.update();
    host.asked.length = 0;
    for (clock = 1; clock < 90_000; clock += 10_000) await ask(offline, "/api/recent/?limit=1");
    for (; clock < 180_000; clock += 10_000) await offline.refresh();
    expect(host.asked).toEqual(["snapshot.json no-cache", "snapshot.json no-cache"]);
  });
});

const text = (page: { bytes: Uint8Array } | undefined) => new TextDecoder().decode(page?.bytes);
const look = (offline: OfflineHost, path: string) =>
  offline.look(path, async () => Uint8Array.from(host.files.get(path) ?? []), undefined);

describe("pages that a copy in a browser does not have of itself", () => {
  let slug: string;

  beforeEach(() => {
    const found = [...older.keys()].find((path) => /^earthquakes\/.*-us1\//.test(path));
    slug = found?.split("/")[1] ?? "";
  });

  it("are the frame that is filled from the answer, where that is there", async () => {
    const offline = started();
    await offline.update();
    host.up = false;
    const country = [...older.keys()].find((path) => /^countries\/[^/]+\/index\.html$/.test(path)) ?? "";
    for (const path of ["plates/east/index.html", country]) {
      const page = await offline.page(path);
      expect([path, page?.found, page?.asOf, text(page).includes('id="frame"')]).toEqual([path, true, OLD, true]);
    }
    expect((await offline.page(`earthquakes/${slug}/index.html`))?.found).toBe(false);
    expect((await offline.page("plates/nowhere/index.html"))?.found).toBe(false);
  });

  it("are the frame for an event of which the details are there", async () => {
    const offline = started();
    await offline.update();
    await ask(offline, `/api/v1/earthquakes/${slug}/`);
    host.up = false;
    expect(text(await started().page(`earthquakes/${slug}/index.html`))).toContain('id="frame"');
  });

  it("are as they were looked at, until their answer is another one", async () => {
    const offline = started();
    await offline.update();
    const paths = ["plates/east/index.html", `earthquakes/${slug}/index.html`, "fr/map/index.html"];
    for (const path of paths) await look(offline, path);
    for (const path of paths) expect((await offline.page(path))?.bytes).toEqual(Uint8Array.from(older.get(path) ?? []));
    host.files = new Map(newer);
    await offline.update();
    const [plate, event] = await Promise.all(paths.map((path) => offline.page(path)));
    const [before, after] = [older, newer].map((files) => String(files.get("api/v1/plates/east.json")));
    expect([plate?.asOf, text(plate).includes('id="frame"')]).toEqual([NEW, before !== after]);
    expect([event?.asOf, event?.found]).toEqual([OLD, true]);
  });

  it("are the page that says so, in the language of the address or of the reader", async () => {
    const offline = started();
    await offline.update();
    await offline.speak("ar");
    await offline.speak("ja");
    host.up = false;
    const lang = async (path: string, asked?: string) =>
      /lang="(\w+)"/.exec(text(await offline.page(path, asked)))?.[1];
    expect(await lang("nowhere/index.html")).toBe("ja");
    expect(await lang("ar/nowhere/index.html")).toBe("ar");
    expect(await lang("nowhere/index.html", "ar")).toBe("ar");
    expect(await lang("nowhere/index.html", "fr")).toBe("en");
    expect(await offline.page("assets/nowhere.js")).toBeUndefined();
  });

  it("are not kept where the copy has them, or nobody would ask for them again", async () => {
    const offline = started();
    await offline.update();
    const size = kept.size;
    for (const path of ["map/index.html", "docs/swagger-ui.css", "index/pages.json"]) await look(offline, path);
    expect(kept.size).toBe(size);
  });
});
