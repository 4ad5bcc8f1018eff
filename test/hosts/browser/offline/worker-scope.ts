import { expect, vi } from "vitest";
import { contentType } from "../../../../build/hosts/media-types.ts";
import { BASE } from "../memory-host.ts";
import type { OfflineWorld } from "../offline-world.ts";

/** Its types are those of a browser. */
const SCRIPT: string = "../../../../build/hosts/browser/offline/service-worker.ts";

/** A request for a page that a reader opens. */
export const PAGE = { mode: "navigate" };

export function typed(path: string, body: ConstructorParameters<typeof Response>[0], status = 200): Response {
  return new Response(body, { status, headers: { "content-type": contentType(path) } });
}

export interface Asked {
  method?: string;
  mode?: string;
  headers?: Record<string, string>;
}

/** What a browser gives the script of a worker, and what the worker makes of it. */
export class Worker {
  readonly world: OfflineWorld;
  readonly listeners: Record<string, (event: object) => void> = {};
  readonly caches = new Map<string, Map<string, Response>>();
  open: { url: string }[] = [];
  script: (() => void) | undefined;
  connection: { saveData: boolean } | undefined;

  constructor(world: OfflineWorld) {
    this.world = world;
  }

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
      this.world.host.fetch((typeof asked === "string" ? asked : asked.url).replace(/\?.*/, "").replace(/\/$/, "/index.html"), init),
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
