import type { ParameterValue } from "../contract/table/parameter.ts";
import { distanceKm } from "../geo/sphere.ts";

/** An inclusive range, degrees. */
interface Degrees {
  least: number;
  most: number;
}

/** Where the earthquakes of a list are: a box, and perhaps a circle. */
export interface Region {
  latitude: Degrees;
  /** Several ranges within [-180, 180], where a box crosses 180° or ends there: this meridian has two names. */
  longitudes: readonly Degrees[];
  circle?: { latitude: number; longitude: number; km: number };
}

/**
 * The region that the parameters of a list select; undefined for the whole globe. A `min_longitude` greater than
 * `max_longitude` means a box across 180°.
 */
export function regionOf(values: Record<string, ParameterValue>): Region | undefined {
  const given = (name: string, preset: number) => Number(values[name] ?? preset);
  const [west, east] = [given("min_longitude", -180), given("max_longitude", 180)];
  const latitude = { least: given("min_latitude", -90), most: given("max_latitude", 90) };
  const hasCircle = values.max_radius_km !== undefined;
  if (!hasCircle && latitude.least === -90 && latitude.most === 90 && west === -180 && east === 180) return undefined;
  const longitudes =
    west > east
      ? [
          { least: west, most: 180 },
          { least: -180, most: east },
        ]
      : [{ least: west, most: east }, ...[west, east].filter((end) => Math.abs(end) === 180).map((end) => ({ least: -end, most: -end }))];
  const circle = { latitude: given("latitude", 0), longitude: given("longitude", 0), km: given("max_radius_km", 0) };
  return { latitude, longitudes, ...(hasCircle && { circle }) };
}

/** Whether a position is in a region. Bounds are inclusive; distances are great circles on the mean sphere. */
export function isInside({ latitude: { least, most }, longitudes, circle }: Region, latitude: number, longitude: number): boolean {
  return (
    latitude >= least &&
    latitude <= most &&
    longitudes.some((range) => longitude >= range.least && longitude <= range.most) &&
    (!circle || distanceKm(circle.latitude, circle.longitude, latitude, longitude) <= circle.km)
  );
}
