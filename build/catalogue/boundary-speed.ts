import type { PlateBoundary } from "./catalogue.ts";
import type { CountryLocator } from "./locate-country.ts";
import { motionAcross, type RotationPole } from "./plate-motion.ts";

/** A trench may lie so far off the coast that its earthquakes shake, km. */
export const BOUNDARY_OFFSHORE_KM = 250;

/** Points along a boundary that are asked for their country lie no farther apart than this, degrees. */
const STEP_DEGREES = 0.5;

type Place = readonly [longitude: number, latitude: number];

/**
 * How fast plates close or slide past each other along the fastest boundary in each country or at most 250 km off its coast,
 * mm a year, by ISO 3166-1 alpha-2; a country without one is not in the map. A boundary at sea is the nearest coast's, as an
 * earthquake there would be. Where plates part they are thin and warm, and break in small pieces (Bird, Kagan & Jackson 2002,
 * Geodynamics Series 30, 203): such boundaries do not count.
 *
 * @param poles of the plates, by code; a boundary of a plate without a pole does not count
 */
export function boundarySpeeds(
  boundaries: readonly PlateBoundary[],
  poles: ReadonlyMap<string, RotationPole>,
  locate: CountryLocator,
): ReadonlyMap<string, number> {
  const speeds = new Map<string, number>();
  for (const { left, right, type, line } of boundaries) {
    const [l, r] = [poles.get(left), poles.get(right)];
    if (type === "divergent" || !l || !r) continue;
    for (const [from, to] of piecesOf(line)) {
      const country = locate((from[1] + to[1]) / 2, (from[0] + to[0]) / 2);
      if (!country || country.distanceKm > BOUNDARY_OFFSHORE_KM) continue;
      const { opening, rightLateral } = motionAcross(l, r, from, to);
      const speed = Math.hypot(opening, rightLateral);
      speeds.set(country.iso2, Math.max(speed, speeds.get(country.iso2) ?? 0));
    }
  }
  return speeds;
}

/** A line in pieces of at most `STEP_DEGREES`, straight in longitude and latitude; points that coincide make none. */
function* piecesOf(line: readonly Place[]): Iterable<[Place, Place]> {
  for (let i = 1; i < line.length; i++) {
    const [[x0, y0], [x1, y1]] = [line[i - 1], line[i]] as [Place, Place];
    const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / STEP_DEGREES);
    const at = (step: number): Place => [x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps];
    for (let step = 0; step < steps; step++) yield [at(step), at(step + 1)];
  }
}
