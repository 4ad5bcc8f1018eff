import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChangeList, ChangesOfHour } from "../../build/contract/resources/resources.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { catalogue, event, hourOf, listOf, plantCatalogue } from "../tree/changing-catalogue.ts";
import { ask, withServer } from "./ask.ts";
import { listening, NODE_HOSTS } from "./node-hosts.ts";
import { smallTree } from "./small-tree.ts";
import { assetsIn, workerListener } from "./worker-listener.ts";

const root = temporaryFolder();
const START = Date.parse("2018-02-07T00:30:00.000Z");
const MINUTE = 60_000;

/** The n-th tree of one world, ten minutes after the one before. */
async function grow(out: string, n: number): Promise<void> {
  const felt = event("us1", { impact: { ...event("us1").impact, felt_reports: n } });
  await plantCatalogue(out, catalogue(felt), new Date(START + n * 10 * MINUTE).toISOString());
}

describe.each([...NODE_HOSTS, ["a Worker", async (out: string) => listening(createServer(workerListener(assetsIn(out))))] as const])(
  "the change feed, by %s",
  (name, start) => {
    const out = join(root, name.replaceAll(" ", "-"));
    let server: Server;
    beforeAll(async () => {
      for (let n = 0; n < 8; n++) await grow(out, n);
      server = await start(out);
    });
    afterAll(() => new Promise((resolve) => server.close(resolve)));

    it("is sent as the tree has it", async () => {
      const { status, text } = await ask(server, "/api/changes/");
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual(listOf(out));
    });

    it("has a file for each hour that it lists", async () => {
      const { hours } = JSON.parse((await ask(server, "/api/changes/")).text) as ChangeList;
      expect(hours.map(({ hour }) => hour)).toEqual(["2018-02-07T00", "2018-02-07T01"]);
      for (const { hour } of hours) {
        const plain = await ask(server, `/api/changes/${hour}/`);
        expect(JSON.parse(plain.text) as ChangesOfHour).toEqual(hourOf(out, hour));
      }
    });

    it.each(["2018-02-06T23", "2018-02-07t01", "2018-02-07", "..%2F..%2Fsnapshot", "2018-02-07T01.json"])(
      "has a problem document for an hour that is not there: %s",
      async (hour) => {
        const answer = await ask(server, `/api/changes/${hour}/`);
        expect(answer.status).toBe(404);
        expect(answer.headers["content-type"]).toBe("application/problem+json");
        expect(answer.headers["cache-control"]).toBe("public, max-age=30");
      },
    );

    it("names the list in the answer to a request for a removed hour", async () => {
      const answer = await ask(server, "/api/changes/2018-01-31T00/");
      expect(JSON.parse(answer.text)).toMatchObject({ status: 404, detail: expect.stringContaining("/api/changes/") });
    });
  },
);

describe("a tree that is replaced under the Node handler", () => {
  it("has at every moment the feed of the snapshot that answers", async () => {
    const out = join(root, "replaced");
    await grow(out, 0);
    let clock = 0;
    const seen = new Set<number>();
    await withServer(await createNodeHandler(out, { now: () => (clock += 2_000) }), async (server) => {
      for (let n = 1; n < 25; n++) {
        const growing = grow(out, n);
        for (let asked = 0; asked < 8; asked++) {
          const { status, headers, text } = await ask(server, "/api/changes/");
          expect(status).toBe(200);
          const { snapshot, entries } = JSON.parse(text) as ChangeList;
          expect([headers["x-snapshot"], headers["x-as-of"]]).toEqual([snapshot.id, snapshot.as_of]);
          expect(entries.at(-1)?.to.id ?? snapshot.id).toBe(snapshot.id);
          seen.add(snapshot.sequence);
        }
        await growing;
      }
    });
    expect(seen.size).toBeGreaterThan(5);
  });
});

describe("a tree without a feed", () => {
  it("says that it has none", async () => {
    const out = join(root, "none");
    await smallTree(out, { packLarge: false });
    await withServer(await createNodeHandler(out), async (server) => {
      expect((await ask(server, "/api/changes/")).status).toBe(404);
      expect((await ask(server, "/api/recent/")).status).toBe(200);
    });
  });
});

describe("a snapshot that is asked for by its id", () => {
  it("has no feed, which would change", async () => {
    const out = join(root, "pinned");
    for (const n of [0, 1]) await grow(out, n);
    const { entries, snapshot } = listOf(out);
    await withServer(await createNodeHandler(out), async (server) => {
      for (const id of [snapshot.id, entries[0]?.from.id]) {
        const answer = await ask(server, `/s/${id}/api/changes/`);
        expect([answer.status, answer.headers["cache-control"]]).toEqual([404, "public, max-age=30"]);
        expect(answer.text).toContain("/api/changes/");
      }
    });
  });
});
