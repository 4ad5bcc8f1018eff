import { assembleCatalogue } from "../catalogue/assemble.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { type BuildInputs, buildInputs, dataSources, leftOutOf } from "./inputs.ts";
import type { WorldOf } from "./world.ts";

/**
 * The catalogue of a store, or of the embedded data, as of the moment that the agency's capture states.
 *
 * @throws UserError for a store or data file that is missing or malformed
 */
export async function loadCatalogue(
  store: string | undefined,
  worldOf: WorldOf,
): Promise<{ catalogue: Catalogue; from: BuildInputs["from"] }> {
  const inputs = await buildInputs(store);
  const world = worldOf(inputs.plates);
  const catalogue = assembleCatalogue({
    ...world,
    asOf: inputs.usgs.capture.generated,
    live: [inputs.usgs, ...(inputs.others ?? [])],
    archive: inputs.archive,
    historical: inputs.historical,
    sources: dataSources(inputs, world),
    leftOut: leftOutOf(inputs),
  });
  return { catalogue, from: inputs.from };
}
