import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { IndexEntry } from "../../../build/contract/wire/snapshot.ts";
import { loadTree } from "../../../build/hosts/load-tree.ts";
import { openPinned } from "../../../build/hosts/pinned/pinned-tree.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { smallTree } from "../small-tree.ts";

/** The same index, its keys in another order and over several lines. */
function rewritten(text: string): string {
  const entries = JSON.parse(text) as IndexEntry[];
  return JSON.stringify(
    entries.map((entry) => Object.fromEntries(Object.entries(entry).toReversed())),
    null,
    2,
  );
}

it("an entry of a pinned snapshot is found however its index is written", async () => {
  const tree = join(temporaryFolder(), "tree");
  await smallTree(tree, { packLarge: false });
  const { snapshot, files } = await loadTree(tree);
  const content = async (_: string, path: string) => {
    const bytes = readFileSync(join(tree, path));
    return path.startsWith("index/") ? Buffer.from(rewritten(bytes.toString("utf8"))) : bytes;
  };
  const { file } = await openPinned({ id: "", asOf: 0, supersededAt: 0, record: "" }, snapshot, content);
  for (const path of ["api/v1/stats.json", "q/live-feed/hours-1.json", "api.json"]) {
    expect(await file(path, content)).toEqual(files.get(path));
  }
  expect(await file("api/v1/none.json", content)).toBeUndefined();
});
