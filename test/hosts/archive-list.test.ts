import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { PIECE_BYTES, PIECE_LIST } from "../../build/hosts/worker/archive.ts";
import { AS_OF } from "../fdsn/world.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { archiveTree, eventsOf } from "./archive-tree.ts";
import { type Answer, type Asked, ask, withServer } from "./ask.ts";
import { smallTree } from "./small-tree.ts";
import { assetsIn, workerListener } from "./worker-listener.ts";

const dir = temporaryFolder();
const LIST = "/api/v1/earthquakes/";
const ALL = `${LIST}?start=2031-01-01`;

type Ask = (target: string, asked?: Asked) => Promise<Answer>;

async function onNode(tree: string, work: (ask: Ask) => Promise<void>): Promise<void> {
  const handler = await createNodeHandler(join(dir, tree), { clock: () => AS_OF });
  await withServer(handler, (server) => work((target, asked) => ask(server, target, asked)));
}

/** Asks a Worker over the files of a tree. @param more files besides, by path */
async function onWorker(tree: string, work: (ask: Ask) => Promise<void>, more: Record<string, string> = {}): Promise<void> {
  const worker = workerListener(assetsIn(join(dir, tree), more), () => AS_OF);
  await withServer(worker, (server) => work((target, asked) => ask(server, target, asked)));
}

const idsIn = ({ text }: { text: string }) =>
  (JSON.parse(text) as { earthquakes: { event_id: string }[] }).earthquakes.map((one) => one.event_id);

beforeAll(async () => {
  await archiveTree(join(dir, "archive"), eventsOf(["us1", "us2", "us3"]));
  await smallTree(join(dir, "small"), { version: "old", packLarge: false });
});

describe.each([
  ["a Node host", onNode],
  ["a Worker", onWorker],
] as const)("the list of earthquakes by start and end on %s", (_, on) => {
  it("is answered from the archive, as the API answers everything", () =>
    on("archive", async (get) => {
      const found = await get(`${ALL}&limit=2`);
      expect([found.status, idsIn(found)]).toEqual([200, ["us1", "us2"]]);
      expect(found.headers).toMatchObject({
        "content-type": "application/json",
        "content-length": String(found.text.length),
        "access-control-allow-origin": "*",
        link: expect.stringContaining('<?start=2031-01-01&limit=2&offset=2>; rel="next"'),
      });
      const etag = String(found.headers["etag"]);
      expect((await get(`${ALL}&limit=2`, { headers: { "if-none-match": etag } })).status).toBe(304);
    }));

  it("is not there under the id of a snapshot, which has no archive", () =>
    on("archive", async (get) => {
      const id = String((await get(ALL)).headers["x-snapshot"]);
      const pinned = await get(`/s/${id}${ALL}`);
      expect([pinned.status, pinned.text]).toEqual([404, expect.stringContaining("The archive is not part of a snapshot")]);
      expect((await get(`/s/${id}${LIST}?nonsense=1`)).status).toBe(400);
    }));

  it("is refused by a tree without an archive", () =>
    on("small", async (get) => {
      const { status, text } = await get(ALL);
      expect([status, text]).toEqual([400, expect.stringContaining("This tree has no archive of events")]);
    }));
});

it("a Worker refuses a window for which it would have to read too many files", async () => {
  const record = readFileSync(join(dir, "archive/snapshot.json"), "utf8");
  const { shards } = JSON.parse(record) as { shards: { archive: { path: string }[] } };
  const list = JSON.stringify({ [shards.archive[0]?.path as string]: 40 * PIECE_BYTES });
  await onWorker(
    "archive",
    async (get) => {
      const { status, text } = await get(ALL);
      expect([status, text]).toEqual([400, expect.stringContaining("a shorter window. This host reads a limited part")]);
    },
    { [PIECE_LIST]: list },
  );
});
