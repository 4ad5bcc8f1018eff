import { cachedGeography, type GeographyFor } from "../../build/pipeline/load/geography.ts";

/** The geography with some countries alone: the answers and pages of all of them are most of a tree, in fifteen languages. */
export function worldOfFew(codes: readonly string[], whole = cachedGeography()): GeographyFor {
  return (...given) => {
    const world = whole(...given);
    return { ...world, countries: world.countries.filter(({ iso2 }) => codes.includes(iso2)) };
  };
}
