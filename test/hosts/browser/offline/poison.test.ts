import { afterEach, describe, expect, it, vi } from "vitest";
import { ON_DEMAND } from "../../../../build/contract/texts/vocabulary.ts";
import { BASE } from "../memory-host.ts";
import { NEW, OLD, useOfflineWorld } from "../offline-world.ts";
import { type Asked, PAGE, typed, Worker } from "./worker-scope.ts";

const world = useOfflineWorld();
afterEach(() => void vi.unstubAllGlobals());

const FOREIGN = "Sign in to the network";
const LOGIN = `<!doctype html><html><head><title>${FOREIGN}</title></head><body>${FOREIGN}</body></html>`;

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
    const worker = await new Worker(world).start(search);
    await worker.emit("install");
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
