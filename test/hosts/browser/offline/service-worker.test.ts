import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COPY_AS_OF, ON_DEMAND } from "../../../../build/contract/texts/vocabulary.ts";
import { BASE } from "../memory-host.ts";
import { OLD, useOfflineWorld } from "../offline-world.ts";

const world = useOfflineWorld();
const ROOT = new URL(BASE).pathname;
const PAGE = { mode: "navigate" };
/** Its types are those of a browser. */
const SCRIPT: string = "../../../../build/hosts/browser/offline/service-worker.ts";
const gone = () => Promise.reject(new TypeError("fetch failed"));

interface Asked {
  method?: string;
  mode?: string;
  headers?: Record<string, string>;
}

/** What a browser gives the script of a worker, and what the worker makes of it. */
class Worker {
  readonly listeners: Record<string, (event: object) => void> = {};
  readonly caches = new Map<string, Map<string, Response>>();
  open: { url: string }[] = [];
  script: (() => void) | undefined;
  connection: { saveData: boolean } | undefined;

  async start(search = ""): Promise<this> {
    const caches = { open: async (name: string) => cacheOf(this.caches, name) };
    const clients = { claim: async () => {}, matchAll: async () => this.open };
    const importScripts = () => (this.script ? this.script() : expect.fail("there is no such script"));
    const addEventListener = (name: string, listener: (event: object) => void) => void (this.listeners[name] = listener);
    const location = { href: `${BASE}service-worker.js${search}`, search };
    const navigator = { connection: this.connection };
    vi.stubGlobal("self", { location, clients, navigator, importScripts, addEventListener, skipWaiting: async () => {} });
    vi.stubGlobal("caches", caches);
    vi.stubGlobal("fetch", (asked: string | { url: string }, init?: RequestInit) =>
      world.host.fetch((typeof asked === "string" ? asked : asked.url).replace(/\?.*/, "").replace(/\/$/, "/index.html"), init),
    );
    vi.resetModules();
    await import(SCRIPT);
    return this;
  }

  async emit(name: string, event: object = {}): Promise<void> {
    const waiting: Promise<unknown>[] = [];
    this.listeners[name]?.({ waitUntil: (one: Promise<unknown>) => void waiting.push(one), ...event });
    await Promise.all(waiting);
  }

  /** The answer to a request; undefined if the worker leaves it to the browser. */
  async ask(target: string, { method = "GET", mode = "cors", headers = {} }: Asked = {}): Promise<Response | undefined> {
    let response: Promise<Response> | undefined;
    const request = { url: new URL(target, BASE).href, method, mode, headers: new Headers(headers) };
    await this.emit("fetch", { request, respondWith: (one: Promise<Response>) => void (response = one) }).catch(() => {});
    return response;
  }

  async tell(data: unknown): Promise<unknown[]> {
    const said: unknown[] = [];
    await this.emit("message", { data, ports: [{ postMessage: (one: unknown) => void said.push(one) }] });
    return said;
  }
}

function cacheOf(all: Map<string, Map<string, Response>>, name: string) {
  const held = all.get(name) ?? new Map<string, Response>();
  all.set(name, held);
  return {
    match: async (url: string) => held.get(url)?.clone(),
    put: async (url: string, response: Response) => void held.set(url, response),
    keys: async () => [...held.keys()].map((url) => ({ url })),
    delete: async (url: string) => held.delete(url),
  };
}

const textOf = (path: string) => Buffer.from(world.older.get(path) ?? []).toString();
const statusOf = async (worker: Worker, target: string, asked?: Asked) => (await worker.ask(target, asked))?.status;

let worker: Worker;
beforeEach(() => void (worker = new Worker()));
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
    world.host.fetch = fetch;
    world.host.up = false;
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
    world.host.up = false;
    const statuses = await Promise.all(["ar", "fr", "ja"].map((language) => statusOf(worker, `${language}/map/`, PAGE)));
    expect(statuses).toEqual([200, 200, 503]);
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
