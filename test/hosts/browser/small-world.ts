import { sourceRecord } from "../../../build/answers/service.ts";
import { shardInput } from "../../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { isoTime } from "../../../build/catalogue/civil-time.ts";
import { pageAssets } from "../../../build/commands/assets.ts";
import { treeFiles } from "../../../build/commands/tree-files.ts";
import { makeShards } from "../../../build/shards/make.ts";
import { plantTree } from "../../../build/tree/plant.ts";
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
  await plantTree({
    out,
    files: treeFiles(catalogue, shards.files, await pageAssets(), { packBelow }),
    snapshot: { as_of: isoTime(catalogue.asOf), sources, shards: shards.manifest },
  });
}
