/** The distance of a country from a belt in which the ground deforms, and the shaking that it may cause there. */
export interface Deformation {
  /** The level of the belt at the country's distance. */
  level: ShakingLevel;
  /** The belt that determines the level, and the distance from the territory to its line, km; null if there is none. */
  belt: { name: string; distanceKm: number } | null;
}

/**
 * Classes of ground acceleration: 0 below 0.3 m/s², 1 from 0.3, 2 from 0.8, 3 from 2.4, 4 from 4.0 (all except the first are the
 * bounds of GSHAP).
 */
export type ShakingLevel = 0 | 1 | 2 | 3 | 4;

/**
 * Up to the first distance from the line of a belt, its level applies. Beyond each distance it is one level lower, and beyond the
 * last it is 0. km.
 */
export const BELT_REACH_KM = [50, 120, 300] as const;
