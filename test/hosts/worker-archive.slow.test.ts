import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PIECE_BYTES } from "../../build/hosts/worker/archive.ts";
import { startWorker } from "../conformance/running-worker.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { archiveTree, eventsOf } from "./archive-tree.ts";

it("the real workerd answers from a pack in pieces, and sends any part of it", () =>
  inTemporaryFolder(async (dir) => {
    const tree = join(dir, "tree");
    const ids = Array.from({ length: 2_000 }, (_, at) => `us${at}`);
    await archiveTree(tree, eventsOf(ids, { place: "near a place with a long name ".repeat(20) }));
    const [name = ""] = readdirSync(join(tree, "archive")).filter((one) => one.endsWith(".pack"));
    const bytes = readFileSync(join(tree, "archive", name));
    expect(bytes.length).toBeGreaterThan(PIECE_BYTES);
    const { base, stop } = await startWorker(tree);
    try {
      const text = await (await fetch(`${base}/fdsnws/event/1/query?format=text&limit=20000`)).text();
      expect([...text.matchAll(/^(us\d+)\|/gm)].map(([, id]) => id)).toEqual(ids);
      const bodyOf = async (headers: Record<string, string>) => {
        const response = await fetch(`${base}/archive/${name}`, { headers });
        return [response.status, Buffer.from(await response.arrayBuffer()).compare(bytes.subarray(...sliceOf(headers)))];
      };
      expect(await bodyOf({})).toEqual([200, 0]);
      expect(await bodyOf({ range: `bytes=${PIECE_BYTES - 5}-${PIECE_BYTES + 4}` })).toEqual([206, 0]);
      const assets = await fetch(`${base}/archive/${name}.0`, { headers: { range: "bytes=0-9" } });
      // The platform ignores ranges of its own files, which is why there are pieces.
      expect([assets.status, (await assets.arrayBuffer()).byteLength]).toEqual([200, PIECE_BYTES]);
    } finally {
      await stop();
    }
  }));

function sliceOf({ range }: Record<string, string>): [from: number, to: number] {
  const [from = 0, last = Number.MAX_SAFE_INTEGER] = (range ?? "").match(/\d+/g)?.map(Number) ?? [];
  return [from, last + 1];
}
