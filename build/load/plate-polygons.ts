import type { PlatesState } from "../agencies/plates/state.ts";
import type { PlateFacts } from "../catalogue/catalogue.ts";
import type { PlatePart } from "../catalogue/locate/locate-plate.ts";
import { steradiansOnLeft } from "../geo/spherical-area.ts";

/** Radius of the sphere on which Bird's areas are given in km². */
const RADIUS_KM = 6371;

/** The polygons of the store's plates; null where it has none. */
export function platePolygons({ plates }: PlatesState): PlatePart[] | null {
  if (!plates) return null;
  return plates.plates.flatMap(({ code, polygons }) =>
    polygons.map((rings) => ({ code, rings: rings.map((ring) => Float64Array.from(ring)) })),
  );
}

/** The plates with the areas of their polygons, on a sphere of 6,371 km; holes run clockwise and so are taken off. */
export function withComputedAreas(plates: readonly PlateFacts[], polygons: readonly PlatePart[]): PlateFacts[] {
  const steradians = new Map<string, number>();
  for (const { code, rings } of polygons) {
    const own = rings.reduce((sum, ring) => sum + steradiansOnLeft(ring), 0);
    steradians.set(code, (steradians.get(code) ?? 0) + own);
  }
  return plates.map((plate) => {
    const own = steradians.get(plate.code);
    return own === undefined ? plate : { ...plate, areaKm2: Math.round(own * RADIUS_KM ** 2) };
  });
}
