import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../../build/hosts/browser/client.ts";
import type { OfflineHost } from "../../../build/hosts/browser/offline/host.ts";
import { packFiles } from "../../../build/rewrite/shards/packs.ts";
import { openSnapshot } from "../../../build/rewrite/snapshot.ts";
import { packsFault } from "../../../build/verify/whole.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { plantPackedWorld } from "../packed-world.ts";
import { BASE, filesIn, json, type MemoryHost, memoryHost } from "./memory-host.ts";
import { offlineHost } from "./offline-world.ts";

const dir = temporaryFolder();
const DETAILS = "api/v1/earthquakes";
let files: Map<string, Uint8Array>;
let plain: Map<string, Uint8Array>;
let host: MemoryHost;
/** Slugs of events that have no file of their own. */
let packed: string[];

beforeAll(async () => {
  await plantPackedWorld(join(dir, "plain"), 0, undefined);
  await plantPackedWorld(join(dir, "packed"), 0, 4.5);
  [files, plain] = [filesIn(join(dir, "packed")), filesIn(join(dir, "plain"))];
  const own = new Set(readdirSync(join(dir, "packed", DETAILS)));
  const all = readdirSync(join(dir, "plain", DETAILS)).filter((name) => !own.has(name));
  packed = all.map((name) => name.replace(/\.json$/, ""));
  expect(packed.length).toBeGreaterThan(0);
});

beforeEach(() => {
  host = memoryHost(new Map(files));
});

const open = () => openSnapshot({ read: async (path) => host.files.get(path) });
const fault = async () => packsFault(await open(), async (path) => host.files.get(path));
const packPaths = async () => packFiles((await open()).packs ?? "");

describe("the client of a bare tree with packs", () => {
  it("finds every event", async () => {
    const quakes = createClient({ base: BASE, mode: "tree", fetch: host.fetch });
    for (const slug of packed) {
      const { body } = await quakes.earthquake(slug);
      expect(body).toEqual(json(plain.get(`${DETAILS}/${slug}.json`)));
    }
  });
});

async function ask(of: OfflineHost, slug: string, headers: Record<string, string> = {}) {
  const asked = { method: "GET", target: `/${DETAILS}/${slug}/`, header: (name: string) => headers[name] };
  return (await of.respond(asked)).reply;
}

describe("a browser that keeps a tree with packs", () => {
  it("fetches a pack when it is first asked for, and has it from then on", async () => {
    const [slug = ""] = packed;
    const of = offlineHost(host);
    await of.update();
    host.up = false;
    expect((await ask(of, slug))?.status).toBe(503);
    host.up = true;
    const expected = plain.get(`${DETAILS}/${slug}.json`) as Uint8Array;
    const reply = await ask(of, slug);
    expect(json(reply?.body)).toEqual(json(expected));
    host.up = false;
    const part = await ask(of, slug, { range: "bytes=0-9" });
    expect([part?.status, Buffer.from(part?.body ?? []).toString()]).toEqual([206, '{"event_id']);
    expect((await ask(of, slug, { "if-none-match": reply?.headers["etag"] ?? "" }))?.status).toBe(304);
  });

  it("has all of them if everything is to be kept", async () => {
    const of = offlineHost(host);
    await of.keepEverything();
    host.up = false;
    for (const slug of packed) expect((await ask(of, slug))?.status).toBe(200);
  });
});

describe("what verify asks of packs", () => {
  it("holds for a tree as it is built", async () => {
    expect(await fault()).toBeUndefined();
  });

  it("sees a pack that is not there, one that lacks an event, and one that has too many", async () => {
    const [path = ""] = await packPaths();
    const good = new TextDecoder().decode(host.files.get(path));
    host.files.delete(path);
    expect(await fault()).toMatchObject({ path, message: "is a pack of the snapshot and is missing" });
    const { earthquakes, ...rest } = JSON.parse(good) as { earthquakes: { event_id: string }[] };
    const put = (list: unknown[]) => host.files.set(path, new TextEncoder().encode(JSON.stringify({ ...rest, earthquakes: list })));
    put(earthquakes.slice(1));
    expect((await fault())?.message).toBe(`lacks the detail of ${earthquakes[0]?.event_id}`);
    put([...earthquakes, { event_id: "zz1" }]);
    expect((await fault())?.message).toBe("has the detail of zz1, which belongs elsewhere");
  });
});
