import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { pageAssets } from "../../../build/site/assets/assets.ts";
import { AS_OF, smallInput } from "../../answers/small-catalogue.ts";
import { plantWhole } from "../../pipeline/all-files.ts";

/**
 * Plants a tree of the small world, pages and all.
 *
 * @param later ms after the usual instant, at which the world stands still otherwise
 * @param packBelow magnitude below which details of small events are packed
 */
export async function plantSmallWorld(out: string, later = 0, packBelow?: number): Promise<void> {
  await plantWhole(out, assembleCatalogue(smallInput({ asOf: AS_OF + later })), { assets: await pageAssets(), packBelow });
}
