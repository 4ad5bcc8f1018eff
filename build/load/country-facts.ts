import { join } from "node:path";
import { z } from "zod";
import type { CountryFacts } from "../catalogue/catalogue.ts";
import { CONTINENTS, COUNTRY_CODES } from "../contract/texts/vocabulary.ts";
import { invalidData, readDataFile } from "./data-file.ts";

const countryRow = z.strictObject({
  iso2: z.enum(COUNTRY_CODES as [string, ...string[]]),
  name: z.string().min(1),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  continent: z.enum(CONTINENTS),
  capital: z.string().min(1).nullable(),
  area_km2: z.number().positive().nullable(),
  position: z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  names: z.array(z.string().min(1)).min(1),
});

/**
 * The 250 countries of `countries.json`, in the order of the file (by name).
 *
 * @throws UserError `data-invalid` if the file is malformed or does not hold each code exactly once
 */
export function readCountries(dataDirectory: string): CountryFacts[] {
  const path = join(dataDirectory, "countries.json");
  const rows = readDataFile(path, z.array(countryRow));
  const codes = rows.map(({ iso2 }) => iso2).toSorted();
  if (codes.join() !== COUNTRY_CODES.join()) throw invalidData(path, "each of the 250 codes must occur exactly once");
  return rows.map(({ area_km2, ...facts }) => ({ ...facts, areaKm2: area_km2 }));
}
