import type { Signer } from "../../build/tree/signature.ts";
import type { WrittenTree } from "../../build/tree/write-tree.ts";
import { file, plant, shard, snapshotAt } from "../tree/tiny-tree.ts";

/** One of a sequence of trees, planted over the one before. Files come, change, go, and come back as they were. */
export function plantVersion(out: string, version: number, signer?: Signer): Promise<WrittenTree> {
  const files = [
    shard(`[${version}]`),
    shard("[all]"),
    file("api.json", `{"version":${version}}`),
    file("api/back.json", version % 2 === 0 ? "as it was" : "otherwise"),
    file("api/v1/same.json", "always the same"),
    ...(version % 3 === 0 ? [file("api/now-and-then.json", `now ${version}`)] : []),
    ...(version < 2 ? [file("api/v1/earthquakes/gone.json", "an event", { section: "earthquakes" })] : []),
    file("index.html", `<h1>${version}</h1>`, { section: "pages" }),
  ];
  const asOf = new Date(Date.parse("2018-02-07T00:00:00.000Z") + version * 60_000).toISOString();
  return plant(out, files, { snapshot: snapshotAt(asOf), signer });
}
