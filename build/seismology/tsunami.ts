import { STANDARD_GRAVITY } from "./acceleration.ts";

/**
 * Mean depths of oceans, m, by NOAA's National Geophysical Data Center (Eakins & Sharman 2010, Volumes of the World's Oceans from
 * ETOPO1, table 1, ngdc.noaa.gov/mgg/global/etopo1_ocean_volumes.html); the South China Sea represents marginal seas.
 */
export const MEAN_DEPTHS_M = {
  pacific: 4080,
  "north-pacific": 4298,
  "south-pacific": 3882,
  "north-atlantic": 3519,
  "south-atlantic": 3973,
  indian: 3741,
  southern: 3270,
  marginal: 1419,
} as const;

export type Ocean = keyof typeof MEAN_DEPTHS_M;

/**
 * Depth of continental shelves at their edge, m: 133 on average worldwide, rounded; their average width is 65 km (Encyclopædia
 * Britannica, Shelf break, and Continental shelf).
 */
export const SHELF_EDGE_M = 130;

/**
 * Speed of a wave whose length is much larger than the depth of the water: √(g·d) (Lagrange 1781; Satake 2015, Tsunamis, Treatise
 * on Geophysics, 2nd ed., volume 4, equation 3).
 *
 * @param depth m
 * @returns m/s
 */
export function tsunamiSpeed(depth: number): number {
  return Math.sqrt(STANDARD_GRAVITY * depth);
}

/**
 * Travel time of a tsunami over a shelf whose bottom rises evenly from the edge to the shore: the integral of ds / √(g·d), which is
 * twice the time at the depth of the edge.
 *
 * @param width m
 * @returns s
 */
export function shelfSeconds(width: number): number {
  return (2 * width) / tsunamiSpeed(SHELF_EDGE_M);
}

/** A travel time and its parts, s. */
interface TsunamiTime {
  ocean: number;
  shelf: number;
  total: number;
}

/**
 * A rough travel time: an ocean of one depth, and a shelf at its end.
 *
 * @param distance m along the great circle, the shelf included
 * @param shelf m of it that are shelf; at most the distance
 */
export function tsunamiTime(distance: number, depth: number, shelf: number): TsunamiTime {
  const overShelf = Math.min(shelf, distance);
  const ocean = (distance - overShelf) / tsunamiSpeed(depth);
  const last = shelfSeconds(overShelf);
  return { ocean, shelf: last, total: ocean + last };
}
