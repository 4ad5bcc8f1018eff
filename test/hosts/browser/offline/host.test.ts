import { describe, expect, it } from "vitest";
import { json } from "../memory-host.ts";
import { NEW, OLD, useOfflineWorld } from "../offline-world.ts";

const world = useOfflineWorld();
const TARGETS = ["/api/recent/?limit=2", "/api/v1/stats/", "/api/live-feed/?hours=168", "/api/search/?q=north"];

/** A host that takes a request and says nothing, for as long as one waits. */
function neverAnswers(_: string, { signal }: RequestInit = {}): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

/** A copy that has gone on since the details of an event were looked at. */
async function detailsOfBefore() {
  const offline = world.started();
  await offline.update();
  const { location = "" } = (await world.ask(offline, "/api/v1/earthquakes/us1/"))?.headers ?? {};
  const before = await world.ask(offline, location);
  world.host.files = new Map(world.newer);
  await offline.update();
  return { offline, location, before };
}

/** The file of the details of an event in the older tree. */
function detailPath(id: string): string {
  return [...world.older.keys()].find((path) => path.startsWith("api/v1/earthquakes/") && path.endsWith(`-${id}.json`)) ?? "";
}

describe("the copy of a tree in a browser", () => {
  it("answers everything but the details of events after the host is gone, also when it is started anew", async () => {
    await world.started().update();
    world.host.up = false;
    const offline = world.started();
    for (const target of TARGETS) expect(await world.asOf(offline, target)).toBe(OLD);
    expect((await world.ask(offline, "/api/v1/earthquakes/us1/"))?.status).toBe(308);
    const location = (await world.ask(offline, "/api/v1/earthquakes/us1/"))?.headers["location"] ?? "";
    const reply = await world.ask(offline, location);
    expect([reply?.status, json(reply?.body ?? new Uint8Array())]).toMatchObject([503, { type: "/docs/problems/no-tree/" }]);
    expect(await world.ask(offline, "/docs/")).toBeUndefined();
    const bytes = world.older.get("docs/index.html");
    expect(await offline.page("docs/index.html")).toEqual({ bytes: Uint8Array.from(bytes ?? []), asOf: OLD, found: true });
    expect(json((await offline.page("snapshot.json"))?.bytes)).toMatchObject({ as_of: OLD });
  });

  it("keeps the details of a visited event, and of all events on request", async () => {
    const offline = world.started();
    await offline.update();
    const { location = "" } = (await world.ask(offline, "/api/v1/earthquakes/us1/"))?.headers ?? {};
    expect((await world.ask(offline, location))?.status).toBe(200);
    const { location: other = "" } = (await world.ask(offline, "/api/v1/earthquakes/us2/"))?.headers ?? {};
    await offline.keepEverything();
    world.host.up = false;
    for (const target of [location, other]) expect((await world.ask(world.started(), target))?.status).toBe(200);
  });

  it("has at first neither the index of events, nor what other languages and the pages of single things would cost", async () => {
    await world.started().update();
    const asked = world.host.asked.map((one) => one.replace(/ .*/, ""));
    const left = /^(?:index\/(?:earthquakes|translations|data-pages|event-pages)|ar\/|(?:plates|countries)\/[^/]+\/|earthquakes\/[^/]+\/)/;
    expect(asked.filter((path) => left.test(path))).toEqual([]);
    expect(asked).toEqual(expect.arrayContaining(["map/index.html", "plates/index.html", "tools/energy/index.html"]));
  });

  it("shows the details that were looked at as they were then, and says so, when the copy has gone on", async () => {
    const { location, before } = await detailsOfBefore();
    world.host.up = false;
    const after = await world.ask(world.started(), location);
    expect([after?.headers["x-as-of"], after?.body]).toEqual([OLD, before?.body]);
    expect(await world.asOf(world.started(), "/api/v1/stats/")).toBe(NEW);
  });

  it("gives the details of an event that there is no room to keep, and does not wait for them if it has older ones", async () => {
    const { offline, location, before } = await detailsOfBefore();
    world.full = true;
    expect((await world.ask(offline, location))?.headers["x-as-of"]).toBe(NEW);
    world.host.fetch = neverAnswers;
    world.giveUp = () => AbortSignal.timeout(10);
    const { reply } = await world.started().respond({ method: "GET", target: location, header: () => undefined });
    expect([reply?.headers["x-as-of"], reply?.body]).toEqual([OLD, before?.body]);
  });

  it("keeps the pages in the language in use, and follows their changes", async () => {
    const offline = world.started();
    await offline.update();
    for (const nothing of ["en", "../x", "", "arabic"]) await offline.setLanguage(nothing);
    expect((await offline.page("ar/map/index.html"))?.found).toBe(false);
    await offline.setLanguage("ar");
    world.host.files = new Map(world.newer);
    await offline.update();
    world.host.up = false;
    const paths = ["ar/index.html", "ar/map/index.html", "ar/tools/energy/index.html", "assets/names/terms/ar.json"];
    for (const path of paths) {
      const page = await world.started().page(path);
      expect([path, page && Buffer.from(page.bytes).equals(world.newer.get(path) as Buffer)]).toEqual([path, true]);
    }
    expect((await world.started().page("fr/map/index.html"))?.found).toBe(false);
  });

  it("changes to a newer snapshot when it is complete, and removes what neither snapshot has", async () => {
    const offline = world.started();
    await offline.update();
    const before = world.kept.size;
    world.host.files = new Map(world.newer);
    expect(await world.asOf(offline, "/api/v1/stats/")).toBe(OLD);
    world.clock = 60_000;
    expect(await world.asOf(offline, "/api/v1/stats/")).toBe(OLD);
    for (const target of TARGETS) expect(await world.asOf(offline, target)).toBe(NEW);
    world.host.files = new Map(world.older);
    for (const [path, bytes] of world.newer) if (path === "snapshot.json") world.host.files.set(path, bytes);
    expect(world.kept.size).toBeGreaterThan(before);
    expect(world.kept.size).toBeLessThan(2 * before);
    world.host.up = false;
    for (const target of TARGETS) expect(await world.asOf(world.started(), target)).toBe(NEW);
  });

  it("fetches of a newer snapshot only what it does not have", async () => {
    const offline = world.started();
    await offline.update();
    world.host.files = new Map(world.newer);
    world.host.asked.length = 0;
    await offline.update();
    const unchanged = ["assets/client.js", "api/plate-boundaries.json", "api/v1/openapi.json"];
    for (const path of unchanged) expect(world.host.asked.join()).not.toContain(path);
    expect(world.host.asked.join()).toContain("api/v1/stats.json");
  });

  it.each([
    ["a file is missing", (files: Map<string, Uint8Array>) => void files.delete("api/v1/plates/east.json")],
    ["a file is another", (files: Map<string, Uint8Array>) => void files.set("api/v1/stats.json", new Uint8Array(3))],
    [
      "the index is another",
      (files: Map<string, Uint8Array>) => {
        for (const path of files.keys()) if (path.startsWith("index/")) files.set(path, new Uint8Array(3));
      },
    ],
    [
      "a file is a page for people",
      (files: Map<string, Uint8Array>) => void files.set("api/v1/stats.json", Buffer.from("<!doctype html>Sign in")),
    ],
    [
      "a file is cut short",
      (files: Map<string, Uint8Array>) => void files.set("api/v1/stats.json", (files.get("api/v1/stats.json") as Uint8Array).slice(0, -1)),
    ],
    [
      "every file is a page for people",
      (files: Map<string, Uint8Array>) => {
        for (const path of files.keys()) files.set(path, Buffer.from("<!doctype html><title>Sign in.json</title>"));
      },
    ],
    [
      "the record is cut short",
      (files: Map<string, Uint8Array>) => void files.set("snapshot.json", (files.get("snapshot.json") as Uint8Array).slice(0, -2)),
    ],
    ["the record is not a record", (files: Map<string, Uint8Array>) => void files.set("snapshot.json", new Uint8Array(3))],
    [
      "a shard is gone",
      (files: Map<string, Uint8Array>) => {
        for (const path of files.keys()) if (path.startsWith("shards/") && !world.older.has(path)) files.delete(path);
      },
    ],
  ])("stays with the older snapshot while of the newer %s, and takes up what was mended", async (_, damage) => {
    const offline = world.started();
    await offline.update();
    world.host.files = new Map(world.newer);
    damage(world.host.files);
    await expect(offline.update()).rejects.toThrow(/[.]json|shards/);
    for (const target of TARGETS) expect(await world.asOf(offline, target)).toBe(OLD);
    for (const target of TARGETS) expect(await world.asOf(world.started(), target)).toBe(OLD);
    world.host.files = new Map(world.newer);
    await offline.update();
    for (const target of TARGETS) expect(await world.asOf(offline, target)).toBe(NEW);
  });

  it.each([
    ["of a network that wants a login", () => Buffer.from('{"login":"https://login.example/"}')],
    ["a text", () => Buffer.from("Sign in")],
    ["of another event", () => world.older.get(detailPath("us2"))],
    ["cut short", () => world.older.get(detailPath("us1"))?.slice(0, -3)],
  ])("neither gives nor keeps as the details of an event what is %s", async (_, wrong) => {
    const offline = world.started();
    await offline.update();
    const path = detailPath("us1");
    const target = `/${path.replace(".json", "/")}`;
    world.host.files.set(path, wrong() as Uint8Array);
    expect((await world.ask(offline, target))?.status).toBe(503);
    world.host.files = new Map(world.older);
    expect((await world.ask(offline, target))?.body).toEqual(Uint8Array.from(world.older.get(path) as Uint8Array));
    world.clock = 60_000;
    world.host.files.set(path, wrong() as Uint8Array);
    expect((await world.ask(world.started(), target))?.status).toBe(200);
  });

  it("stays with what it has if there is no room for more", async () => {
    const offline = world.started();
    await offline.update();
    world.host.files = new Map(world.newer);
    world.full = true;
    await expect(offline.update()).rejects.toThrow("no room");
    world.clock = 60_000;
    for (const target of TARGETS) expect(await world.asOf(offline, target)).toBe(OLD);
  });

  it("never goes back to an older snapshot, which a part of a CDN may still have", async () => {
    world.host.files = new Map(world.newer);
    const running = world.started();
    await running.update();
    world.host.files = new Map(world.older);
    for (const offline of [running, world.started()]) {
      await offline.update();
      for (const target of TARGETS) expect(await world.asOf(offline, target)).toBe(NEW);
    }
  });

  it("changes at once if an event's details are already those of the newer snapshot", async () => {
    const offline = world.started();
    await offline.update();
    const { location = "" } = (await world.ask(offline, "/api/v1/earthquakes/us1/"))?.headers ?? {};
    const changed = new Map(world.newer);
    const path = `${location.slice(1, -1)}.json`;
    world.host.files = changed;
    world.host.files.set(path, world.newer.get(path) ?? new Uint8Array());
    const reply = await world.ask(offline, location);
    expect(reply?.status).toBe(200);
    expect(Buffer.from(reply?.body ?? [])).toEqual(Buffer.from(world.newer.get(path) ?? []));
  });

  it("is made when it is first asked, and without a host says that there is no data", async () => {
    world.host.up = false;
    expect((await world.ask(world.started(), "/api/v1/stats/"))?.status).toBe(503);
    world.host.up = true;
    expect(await world.asOf(world.started(), "/api/v1/stats/")).toBe(OLD);
  });

  it("is made again if the browser has taken parts of it away", async () => {
    await world.started().update();
    for (const name of world.kept.keys()) if (name !== "current") world.kept.delete(name);
    expect(await world.asOf(world.started(), "/api/recent/?limit=2")).toBe(OLD);
  });

  it("looks for a newer snapshot once a minute at the most, whether queries are asked or pages are read", async () => {
    const offline = world.started();
    await offline.update();
    world.host.asked.length = 0;
    for (world.clock = 1; world.clock < 90_000; world.clock += 10_000) await world.ask(offline, "/api/recent/?limit=1");
    for (; world.clock < 180_000; world.clock += 10_000) await offline.refresh();
    expect(world.host.asked).toEqual(["snapshot.json no-cache", "snapshot.json no-cache"]);
  });
});

