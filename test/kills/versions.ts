import type { WrittenTree } from "../../build/tree/write-tree.ts";
import { file, plant, shard, snapshotAt } from "../tree/tiny-tree.ts";

const BEGIN = Date.parse("2018-02-06T22:00:00.000Z");

/** A clock a little after the last version. */
export const NOW = BEGIN + 86_400_000;

/** Of a sequence of trees; every second begins an hour, the fourth a day, so that all kinds of deltas are written. */
export function plantVersion(out: string, version: number): Promise<WrittenTree> {
  const asOf = new Date(BEGIN + version * 1_800_000).toISOString();
  const files = [
    shard(`[${version}]`),
    shard("[all]"),
    file("api.json", `{"version":${version}}`),
    file("api/recent.json", `${version} quakes `.repeat(400)),
    file("api/back.json", version % 2 === 0 ? "as it was" : "otherwise"),
    file("api/v1/same.json", "always the same"),
    ...(version % 3 === 0 ? [file("api/now-and-then.json", `now ${version}`)] : []),
    ...(version < 2 ? [file("api/v1/earthquakes/gone.json", "an event", { section: "earthquakes" })] : []),
    file("large.txt", "a line of a large file\n".repeat(5_000), { section: "pages", cache: "day", compress: false }),
    file("index.html", `<h1>${version}</h1>`, { section: "pages" }),
  ];
  return plant(out, files, { snapshot: snapshotAt(asOf) });
}
