import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { smallTree } from "./small-tree.ts";

it("reads no file again that was checked before, and needs every other", async () => {
  const tree = join(temporaryFolder(), "tree");
  await smallTree(tree, { packLarge: false });
  const { files, snapshot } = await loadTree(tree);
  const shards = [...files.keys()].filter((path) => path.startsWith("shards/"));
  const checked = new Map(shards.map((path) => [path, readFileSync(join(tree, path))]));
  for (const path of shards) rmSync(join(tree, path));
  expect((await loadTree(tree, checked)).snapshot.record).toEqual(snapshot.record);
  await expect(loadTree(tree)).rejects.toMatchObject({ code: "tree-damaged" });
});
