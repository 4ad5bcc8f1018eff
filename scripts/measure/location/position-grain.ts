import type { CountryLocator } from "../../../build/catalogue/locate/locate-country.ts";

/** Grains that positions are given to, coarsest first, degrees. */
export const GRAINS = [1, 0.5, 0.1, 0.01, 0.001] as const;

/** Points along an edge of the cell that are tried: an odd number, so that the position itself is one. */
const POINTS = 9;

/**
 * The grain of a position as published: the coarsest of which latitude and longitude are both multiples. NOAA's table pads
 * every number to three decimals and states no precision, so it has to be told by the digits; of positions that were given
 * to 0.1°, chance makes one in 25 seem to be given to 0.5° or 1°.
 */
export function grainOf(latitude: number, longitude: number): number {
  return GRAINS.find((grain) => isMultiple(latitude, grain) && isMultiple(longitude, grain)) ?? 0;
}

function isMultiple(value: number, grain: number): boolean {
  return Math.abs(value / grain - Math.round(value / grain)) < 1e-6;
}

/**
 * Whether the event may have been in one of the countries: whether some place that rounds to the published position is
 * located there. Tried on a lattice over the cell of half a grain to each side.
 */
export function mayBeIn(
  named: readonly string[],
  { latitude, longitude }: { latitude: number; longitude: number },
  locate: CountryLocator,
): boolean {
  const grain = grainOf(latitude, longitude);
  const offsets = Array.from({ length: POINTS }, (_, i) => (i / (POINTS - 1) - 0.5) * grain);
  return offsets.some((north) =>
    offsets.some((east) => {
      const found = locate(Math.max(-90, Math.min(90, latitude + north)), longitude + east);
      return found !== null && named.includes(found.iso2);
    }),
  );
}
