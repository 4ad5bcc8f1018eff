import { fileURLToPath } from "node:url";
import { assembleCatalogue } from "../catalogue/assemble.ts";
import { boundaryDistances } from "../catalogue/boundary-distance.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { readCountries } from "../catalogue/country-facts.ts";
import { readCountryPolygons } from "../catalogue/country-polygons.ts";
import { readGlossary } from "../catalogue/glossary.ts";
import { createCountryLocator, createPartFinder } from "../catalogue/locate-country.ts";
import { createPlateLocator } from "../catalogue/locate-plate.ts";
import { readBoundaries, readPlates } from "../catalogue/plates.ts";
import type { Config } from "../config.ts";
import { type BuildInputs, buildInputs, dataSources, leftOutOf } from "./inputs.ts";

/** Beside the program rather than in the working folder, so that an installed package finds its own data. */
const DATA = fileURLToPath(new URL("../../data", import.meta.url));

/**
 * The catalogue of a store, or of the embedded data, as of the moment that the agency's capture states.
 *
 * @throws UserError for a store or data file that is missing or malformed
 */
export async function loadCatalogue(
  store: string | undefined,
  config: Config,
): Promise<{ catalogue: Catalogue; from: BuildInputs["from"] }> {
  const inputs = await buildInputs(store);
  const countries = readCountries(DATA);
  const plates = readPlates(DATA);
  const boundaries = readBoundaries(DATA);
  const glossary = readGlossary(DATA);
  const parts = readCountryPolygons(DATA);
  const partAt = createPartFinder(parts);
  const fromBoundary = boundaryDistances(countries, parts, boundaries, partAt);
  const plate = createPlateLocator(boundaries);
  const catalogue = assembleCatalogue({
    asOf: inputs.usgs.capture.generated,
    liveSource: "usgs",
    live: inputs.usgs.events,
    withdrawn: inputs.usgs.withdrawn,
    historical: inputs.historical,
    countries,
    plates,
    boundaries,
    glossary,
    sources: dataSources(inputs, {
      countries: countries.length,
      plates: plates.length,
      boundaries: boundaries.length,
      terms: glossary.length,
    }),
    leftOut: leftOutOf(inputs),
    locate: {
      country: createCountryLocator(parts, config.thresholds.offshore_km, partAt),
      plate: (latitude, longitude) => {
        const { code, boundaryDistanceKm } = plate(latitude, longitude);
        return { code, boundaryDistanceKm };
      },
    },
    boundaryDistanceKm: (iso2) => fromBoundary.get(iso2) ?? Number.POSITIVE_INFINITY,
  });
  return { catalogue, from: inputs.from };
}
