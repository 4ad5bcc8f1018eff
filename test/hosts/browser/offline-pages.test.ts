import { beforeEach, describe, expect, it } from "vitest";
import type { OfflineHost } from "../../../build/hosts/browser/offline/host.ts";
import { NEW, OLD, useOfflineWorld } from "./offline-world.ts";

const world = useOfflineWorld();
const text = (page: { bytes: Uint8Array } | undefined) => new TextDecoder().decode(page?.bytes);
const look = (offline: OfflineHost, path: string) =>
  offline.keepVisited(path, async () => Uint8Array.from(world.host.files.get(path) ?? []), undefined);

describe("pages that a copy in a browser does not have of itself", () => {
  let slug: string;

  beforeEach(() => {
    const found = [...world.older.keys()].find((path) => /^earthquakes\/.*-us1\//.test(path));
    slug = found?.split("/")[1] ?? "";
  });

  it("are the frame that is filled from the answer, if that is there", async () => {
    const offline = world.started();
    await offline.update();
    world.host.up = false;
    const country = [...world.older.keys()].find((path) => /^countries\/[^/]+\/index\.html$/.test(path)) ?? "";
    for (const path of ["plates/east/index.html", country]) {
      const page = await offline.page(path);
      expect([path, page?.found, page?.asOf, text(page).includes('id="frame"')]).toEqual([path, true, OLD, true]);
    }
    expect((await offline.page(`earthquakes/${slug}/index.html`))?.found).toBe(false);
    expect((await offline.page("plates/nowhere/index.html"))?.found).toBe(false);
  });

  it("are the frame for an event of which the details are there", async () => {
    const offline = world.started();
    await offline.update();
    await world.ask(offline, `/api/v1/earthquakes/${slug}/`);
    world.host.up = false;
    expect(text(await world.started().page(`earthquakes/${slug}/index.html`))).toContain('id="frame"');
  });

  it("are as they were looked at, until their answer is another one", async () => {
    const offline = world.started();
    await offline.update();
    const paths = ["plates/east/index.html", `earthquakes/${slug}/index.html`, "fr/map/index.html"];
    for (const path of paths) await look(offline, path);
    for (const path of paths) expect((await offline.page(path))?.bytes).toEqual(Uint8Array.from(world.older.get(path) ?? []));
    world.host.files = new Map(world.newer);
    await offline.update();
    const [plate, event] = await Promise.all(paths.map((path) => offline.page(path)));
    const [before, after] = [world.older, world.newer].map((files) => String(files.get("api/v1/plates/east.json")));
    expect([plate?.asOf, text(plate).includes('id="frame"')]).toEqual([NEW, before !== after]);
    expect([event?.asOf, event?.found]).toEqual([OLD, true]);
  });

  it("are the page that says so, in the language of the address or of the reader", async () => {
    const offline = world.started();
    await offline.update();
    await offline.setLanguage("ar");
    await offline.setLanguage("ja");
    world.host.up = false;
    const lang = async (path: string, asked?: string) => /lang="(\w+)"/.exec(text(await offline.page(path, asked)))?.[1];
    expect(await lang("nowhere/index.html")).toBe("ja");
    expect(await lang("ar/nowhere/index.html")).toBe("ar");
    expect(await lang("nowhere/index.html", "ar")).toBe("ar");
    expect(await lang("nowhere/index.html", "fr")).toBe("en");
    expect(await offline.page("assets/nowhere.js")).toBeUndefined();
  });

  it("are not kept if the copy has them, because then they would never be requested again", async () => {
    const offline = world.started();
    await offline.update();
    const size = world.kept.size;
    for (const path of ["map/index.html", "assets/reference.css", "index/pages.json"]) await look(offline, path);
    expect(world.kept.size).toBe(size);
  });

  it.each([
    ["of a network that wants a login", () => Buffer.from("<!doctype html><html><title>Sign in</title></html>")],
    ["cut short", (page: Uint8Array) => page.slice(0, -20)],
    ["an error in the form of the API", () => Buffer.from('{"status":"error"}')],
    ["empty", () => Buffer.alloc(0)],
  ])("are not kept if what the host sent is %s", async (_, wrong) => {
    const offline = world.started();
    await offline.update();
    const size = world.kept.size;
    for (const path of [`earthquakes/${slug}/index.html`, "fr/map/index.html"]) {
      world.host.files.set(path, wrong(world.older.get(path) as Uint8Array));
      await look(offline, path);
      expect((await offline.page(path))?.found).toBe(false);
    }
    for (const [path, bytes] of [
      ["assets/nowhere.js", "<!doctype html>"],
      ["assets/nowhere.css", '{"status":"error"}'],
      ["assets/nowhere.svg", "<svg><path"],
      ["earthquakes/nowhere.json", '{"cut'],
    ] as const) {
      await offline.keepVisited(path, async () => Buffer.from(bytes), undefined);
    }
    expect(world.kept.size).toBe(size);
  });

  it("are kept with what they load, whatever that is", async () => {
    const offline = world.started();
    await offline.update();
    for (const [path, bytes] of [
      ["assets/nowhere.js", "import{a}from'./b.js'"],
      ["assets/nowhere.svg", "<svg></svg>\n"],
      ["assets/nowhere.woff2", "wOF2\0"],
      ["earthquakes/nowhere.json", "[]"],
    ] as const) {
      await offline.keepVisited(path, async () => Buffer.from(bytes), undefined);
      expect([path, text(await offline.page(path))]).toEqual([path, bytes]);
    }
  });
});
