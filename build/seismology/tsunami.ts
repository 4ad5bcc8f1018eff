import { STANDARD_GRAVITY } from "./acceleration.ts";

/**
 * Mean depths of oceans, m, by NOAA's National Geophysical Data Center (Eakins & Sharman 2010, Volumes of the World's Oceans
 * from ETOPO1, table 1, ngdc.noaa.gov/mgg/global/etopo1_ocean_volumes.html); the South China Sea stands for marginal seas.
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
 * How deep continental shelves are at their edge, m: 133 on the average of the world, rounded; on average they are 65 km wide
 * (Encyclopædia Britannica, Shelf break, and Continental shelf).
 */
export const SHELF_EDGE_M = 130;

/**
 * Speed of a wave that is much longer than the water is deep: √(g·d) (Lagrange 1781; Satake 2015, Tsunamis, Treatise on
 * Geophysics, 2nd ed., volume 4, equation 3).
 *
 * @param depth m
 * @returns m/s
 */
export function tsunamiSpeed(depth: number): number {
  return Math.sqrt(STANDARD_GRAVITY * depth);
}

/**
 * How long a tsunami takes over a shelf whose bottom rises evenly from the edge to the shore: the integral of ds / √(g·d),
 * twice the time at the depth of the edge.
 *
 * @param width m
 * @returns s
 */
export function shelfSeconds(width: number, edgeDepth: number = SHELF_EDGE_M): number {
  return (2 * width) / tsunamiSpeed(edgeDepth);
}

/** A travel time and what it is made of, s. */
interface TsunamiTime {
  ocean: number;
  shelf: number;
  total: number;
}

/**
 * A rough travel time: so much ocean of one depth, and a shelf at its end.
 *
 * @param distance m along the great circle, the shelf included
 * @param shelf m of it that are shelf; not more than the distance counts
 */
export function tsunamiTime(distance: number, depth: number, shelf: number): TsunamiTime {
  const overShelf = Math.min(shelf, distance);
  const ocean = (distance - overShelf) / tsunamiSpeed(depth);
  const last = shelfSeconds(overShelf);
  return { ocean, shelf: last, total: ocean + last };
}
