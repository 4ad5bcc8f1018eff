import { distanceKm, EARTH_RADIUS_KM } from "../../geo/sphere.ts";

/** km along the surface for degrees of the angle at the Earth's centre. */
export function kmOfDegrees(degrees: number): number {
  return (degrees * Math.PI * EARTH_RADIUS_KM) / 180;
}

/** Degrees between two positions in degrees. */
export function degreesBetween(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  return distanceKm(latitudeA, longitudeA, latitudeB, longitudeB) / kmOfDegrees(1);
}
