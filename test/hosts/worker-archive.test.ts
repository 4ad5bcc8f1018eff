import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { PIECE_BYTES, PIECE_LIST, pieceName } from "../../build/hosts/worker/archive.ts";
import { createWorker, type Worker } from "../../build/hosts/worker/worker.ts";
import { writePieces } from "../../build/publish/worker/deployment.ts";
import { AS_OF } from "../fdsn/world.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { archiveTree, eventsOf } from "./archive-tree.ts";

const root = temporaryFolder();
const COUNT = 2_000;
const ids = Array.from({ length: COUNT }, (_, at) => `us${at}`);
/** Files that are deployed in pieces, and one of them. */
let large: string[] = [];
let pack = "";
let bytes: Buffer;

beforeAll(async () => {
  await archiveTree(join(root, "large"), eventsOf(ids, { place: "near a place with a long name ".repeat(20) }));
  const tree = await loadTree(join(root, "large"));
  const entries = [...tree.files.values()].filter((one) => one.path.startsWith("archive/") && one.bytes > PIECE_BYTES);
  large = entries.map(({ path }) => path);
  pack = large[0] as string;
  bytes = readFileSync(join(root, "large", pack));
  const pieces = entries.reduce((sum, one) => sum + Math.ceil(one.bytes / PIECE_BYTES), 0);
  expect(writePieces(tree, join(root, "large-assets"))).toBe(1 + pieces);
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
    for (const dir of [`${name}-assets`, large.includes(path) ? "nowhere" : name]) {
      try {
        return new Response(readFileSync(join(root, dir, path)));
      } catch {
        // In the other folder, or in none of them.
      }
    }
    return new Response(null, { status: 404 });
  };
  const ask = (target: string, init: RequestInit = {}) =>
    worker.fetch(new Request(`https://quakes.example${target}`, init), { ASSETS: { fetch } });
  return { ask, read };
}

const query = (parameters: string) => `/fdsnws/event/1/query?format=text&${parameters}`;
const idsOf = (text: string) => [...text.matchAll(/^(us\d+)\|/gm)].map(([, id]) => id);

describe("the archive of a Worker", () => {
  it("answers from the pieces of a large pack, of which it reads those that it needs, once", async () => {
    const { ask, read } = deployed("large");
    const oldest = await ask(query("limit=2&orderby=time-asc"));
    expect(idsOf(await oldest.text())).toEqual(ids.slice(-2).toReversed());
    const all = await ask(query("limit=20000"));
    expect([all.status, idsOf(await all.text())]).toEqual([200, ids]);
    const pieces = read.filter((path) => /\.pack\.\d+$/.test(path));
    expect(pieces.length).toBeGreaterThan(1);
    expect(new Set(pieces).size).toBe(pieces.length);
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

  it("joins the pieces of a file that it reads as a whole", async () => {
    const dir = join(root, "fences");
    await archiveTree(dir, eventsOf(["us1", "us2"]));
    const { snapshot } = await loadTree(dir);
    const [fence] = snapshot.record.shards.archive ?? [];
    const path = fence?.path as string;
    const assets = join(root, "fences-assets");
    mkdirSync(join(assets, "archive"), { recursive: true });
    writeFileSync(join(assets, PIECE_LIST), JSON.stringify({ [path]: statSync(join(dir, path)).size }));
    renameSync(join(dir, path), join(assets, pieceName(path, 0)));
    expect(idsOf(await (await deployed("fences").ask(query("limit=5"))).text())).toEqual(["us1", "us2"]);
  });

  it("refuses a request that would read too many files", async () => {
    const dir = join(root, "huge");
    await archiveTree(dir, eventsOf(["us1"]));
    const { snapshot } = await loadTree(dir);
    const [fence] = snapshot.record.shards.archive ?? [];
    mkdirSync(join(root, "huge-assets/archive"), { recursive: true });
    writeFileSync(join(root, "huge-assets", PIECE_LIST), JSON.stringify({ [fence?.path as string]: 40 * PIECE_BYTES }));
    const refused = await deployed("huge").ask(query("limit=5"));
    const text = await refused.text();
    expect([refused.status, text]).toEqual([413, expect.stringMatching(/^Error 413: .*\n\nThis host reads a limited part/)]);
  });

  it("says in the form of the protocol that it has no data", async () => {
    const { status, text } = await deployed("nowhere")
      .ask(query(""))
      .then(async (response) => ({ status: response.status, text: await response.text() }));
    expect([status, text]).toEqual([503, expect.stringMatching(/^Error 503: Service Unavailable\n\n/)]);
  });
});
