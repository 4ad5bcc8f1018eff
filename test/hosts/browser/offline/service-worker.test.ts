import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COPY_AS_OF, ON_DEMAND } from "../../../../build/contract/texts/vocabulary.ts";
import { BASE } from "../memory-host.ts";
import { OLD, useOfflineWorld } from "../offline-world.ts";
import { type Asked, PAGE, typed, Worker } from "./worker-scope.ts";

const world = useOfflineWorld();
const ROOT = new URL(BASE).pathname;
const gone = () => Promise.reject(new TypeError("fetch failed"));

const textOf = (path: string) => Buffer.from(world.older.get(path) ?? []).toString();
const statusOf = async (worker: Worker, target: string, asked?: Asked) => (await worker.ask(target, asked))?.status;

let worker: Worker;
beforeEach(() => void (worker = new Worker(world)));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a worker with a copy", () => {
  beforeEach(async () => (await worker.start()).emit("install"));

  it("answers the API, with locations below its folder, and leaves other requests to the browser", async () => {
    expect(await (await worker.ask("api/v1/stats/"))?.json()).toMatchObject({});
    expect(await statusOf(worker, "%61pi/v1/stats/")).toBe(200);
    expect((await worker.ask("api/v1/earthquakes/us1/"))?.headers.get("location")).toMatch(`${ROOT}api/v1/earthquakes/m`);
    for (const target of ["https://other.example/folder/api/", "/elsewhere/api/"]) expect(await worker.ask(target)).toBeUndefined();
    expect(await worker.ask("api/changes/", { headers: { accept: "text/event-stream" } })).toBeUndefined();
  });

  it("gives pages of the host, and those of the copy if it is gone, fails or is too slow", async () => {
    expect((await worker.ask("docs/", PAGE))?.headers.get(COPY_AS_OF)).toBeNull();
    const { fetch } = world.host;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (const broken of [async () => new Response("", { status: 500 }), () => new Promise<Response>(() => {}), gone]) {
      world.host.fetch = broken;
      const asked = worker.ask("docs/", PAGE);
      await vi.advanceTimersByTimeAsync(5_000);
      const page = await asked;
      expect([page?.status, page?.headers.get(COPY_AS_OF), page?.headers.get("cache-control")]).toEqual([200, OLD, "no-store"]);
      expect(await page?.text()).toBe(textOf("docs/index.html"));
    }
    let answer: ((response: Response) => void) | undefined;
    world.host.fetch = () => new Promise((resolve) => void (answer = resolve));
    const late = worker.ask("plates/nowhere/", PAGE);
    await vi.advanceTimersByTimeAsync(5_000);
    // The copy is looked at meanwhile.
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    answer?.(typed("index.html", "at last"));
    expect(await (await late)?.text()).toBe("at last");
    world.host.fetch = fetch;
    world.host.up = false;
    expect(await statusOf(worker, "", PAGE)).toBe(200);
    const head = await worker.ask("docs/", { method: "HEAD" });
    expect([head?.status, await head?.text()]).toEqual([200, ""]);
    await expect(worker.ask("docs/", { method: "POST" })).rejects.toThrow();
  });

  it("shows at any address the page that says what is missing", async () => {
    world.host.up = false;
    const page = await worker.ask("plates/nowhere/", PAGE);
    expect([page?.status, page?.headers.get(COPY_AS_OF)]).toEqual([503, OLD]);
    expect(await page?.text()).toMatch(new RegExp(`<section id="kept">[^]*href="${ROOT}`));
    await expect(worker.ask("assets/nowhere.js")).rejects.toThrow();
  });

  it("keeps pages that are visited, and those that were open before it, unless a network sent another one", async () => {
    worker.open = [{ url: `${BASE}ar/map/` }];
    await worker.emit("activate");
    await worker.ask("fr/map/", PAGE);
    const { fetch } = world.host;
    world.host.fetch = async (...asked) => Object.defineProperty(await fetch(...asked), "redirected", { value: true });
    await worker.ask("ja/map/", PAGE);
    world.host.fetch = async () => typed("index.html", textOf("docs/index.html"), 404);
    await worker.ask("de/map/", PAGE);
    world.host.fetch = gone;
    const statuses = await Promise.all(["ar", "fr", "ja", "de"].map((language) => statusOf(worker, `${language}/map/`, PAGE)));
    expect(statuses).toEqual([200, 200, 503, 503]);
  });

  it.each([
    ["a new page", undefined, PAGE, true],
    ["a file", undefined, {}, false],
    ["a new page where the reader saves data", { saveData: true }, PAGE, false],
  ])("looks for a newer snapshot with %s: only a page does, and not where data are saved", async (_, connection, asked, looks) => {
    worker.connection = connection;
    await worker.start();
    world.host.asked.length = 0;
    vi.spyOn(performance, "now").mockReturnValue(1e9);
    await worker.ask("docs/", asked);
    vi.restoreAllMocks();
    expect(world.host.asked.some((path) => path.startsWith("snapshot.json"))).toBe(looks);
  });

  it("asks the host for times that need an archive, and gives its own answer if the host has no rewrite", async () => {
    const target = "api/v1/earthquakes/?start=2018-01-01";
    const { fetch } = world.host;
    world.host.fetch = async () => new Response("of the host", { headers: { "x-snapshot": "1" } });
    expect(await (await worker.ask(target))?.text()).toBe("of the host");
    world.host.fetch = fetch;
    for (const up of [true, false]) {
      world.host.up = up;
      expect(await statusOf(worker, target)).toBe(400);
    }
  });

  it("has the event service from its script, where the tree has one", async () => {
    await expect(worker.ask("fdsnws/event/1/count")).resolves.toMatchObject({ status: 404 });
    const createEventService = () => async (target: string) => new Response(target);
    worker.script = () => vi.stubGlobal("quaketreeEvents", { createEventService });
    expect(await (await worker.ask("fdsnws/event/1/count?limit=1"))?.text()).toBe("/fdsnws/event/1/count?limit=1");
  });

  it("answers HEAD, OPTIONS, conditions, parts and methods that are not allowed as a host does", async () => {
    const whole = await worker.ask("api/v1/stats/");
    const etag = whole?.headers.get("etag") ?? "";
    const { length } = (await whole?.text()) ?? "";
    const partly = async (asked: Asked) => {
      const response = await worker.ask("api/v1/stats/", asked);
      return [response?.status, (await response?.text())?.length, response?.headers.get("allow") ?? null];
    };
    expect(await partly({ method: "HEAD" })).toEqual([200, 0, null]);
    expect(await partly({ headers: { "if-none-match": `W/"other", ${etag}` } })).toEqual([304, 0, null]);
    expect(await partly({ headers: { range: "bytes=0-9" } })).toEqual([206, 10, null]);
    expect(await partly({ method: "OPTIONS" })).toEqual([204, 0, "GET, HEAD, OPTIONS"]);
    for (const [status, asked] of [
      [412, { headers: { "if-match": '"other"' } }],
      [416, { headers: { range: `bytes=${length}-` } }],
      [405, { method: "POST" }],
    ] as const)
      expect(await statusOf(worker, "api/v1/stats/", asked)).toBe(status);
  });

  it("does what pages tell it, and says what became of it", async () => {
    const done = [{ ok: true, snapshot: { id: expect.any(String), as_of: OLD } }];
    for (const type of ["update", "keep-everything"]) expect(await worker.tell({ type })).toEqual(done);
    expect(await worker.tell({ type: "set-language", language: "ar" })).toEqual(done);
    for (const nothing of [null, {}, { type: "other" }]) expect(await worker.tell(nothing)).toEqual([]);
    world.host.up = false;
    expect(await worker.tell({ type: "update" })).toEqual([{ ok: false, error: expect.any(String) }]);
    expect(await statusOf(worker, "ar/map/", PAGE)).toBe(200);
    const { location = "" } = Object.fromEntries((await worker.ask("api/v1/earthquakes/us1/"))?.headers ?? []);
    expect(await statusOf(worker, location)).toBe(200);
  });
});

