import { assembleCatalogue } from "../catalogue/assemble.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { dataSources } from "./data-sources.ts";
import type { WorldOf } from "./geography.ts";
import { asOf, type BuildInputs, buildInputs, type InputOptions, leftOutOf, liveAgencies } from "./inputs.ts";

/**
 * The catalogue of a store, or of the embedded data, as of the newest moment that an agency states.
 *
 * @param unanswerable ids of events to leave out
 * @throws UserError for a store or data file that is missing or malformed
 */
export async function loadCatalogue(
  options: InputOptions,
  worldOf: WorldOf,
  unanswerable?: ReadonlySet<string>,
): Promise<{ catalogue: Catalogue; from: BuildInputs["from"] }> {
  const inputs = await buildInputs(options);
  const world = worldOf(inputs.plates, inputs.derived);
  const catalogue = assembleCatalogue({
    ...world,
    asOf: asOf(inputs),
    live: liveAgencies(inputs),
    archive: inputs.archive,
    historical: inputs.historical,
    sources: dataSources(inputs, world),
    leftOut: leftOutOf(inputs),
    unanswerable,
  });
  world.keepPlaces();
  return { catalogue, from: inputs.from };
}
