import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { PIECE_BYTES, pieceName } from "../../build/hosts/worker/pieces.ts";
import { createWorker, type Worker } from "../../build/hosts/worker/worker.ts";
import { writePieces } from "../../build/publish/worker/deployment.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { AS_OF, DAY } from "../fdsn/world.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { archiveTree, eventsOf } from "./archive-tree.ts";

const root = temporaryFolder();
const COUNT = 2_000;
const ids = Array.from({ length: COUNT }, (_, at) => `us${at}`);
let pack = "";
let bytes: Buffer;

beforeAll(async () => {
  await archiveTree(join(root, "large"), eventsOf(ids, { place: "near a place with a long name ".repeat(20) }));
  const tree = await loadTree(join(root, "large"));
  pack = [...tree.files.keys()].find((path) => path.endsWith(".pack")) as string;
  bytes = readFileSync(join(root, "large", pack));
  expect(writePieces(tree, join(root, "large-assets"))).toBe(1 + Math.ceil(bytes.length / PIECE_BYTES));
});

/** A Worker over the files of a tree. Those in pieces are only there in pieces. */
function deployed(name: string) {
  const worker: Worker = createWorker(
    () => AS_OF,
    () => {},
  );
  const read: string[] = [];
  const fetch = async ({ url }: Request) => {
    const path = new URL(url).pathname.slice(1);
    read.push(path);
    for (const dir of [`${name}-assets`, path === pack ? "nowhere" : name]) {
      try {
        return new Response(readFileSync(join(root, dir, path)));
      } catch {
        // In the other folder, or in none of them.
      }
    }
    return new Response(null, { status: 404 });
  };
  const ask = (target: string, init: RequestInit = {}) =>
    worker.fetch(new Request(`https://quakes.example${target}`, init), { ASSETS: { fetch } }, { waitUntil: () => {} });
  return { ask, read };
}

const query = (parameters: string) => `/fdsnws/event/1/query?format=text&${parameters}`;
const idsOf = (text: string) => [...text.matchAll(/^(us\d+)\|/gm)].map(([, id]) => id);

describe("the archive of a Worker", () => {
  it("answers from the pieces of a large pack, of which it reads those that it needs, once", async () => {
    const { ask, read } = deployed("large");
    expect(bytes.length).toBeGreaterThan(PIECE_BYTES);
    const all = await ask(query("limit=20000"));
    expect([all.status, idsOf(await all.text())]).toEqual([200, ids]);
    const before = read.length;
    expect(read.filter((path) => path.startsWith(`${pack}.`)).toSorted()).toEqual([
      pieceName(pack, 0),
      pieceName(pack, 1),
    ]);
    const oldest = await ask(query("limit=2&orderby=time-asc"));
    expect(idsOf(await oldest.text())).toEqual(ids.slice(-2).toReversed());
    expect(read).toHaveLength(before);
  });

  it("gives the whole pack, and any part of it, to mirrors and browsers", async () => {
    const { ask } = deployed("large");
    const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
    const whole = await ask(`/${pack}`);
    expect([whole.status, whole.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
    expect((await bodyOf(whole)).equals(bytes)).toBe(true);
    const [first, last] = [PIECE_BYTES - 5, PIECE_BYTES + 4];
    const part = await ask(`/${pack}`, { headers: { range: `bytes=${first}-${last}` } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${first}-${last}/${bytes.length}`]);
    expect((await bodyOf(part)).equals(bytes.subarray(first, last + 1))).toBe(true);
    const etag = whole.headers.get("etag") ?? "";
    expect((await ask(`/${pack}`, { headers: { "if-none-match": etag } })).status).toBe(304);
    const head = await ask(`/${pack}`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
    expect((await ask("/archive/no-such.pack")).status).toBe(404);
  });

  it("refuses a request that would read too many files", async () => {
    const days = Array.from({ length: 40 }, (_, day) => agencyEvent({ id: `us${day}`, time: AS_OF - day * DAY }));
    await archiveTree(join(root, "days"), days);
    const { ask } = deployed("days");
    const month = await ask(query(`starttime=${new Date(AS_OF - 25.5 * DAY).toISOString()}`));
    expect(idsOf(await month.text())).toEqual(days.slice(0, 26).map(({ id }) => id));
    const all = await deployed("days").ask(query("starttime=2000-01-01"));
    expect([all.status, await all.text()]).toEqual([413, expect.stringMatching(/^Error 413: .*\n\nThis host reads a/)]);
    const count = await deployed("days").ask("/fdsnws/event/1/count?starttime=2000-01-01");
    expect(await count.text()).toBe("40");
  });

  it("says in the form of the protocol that it has no data", async () => {
    const { status, text } = await deployed("nowhere")
      .ask(query(""))
      .then(async (response) => ({ status: response.status, text: await response.text() }));
    expect([status, text]).toEqual([503, expect.stringMatching(/^Error 503: Service Unavailable\n\n/)]);
  });
});