describe("a host in a browser that copies nothing by itself", () => {
  const pathsAsked = () => world.host.asked.map((one) => one.replace(/ .*/, ""));

  it("asks for nothing until there is a query, and then only for what the answer needs", async () => {
    const offline = world.started(true);
    await offline.refresh();
    await offline.setLanguage("ar");
    await offline.keepVisited("map/index.html", async () => new Uint8Array(1), undefined);
    expect(pathsAsked()).toEqual([]);
    expect(await world.asOf(offline, "/api/v1/stats/")).toBe(OLD);
    const unneeded = pathsAsked().filter((path) => !/^(?:snapshot[.]json$|shards\/|index\/|api\/v1\/stats)/.test(path));
    expect(unneeded).toEqual([]);
    for (const target of TARGETS) expect(await world.asOf(offline, target)).toBe(OLD);
  });

  it("answers as a copy does", async () => {
    const targets = [...TARGETS, "/api/v1/countries/", "/api/v1/earthquakes/?days=3", "/api/v1/plates/none/", "/api/recent/?limit=0"];
    const copy = world.started();
    await copy.update();
    const expected = await Promise.all(targets.map((target) => world.ask(copy, target)));
    world.kept.clear();
    const offline = world.started(true);
    expect(await Promise.all(targets.map((target) => world.ask(offline, target)))).toEqual(expected);
  });

  it("has offline what it needed before, visited pages too, and the page that says what is missing", async () => {
    const offline = world.started(true);
    const known = ["/api/v1/stats/", "/api/recent/?limit=2"];
    for (const target of known) await world.asOf(offline, target);
    for (const path of ["map/index.html", "offline/index.html"])
      await offline.keepVisited(path, async () => world.older.get(path) ?? new Uint8Array(), undefined);
    world.host.up = false;
    const later = world.started(true);
    for (const target of known) expect(await world.asOf(later, target)).toBe(OLD);
    expect((await world.ask(later, "/api/v1/countries/"))?.status).toBe(503);
    expect((await later.page("map/index.html"))?.found).toBe(true);
    const missing = await later.page("plates/index.html");
    expect([missing?.found, Buffer.from(missing?.bytes ?? [])]).toEqual([false, world.older.get("offline/index.html")]);
  });

  it("follows the host to a newer snapshot", async () => {
    const offline = world.started(true);
    for (const target of TARGETS) await world.asOf(offline, target);
    world.host.files = new Map(world.newer);
    world.clock = 60_000;
    await world.asOf(offline, "/api/v1/stats/");
    for (const target of TARGETS) expect(await world.asOf(offline, target)).toBe(NEW);
  });

  it("becomes a whole copy if the reader asks for one", async () => {
    await world.asOf(world.started(true), "/api/v1/stats/");
    await world.started().update();
    world.host.up = false;
    const offline = world.started();
    for (const target of [...TARGETS, "/api/v1/countries/"]) expect(await world.asOf(offline, target)).toBe(OLD);
    expect((await offline.page("map/index.html"))?.found).toBe(true);
  });
});
