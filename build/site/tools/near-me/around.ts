import { azimuthDegrees, distanceKm } from "../../../geo/sphere.ts";
import type { RecordedEarthquake } from "../../map/quake.ts";
import type { CountryName } from "../form.ts";

/** A country with a representative point, degrees. */
export interface CountryPoint extends CountryName {
  latitude: number;
  longitude: number;
}

/** The earthquakes of a time window from a magnitude up: all of them, or those inside a circle. */
export interface AroundData {
  countries: readonly CountryPoint[];
  hours: string;
  least: number;
  circle: { latitude: number; longitude: number; km: number } | null;
  earthquakes: readonly RecordedEarthquake[];
  /** Since when the data cover the window; null if they cover all of it. */
  coveredFrom: string | null;
  /** The cells of the base map that are not empty. */
  cells: readonly string[];
}

/** The initial values of the form. */
export const FIRST_AROUND = { country: "JP", km: 1000, hours: 168, least: 2.5 } as const;

/** The values of the form. */
export interface AroundQuestion {
  /** ISO 3166-1 alpha-2; any other value selects the entered position. */
  place: string;
  latitude: number;
  longitude: number;
  /** km. */
  radius: number;
  hours: string;
  least: number;
}

/** The centre that the reader selected. */
export function centreOf(
  { place, latitude, longitude }: AroundQuestion,
  countries: readonly CountryPoint[],
): { latitude: number; longitude: number } {
  return countries.find(({ iso2 }) => iso2 === place) ?? { latitude, longitude };
}

/** Whether the data contain everything that the values require. */
export function covers(
  { hours, least, circle }: AroundData,
  values: AroundQuestion,
  centre: { latitude: number; longitude: number },
): boolean {
  if (hours !== values.hours || least > values.least) return false;
  if (!circle) return true;
  const apart = distanceKm(circle.latitude, circle.longitude, centre.latitude, centre.longitude);
  return apart + values.radius <= circle.km + 1e-6;
}

/** An earthquake with its direction and distance from a point. */
export interface SeenEarthquake extends RecordedEarthquake {
  km: number;
  /** Azimuth from the point to the epicentre, degrees clockwise from north. */
  azimuth: number;
}

/** The earthquakes inside the circle with at least the given magnitude, nearest first. */
export function earthquakesAround(
  earthquakes: readonly RecordedEarthquake[],
  centre: { latitude: number; longitude: number },
  { radius, least }: Pick<AroundQuestion, "radius" | "least">,
): SeenEarthquake[] {
  return earthquakes
    .filter(({ magnitude }) => magnitude >= least)
    .map((earthquake) => ({
      ...earthquake,
      km: distanceKm(centre.latitude, centre.longitude, earthquake.latitude, earthquake.longitude),
      azimuth: azimuthDegrees(centre.latitude, centre.longitude, earthquake.latitude, earthquake.longitude),
    }))
    .filter(({ km }) => km <= radius)
    .toSorted((a, b) => a.km - b.km);
}
