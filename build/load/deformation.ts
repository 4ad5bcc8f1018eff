import { join } from "node:path";
import { z } from "zod";
import type { Deformation } from "../catalogue/zones/deformation.ts";
import { COUNTRY_CODES } from "../contract/texts/vocabulary.ts";
import { invalidData, readDataFile } from "./data-file.ts";

const Level = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);

const Belts = z.array(
  z.strictObject({ name: z.string(), level: Level, line: z.array(z.tuple([z.number(), z.number()])).min(2) }),
);
export type Belt = z.infer<typeof Belts>[number];

const ByCountry = z.record(
  z.string(),
  z.strictObject({ level: Level, belt: z.strictObject({ name: z.string(), distanceKm: z.number() }).nullable() }),
);

/**
 * Reads the belts in which the ground deforms, which were drawn by hand: `deformation-belts.json`.
 *
 * @throws UserError `data-invalid` if the file is malformed
 */
export function readBelts(dataDirectory: string): readonly Belt[] {
  return readDataFile(join(dataDirectory, "deformation-belts.json"), Belts);
}

/**
 * Reads the effect of the belts on each country, by ISO 3166-1 alpha-2: `deformation.json`, which
 * `scripts/maintain/prepare-deformation.ts` computes from the belts and the outlines.
 *
 * @throws UserError `data-invalid` if the file is malformed or does not contain each code exactly once
 */
export function readDeformation(dataDirectory: string): ReadonlyMap<string, Deformation> {
  const path = join(dataDirectory, "deformation.json");
  const found = readDataFile(path, ByCountry);
  if (Object.keys(found).toSorted().join() !== COUNTRY_CODES.join())
    throw invalidData(path, "each of the 250 codes must occur exactly once");
  return new Map(Object.entries(found));
}
