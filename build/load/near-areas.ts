import { join } from "node:path";
import { z } from "zod";
import { COUNTRY_CODES } from "../contract/texts/vocabulary.ts";
import { invalidData, readDataFile } from "./data-file.ts";

/**
 * km² of which the earthquakes count for the zone of each country, by ISO 3166-1 alpha-2: `near-areas.json`, which
 * `scripts/maintain/prepare-near-areas.ts` makes of the outlines.
 *
 * @throws UserError `data-invalid` if the file is malformed or does not hold each code exactly once
 */
export function readNearAreas(dataDirectory: string): ReadonlyMap<string, number> {
  const path = join(dataDirectory, "near-areas.json");
  const areas = readDataFile(path, z.record(z.string(), z.number().nonnegative()));
  if (Object.keys(areas).toSorted().join() !== COUNTRY_CODES.join())
    throw invalidData(path, "each of the 250 codes must occur exactly once");
  return new Map(Object.entries(areas));
}
