import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChangeEntry } from "../../../build/contract/resources/resources.ts";
import { createTreeServer } from "../../../build/hosts/node/tree-server.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { catalogue, entriesOf, event, listOf, plantCatalogue } from "../../tree/changing-catalogue.ts";
import { ask, portOf, withServer } from "../ask.ts";
import { listening } from "../node-hosts.ts";
import { smallTree } from "../small-tree.ts";
import { assetsIn, workerListener } from "../worker-listener.ts";

const PATH = "/api/changes/stream";
const out = join(temporaryFolder(), "tree");
let [server, trees]: [Server | undefined, number] = [undefined, 0];

/** The next tree, twenty minutes after the one before. */
async function grow(): Promise<void> {
  const felt = event("us1", { impact: { ...event("us1").impact, felt_reports: ++trees } });
  await plantCatalogue(out, catalogue(felt), new Date(Date.parse("2018-02-07T00:30:00.000Z") + trees * 1_200_000).toISOString());
}

async function open(
  lastId?: string,
  from = server as Server,
): Promise<{ response: Response; next: (withComments?: boolean) => Promise<string>; close: () => void }> {
  const controller = new AbortController();
  const headers = lastId === undefined ? {} : { "last-event-id": lastId };
  const response = await fetch(`http://127.0.0.1:${portOf(from)}${PATH}`, { headers, signal: controller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (withComments = false): Promise<string> => {
    for (let end = text.indexOf("\n\n"); ; end = text.indexOf("\n\n")) {
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        if (withComments || block.startsWith("event")) return block;
      } else text += (await reader?.read())?.value ?? "";
    }
  };
  return { response, next, close: () => controller.abort() };
}

function read(block: string): { name: string | undefined; id: string; data: unknown } {
  const [, name, id = "", data = ""] = /^event: (\w+)\nid: (.*)\ndata: (.*)$/.exec(block) ?? [];
  return { name, id, data: JSON.parse(data) };
}

beforeAll(async () => {
  for (let n = 0; n < 6; n++) await grow();
  server = await listening(await createTreeServer(out, { streams: { open: 3, perClient: 2, silence: 50 } }));
});

afterAll(() => {
  server?.closeAllConnections();
  return new Promise((resolve) => server?.close(resolve));
});

describe("the stream of changes", () => {
  it("begins with the snapshot, and tells each change when there is one", async () => {
    const { response, next, close } = await open();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "x-accel-buffering": "no",
    });
    const first = read(await next());
    expect(first).toMatchObject({ name: "snapshot", data: listOf(out).snapshot });
    for (let n = 0; n < 2; n++) {
      const before = listOf(out).snapshot;
      await grow();
      expect(read(await next())).toMatchObject({ name: "changes", data: { from: before, to: listOf(out).snapshot } });
    }
    close();
  });

  it("continues after Last-Event-ID, over several hours, with no entry missing or twice", async () => {
    const all = entriesOf(out);
    expect(new Set(all.map(({ to }) => to.as_of.slice(0, 13))).size).toBeGreaterThan(2);
    const { sequence, id, as_of } = all[0]?.from ?? listOf(out).snapshot;
    const { next, close } = await open(`${sequence}/${id}/${as_of}`);
    let last = "";
    const entries: ChangeEntry[] = [];
    for (let n = 0; n < all.length; n++) {
      const { name, id: at, data } = read(await next());
      expect(name).toBe("changes");
      entries.push(data as ChangeEntry);
      last = at;
    }
    expect(entries).toEqual(all);
    close();
    const resumed = await open(last);
    await grow();
    expect(read(await resumed.next()).data).toEqual(entriesOf(out).at(-1));
    resumed.close();
  });

  it("has only the snapshots of a tree that does not tell its changes", async () => {
    const plain = join(temporaryFolder(), "plain");
    await smallTree(plain, { packLarge: false, version: "1" });
    const other = await listening(await createTreeServer(plain, { streams: { open: 1, perClient: 2, silence: 20 } }));
    const { next } = await open(undefined, other);
    expect((await open(undefined, other)).response.status).toBe(503);
    const first = read(await next());
    expect(await next(true)).toBe(":");
    const { snapshot } = await smallTree(plain, { packLarge: false, version: "2" });
    expect(read(await next())).toMatchObject({ name: "snapshot", data: { id: snapshot.id } });
    expect(first).toMatchObject({ name: "snapshot", data: { sequence: snapshot.sequence - 1 } });
    other.closeAllConnections();
    other.close();
  });

  it.each(["7", "1/0000000000000000/2018-01-01T00:00:00.000Z", "999999999999999999/x/y"])(
    "begins anew if entries are missing, or the id is not one: %s",
    async (lastId) => {
      const { next, close } = await open(lastId);
      expect(read(await next())).toMatchObject({ name: "snapshot", data: listOf(out).snapshot });
      close();
    },
  );

  it("sends comments, so that no proxy closes it", async () => {
    const { next, close } = await open();
    const blocks: string[] = [];
    while (blocks.length < 4) blocks.push(await next(true));
    expect(blocks).toEqual(["retry: 5000", expect.stringMatching(/^event: snapshot\n/), ":", ":"]);
    close();
  });

  it("has a limit for each client, and a place again when one has left", async () => {
    const two = [await open(), await open()];
    const refused = await open();
    expect([refused.response.status, refused.response.headers.get("retry-after")]).toEqual([503, "5"]);
    two[0]?.close();
    for (let status = 503; status !== 200; await delay(5)) {
      const again = await open();
      ({ status } = again.response);
      again.close();
    }
    two[1]?.close();
  });

  it("takes no parameters and no other method, and has no body for HEAD", async () => {
    const of = async (target: string, method?: string) => (await ask(server as Server, target, method ? { method } : {})).status;
    expect(await of(`${PATH}?since=3`)).toBe(400);
    expect(await of(`${PATH}/`)).toBe(404);
    expect(await of(PATH, "POST")).toBe(405);
    expect(await of(PATH, "OPTIONS")).toBe(204);
    const head = await ask(server as Server, PATH, { method: "HEAD" });
    expect([head.status, head.headers["content-type"], head.text]).toEqual([200, "text/event-stream", ""]);
  });
});

it("a host that keeps no connection answers with a problem that names the list", async () => {
  const answer = await withServer(workerListener(assetsIn(out)), (worker) => ask(worker, PATH));
  expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/problem+json"]);
  expect(JSON.parse(answer.text)).toMatchObject({ detail: expect.stringContaining("/api/changes/") });
});
