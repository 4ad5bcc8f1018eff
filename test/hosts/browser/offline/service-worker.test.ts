import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COPY_AS_OF, ON_DEMAND } from "../../../../build/contract/texts/vocabulary.ts";
import { contentType } from "../../../../build/hosts/file-answer.ts";
import { BASE } from "../memory-host.ts";
import { NEW, OLD, useOfflineWorld } from "../offline-world.ts";

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

const FOREIGN = "Sign in to the network";
const LOGIN = `<!doctype html><html><head><title>${FOREIGN}</title></head><body>${FOREIGN}</body></html>`;

const typed = (path: string, body: ConstructorParameters<typeof Response>[0], status = 200) =>
  new Response(body, { status, headers: { "content-type": contentType(path) } });
const login = (status = 200) => typed("index.html", LOGIN, status);
const half = (whole: Uint8Array) => whole.slice(0, whole.length >> 1);
const broken = (whole: Uint8Array) =>
  new ReadableStream({ start: (to) => to.enqueue(half(whole)), pull: (to) => to.error(new TypeError("terminated")) });

/** What a network or a host puts in the place of a file. */
const FAULTS: Record<string, (path: string, whole: Uint8Array<ArrayBuffer>) => Response> = {
  "a page for a login": () => login(),
  "a page for a login instead of answers": (path, whole) => (path.startsWith("api/") ? login() : typed(path, whole)),
  "a page for a login with the type of the file": (path) => typed(path, LOGIN),
  "an answer of another API": () => typed("x.json", JSON.stringify({ error: FOREIGN })),
  "a page to which it redirects": () => Object.defineProperty(login(), "redirected", { value: true }),
  "the first half, and the line is cut": (path, whole) => typed(path, broken(whole)),
  "the first half, with no sign of more": (path, whole) => typed(path, half(whole)),
  "a part": (path, whole) => typed(path, whole.slice(0, 100), 206),
  nothing: (path) => typed(path, ""),
  "404": () => login(404),
  "500": () => login(500),
};

describe.each([
  ["has a copy", ""],
  ["copies nothing by itself", ON_DEMAND],
])("a worker that %s", (_, search) => {
  it("keeps nothing of what is not of the tree, and goes back to no older one", async () => {
    await (await worker.start(search)).emit("install");
    const asOf = async () => (await worker.ask("api/v1/stats/"))?.headers.get("x-as-of");
    const known = new Set([...world.older.values(), ...world.newer.values()].map(String));
    const event = [...world.older.keys()].find((path) => /^earthquakes\/.*-us1\//.test(path))?.split("/")[1];
    const pages = [`earthquakes/${event}/`, "fr/map/", "ja/", "plates/east/", "tools/energy/"];
    const targets = [...pages, `api/v1/earthquakes/${event}/`, "api/v1/stats/", "api/v1/plates/east/"];
    const seen = async (target: string, asked: Asked = {}) => {
      const response = await worker.ask(target, asked).catch(() => undefined);
      const text = (await response?.text().catch(() => "")) ?? "";
      return text.includes(FOREIGN) ? FOREIGN : response?.status === 200 ? (known.has(text) ? "ours" : text) : "none";
    };
    const look = () => Promise.all(targets.map((target) => seen(target)));
    const { fetch } = world.host;
    expect(await asOf()).toBe(OLD);
    for (const [name, fault] of Object.entries(FAULTS)) {
      world.host.fetch = async (url) => {
        const path = url.slice(BASE.length);
        return fault(path, Uint8Array.from(world.older.get(path) ?? []));
      };
      await look();
      for (const target of ["ja/", ...targets.slice(0, 1)]) await seen(target, PAGE);
      world.host.fetch = fetch;
      world.host.up = false;
      const found = [...(await look()), await seen("never/seen/", PAGE)];
      expect([name, found.filter((one) => one !== "ours" && one !== "none")]).toEqual([name, []]);
      world.host.up = true;
      expect([name, await look()]).toEqual([name, targets.map(() => "ours")]);
    }
    for (const files of [world.newer, world.older]) {
      world.host.files = new Map(files);
      await worker.tell({ type: "update" });
      expect(await asOf()).toBe(NEW);
    }
  });
});