describe("a worker that copies nothing", () => {
  it("keeps the page for when there is no network, in the language in use, and no other page in its place", async () => {
    await (await worker.start(ON_DEMAND)).emit("install");
    expect(world.host.asked.map((path) => path.replace(/ .*/, ""))).toEqual(["offline/index.html"]);
    expect(await worker.tell({ type: "set-language", language: "ar" })).toEqual([{ ok: true }]);
    world.host.files.set("fr/offline/index.html", Buffer.from("<!doctype html><html><title>Sign in</title></html>"));
    await worker.tell({ type: "set-language", language: "fr" });
    world.host.asked.length = 0;
    await worker.tell({ type: "set-language", language: "ar" });
    expect(world.host.asked).toEqual([]);
    for (const seen of ["api/v1/stats/", "offline/"]) await worker.ask(seen, PAGE);
    world.host.up = false;
    const page = await worker.ask("docs/", PAGE);
    expect([page?.status, page?.headers.get("cache-control")]).toEqual([503, "no-store"]);
    const text = (await page?.text()) ?? "";
    expect([/lang="(\w+)"/.exec(text)?.[1], text.includes('id="kept"'), text.includes('="../')]).toEqual(["ar", false, false]);
    await expect(worker.ask("assets/nowhere.js")).rejects.toThrow();
  });

  it("answers from the host what it needs, and a shard from what it has", async () => {
    await (await worker.start(ON_DEMAND)).emit("install");
    expect(await statusOf(worker, "api/recent/?limit=2")).toBe(200);
    world.host.up = false;
    const shards = [...world.older.keys()].filter((path) => path.startsWith("shards/"));
    const statuses = await Promise.all(shards.map((path) => statusOf(worker, path).catch(() => 0)));
    expect(new Set(statuses)).toEqual(new Set([200, 0]));
  });
});
