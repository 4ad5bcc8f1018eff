import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { createTreeServer } from "../../../build/hosts/node/tree-server.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { inTemporaryFolder } from "../../tree/tiny-tree.ts";
import { type Answer, ask, askRaw, withServer } from "../ask.ts";
import { smallTree } from "../small-tree.ts";

const root = temporaryFolder();
const tree = join(root, "tree");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BEGIN = Date.UTC(2018, 1, 7, 10);
let old = "";
let current = "";

/** @returns its id */
async function plantAt(dir: string, later: number): Promise<string> {
  const { snapshot } = await smallTree(dir, { version: String(later), asOf: new Date(BEGIN + later).toISOString(), packLarge: false });
  return snapshot.id;
}

beforeAll(async () => {
  old = await plantAt(tree, 0);
  await plantAt(tree, MINUTE / 2);
  current = await plantAt(tree, MINUTE);
});

async function answer(target: string, asked: Parameters<typeof ask>[2] = {}, dir = tree): Promise<Answer> {
  return withServer(await createNodeHandler(dir), (server) => ask(server, target, asked));
}

const versionIn = ({ text }: Answer): unknown => (JSON.parse(text) as { version?: string }).version;

describe("a pin", () => {
  it("an unknown snapshot is refused with the current one, the oldest one that exists, and what to do", async () => {
    const { status, headers, text } = await answer("/s/0123456789abcdef/api/recent/");
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([404, "application/problem+json", "public, max-age=30"]);
    const { type, detail } = JSON.parse(text) as { type: string; detail: string };
    expect(type).toBe("/docs/problems/unknown-snapshot/");
    for (const said of ["0123456789abcdef", current, "2018-02-07T10:00:00.000Z", "Without /s/"]) expect(detail).toContain(said);
  });

  it("has the API alone", async () => {
    for (const path of ["/", "", "/index.html", "/snapshot.json", `/s/${old}/api/`, "/api%2Frecent/", "//api/", "?x"]) {
      const { status, text } = await answer(`/s/${old}${path}`);
      expect([path, status, text.includes("api/v1")]).toEqual([path, 404, false]);
    }
  });

  it("has errors that caches keep as briefly as others", async () => {
    for (const path of ["/api/v1/plates/none/", "/api/recent/?limit=0"])
      expect((await answer(`/s/${old}${path}`)).headers["cache-control"]).toBe("public, max-age=30");
  });

  it("is written in one way", async () => {
    const wrong = [
      `/s/${old.toUpperCase()}A/api/`,
      `/s/${old.slice(1)}/api/`,
      `/s/${old}0/api/`,
      `/s/%${old.charCodeAt(0).toString(16)}${old.slice(1)}/api/`,
      `/s/${old}%2Fapi/`,
      `/s/${old}%00/api/`,
      "/s/",
      "/s//api/",
      "/s/../api/recent/",
      `/s/./${old}/api/`,
      `/s/${old}/../api/recent/`,
      `/s/${old}/api/../recent/`,
      `/s/${old}/%2e%2e/api/recent/`,
      `/s/..%2f..%2fetc/api/`,
      `/s/${"a".repeat(6_000)}/api/`,
      `/s/ABCDEF0123456789/api/recent/`,
      `//s/${old}/api/`,
      `/S/${old}/api/`,
      `/%73/${old}/api/`,
      `/s/${old}\\api/`,
    ];
    await withServer(await createNodeHandler(tree), async (server) => {
      for (const target of wrong) {
        const { status, headers, text } = await ask(server, target);
        expect([target, status, headers["content-type"]]).toEqual([target, 404, "application/problem+json"]);
        expect(text.length).toBeLessThan(1_000);
        expect(headers["cache-control"]).toBe("public, max-age=30");
      }
      expect(await askRaw(server, `GET /s/\xe6\x97\xa5/api/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 40[04]/,
      );
    });
  });
});

describe("a host", () => {
  it("answers under each pin from its snapshot alone, while many ask and the tree is replaced twelve times", () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "tree");
      const versions = new Map([[await plantAt(out, 0), "0"]]);
      const ids = [...versions.keys()];
      const seen: [id: string, status: number, snapshot: unknown, version: unknown][] = [];
      await withServer(await createTreeServer(out, { now: fast() }), async (server) => {
        const state = { done: false };
        const read = async (offset: number) => {
          for (let at = offset; !state.done; at += 3) {
            const id = ids[at % ids.length] as string;
            const answered = await ask(server, `/s/${id}/api/v1/stats/${at % 2 ? "?x=1" : ""}`);
            if (at % 2 === 0) seen.push([id, answered.status, answered.headers["x-snapshot"], versionIn(answered)]);
            else expect(answered.status).toBe(400);
          }
        };
        const readers = Array.from({ length: 16 }, (_, at) => read(at));
        for (let minute = 1; minute <= 12; minute++) {
          const id = await plantAt(out, minute * MINUTE);
          versions.set(id, String(minute * MINUTE));
          // Under its own address once the host has it.
          await expect.poll(async () => (await ask(server, "/api/v1/stats/")).headers["x-snapshot"]).toBe(id);
          ids.push(id);
        }
        state.done = true;
        await Promise.all(readers);
      });
      expect(seen.length).toBeGreaterThan(100);
      expect(seen.filter(([id, ...rest]) => String(rest) !== String([200, id, versions.get(id)]))).toEqual([]);
    }));

  it("refuses a snapshot that is no longer kept, and one that was before a gap", () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "tree");
      const first = await plantAt(out, 0);
      await plantAt(out, MINUTE);
      expect((await answer(`/s/${first}/api/recent/`, {}, out)).status).toBe(200);
      const last = await plantAt(out, 7 * DAY);
      expect((await answer(`/s/${first}/api/recent/`, {}, out)).status).toBe(200);
      await plantAt(out, 8 * DAY);
      expect((await answer(`/s/${first}/api/recent/`, {}, out)).status).toBe(404);
      expect((await answer(`/s/${last}/api/recent/`, {}, out)).status).toBe(200);
      rmSync(join(out, "pins"), { recursive: true });
      expect((await answer(`/s/${last}/api/recent/`, {}, out)).status).toBe(404);
    }));

  it("is too busy for more old snapshots than its limit, and not for the current and for unknown ones", async () => {
    const handler = await createNodeHandler(tree, { opening: { running: 1, waiting: 1, perClient: 0 } });
    await withServer(handler, async (server) => {
      const { status, headers, text } = await ask(server, `/s/${old}/api/recent/?limit=5`);
      expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
      expect(JSON.parse(text)).toMatchObject({ type: "/docs/problems/busy/" });
      expect((await ask(server, `/s/${current}/api/recent/?limit=5`)).status).toBe(200);
      expect((await ask(server, "/s/0123456789abcdef/api/recent/")).status).toBe(404);
    });
  });

  it("has no answer under a pin while there is no tree", async () => {
    const { status } = await answer(`/s/${old}/api/recent/`, {}, join(root, "nowhere"));
    expect(status).toBe(503);
  });
});

/** A clock that says at each look that it is time to look for a newer tree. */
function fast(): () => number {
  let now = 0;
  return () => (now += 2_000);
}

describe("a tree without a record of the past", () => {
  it("answers under the pin of its own snapshot alone, and says so", () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "tree");
      const id = await plantAt(out, 0);
      expect((await answer(`/s/${id}/api/recent/`, {}, out)).status).toBe(200);
      const { status, text } = await answer(`/s/${old}x/api/`, {}, out);
      expect([status, text.includes("No other is available here")]).toEqual([404, true]);
    }));
});
