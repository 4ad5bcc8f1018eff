import type { Earthquake } from "../../../contract/resources/resources.ts";
import { azimuthDegrees, distanceKm } from "../../../geo/sphere.ts";
import { type Quake, quakeOfRecord } from "../../map/quake.ts";
import type { CountryName } from "../form.ts";

/** An earthquake as the tool reads it. */
export type EarthquakeAround = Omit<Quake, "id" | "alert" | "tsunami">;

export function earthquakeAround(record: Earthquake): EarthquakeAround {
  const { id: _, alert: __, tsunami: ___, ...earthquake } = quakeOfRecord(record);
  return earthquake;
}

/** A country and a point that stands for it, degrees. */
export interface CountryPoint extends CountryName {
  latitude: number;
  longitude: number;
}

/** The earthquakes of a window from a magnitude on: all of them, or those in a circle. */
export interface AroundData {
  countries: readonly CountryPoint[];
  hours: string;
  least: number;
  circle: { latitude: number; longitude: number; km: number } | null;
  earthquakes: readonly EarthquakeAround[];
}

/** What is asked at first. */
export const FIRST_AROUND = { country: "JP", km: 1000, hours: 168, least: 2.5 } as const;

/** What is asked: the fields of the tool. */
export interface AroundQuestion {
  /** ISO 3166-1 alpha-2, or anything else for the position that is entered. */
  place: string;
  latitude: number;
  longitude: number;
  /** km. */
  radius: number;
  hours: string;
  least: number;
}

/** The point that a reader means. */
export function centreOf(
  { place, latitude, longitude }: AroundQuestion,
  countries: readonly CountryPoint[],
): { latitude: number; longitude: number } {
  return countries.find(({ iso2 }) => iso2 === place) ?? { latitude, longitude };
}

/** Whether the data hold all that the values ask about. */
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

/** An earthquake seen from a point. */
export interface SeenEarthquake extends EarthquakeAround {
  km: number;
  /** Degrees clockwise from north, from the point to the epicentre. */
  azimuth: number;
}

/** Those inside the circle and of the magnitude, the nearest first. */
export function earthquakesAround(
  earthquakes: readonly EarthquakeAround[],
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
