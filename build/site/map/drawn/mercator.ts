/** Mercator's projection of the sphere, the whole equator this many units wide: one is 0.022 degrees of longitude. */
export const WORLD = 16_384;

/** Farther from the equator nothing is drawn, degrees: the projection has no end there. */
export const LAST_LATITUDE = 84;

const EQUATOR_KM = 40_075;

/** @param longitude degrees */
export function across(longitude: number): number {
  return ((longitude + 180) / 360) * WORLD;
}

/** @param latitude degrees; beyond the last one it counts as that. @returns units from the top */
export function down(latitude: number): number {
  const within = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return (0.5 - Math.asinh(Math.tan((within * Math.PI) / 180)) / (2 * Math.PI)) * WORLD;
}

/** How many units a distance has at a latitude (degrees): the projection grows towards the poles. */
export function unitsOf(km: number, latitude: number): number {
  return ((km / EQUATOR_KM) * WORLD) / Math.cos((latitude * Math.PI) / 180);
}
