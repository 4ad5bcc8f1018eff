import { sourceRecord } from "../../../build/answers/service.ts";
import { shardInput } from "../../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { treeFiles } from "../../../build/pipeline/tree-files.ts";
import { makeShards } from "../../../build/rewrite/shards/make.ts";
import { pageAssets } from "../../../build/site/assets/assets.ts";
import { isoTime } from "../../../build/store/civil-time.ts";
import { writeTree } from "../../../build/tree/write-tree.ts";
import { AS_OF, smallInput } from "../../answers/small-catalogue.ts";

/**
 * Plants a tree of the small world, pages and all.
 *
 * @param later ms after the usual instant, at which the world stands still otherwise
 * @param packBelow magnitude below which details of small events are packed
 */
export async function plantSmallWorld(out: string, later = 0, packBelow?: number): Promise<void> {
  const catalogue = assembleCatalogue(smallInput({ asOf: AS_OF + later }));
  const shards = makeShards(shardInput(catalogue, packBelow));
  const sources = catalogue.sources.map(sourceRecord);
  await writeTree({
    out,
    files: treeFiles(catalogue, shards.files, await pageAssets(), { packBelow }),
    snapshot: { as_of: isoTime(catalogue.asOf), sources, shards: shards.manifest },
  });
}
