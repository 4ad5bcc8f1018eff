import { allAnswers } from "../../build/answers/answers.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import { isoTime } from "../../build/store/civil-time.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { AS_OF, smallInput } from "../answers/small-catalogue.ts";
import { STEPS } from "../tree/tiny-tree.ts";

/**
 * Plants a tree of the small world's answers, without pages.
 *
 * @param later ms after the usual instant, at which the world stands still otherwise
 * @param packBelow magnitude below which details of small events are packed; undefined: a file for each event
 */
export async function plantPackedWorld(out: string, later: number, packBelow: number | undefined): Promise<void> {
  const catalogue = assembleCatalogue(smallInput({ asOf: AS_OF + later }));
  const shards = makeShards(shardInput(catalogue, packBelow));
  const answers = Array.from(allAnswers(catalogue, false, packBelow), ({ endpoint, file, body }): TreeFile => {
    const section = endpoint.id === "earthquake" ? "earthquakes" : file.startsWith("q/") ? "q" : "api";
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return { path: file, bytes: () => bytes, section, cache: endpoint.cache, compress: false };
  });
  const shardFiles = shards.files.map(
    ({ path, bytes }): TreeFile => ({ path, bytes, section: "shards", cache: "immutable", compress: false }),
  );
  const start: TreeFile = {
    path: "index.html",
    bytes: () => new TextEncoder().encode("<h1>Quakes</h1>"),
    section: "pages",
    cache: "minute",
    compress: false,
  };
  await writeTree({
    out,
    files: [...shardFiles, ...answers, start],
    snapshot: { as_of: isoTime(catalogue.asOf), sources: [], shards: shards.manifest },
    steps: STEPS,
  });
}
