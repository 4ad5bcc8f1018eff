import { kmOfDegrees, reachInLongitude } from "./sphere.ts";

/**
 * A number for each cell of one degree, from 0.
 *
 * @param latitude, longitude whole degrees of its south-west corner; longitudes of any turn
 */
export function cellOf(latitude: number, longitude: number): number {
  return (latitude + 90) * 360 + ((((longitude + 180) % 360) + 360) % 360);
}

/** Larger than the rounding errors of distances and positions, degrees. */
const ROUNDING = 1e-6;

/**
 * All cells that a circle on the sphere touches, each once, and a few others. A circle around a pole has all longitudes.
 *
 * @param latitude, longitude of the centre, degrees
 */
export function cellsWithin(km: number, latitude: number, longitude: number): number[] {
  const radius = km / kmOfDegrees(1) + ROUNDING;
  const width = reachInLongitude(radius, latitude) + ROUNDING;
  const west = Math.floor(longitude - width);
  const east = Math.min(Math.floor(longitude + width), west + 359);
  const south = Math.max(-90, Math.floor(latitude - radius));
  const north = Math.min(90, latitude + radius);
  const cells: number[] = [];
  for (let row = south; row <= north; row++) {
    for (let column = west; column <= east; column++) cells.push(cellOf(row, column));
  }
  return cells;
}
