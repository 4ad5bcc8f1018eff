import type { CountryPart } from "../../geo/point-in-part.ts";
import { motionAcross, type RotationPole } from "../../seismology/plate-motion.ts";
import type { CountryFacts, PlateBoundary } from "../catalogue.ts";
import { createPartFinder, type PartFinder } from "../locate/locate-country.ts";
import { boundaryDistances } from "./distance.ts";

/** Distance within which a boundary counts for a country, km: earthquakes of a trench are felt from far off a coast. */
export const BOUNDARY_NEAR_KM = 250;

/** The distinguished speeds, mm a year: half a decade apart. */
export const SPEEDS = [5, 15, 50] as const;

/** Maximum length of a piece, degrees. The speed is that at its midpoint. */
const STEP_DEGREES = 0.5;

type Place = readonly [longitude: number, latitude: number];

/**
 * For each country, the highest of `SPEEDS` at which plates converge or slide past each other less than 250 km from its
 * territory, mm a year, by ISO 3166-1 alpha-2. A country that reaches none is not in the map. Divergent boundaries do
 * not count: plates are thin and warm there, and earthquakes small (Bird, Kagan & Jackson 2002, Geodynamics Series 30,
 * 203).
 *
 * @param poles of the plates, by code; a boundary of a plate without a pole does not count
 * @param partAt finder of the same parts, if there is one already
 */
export function boundarySpeeds(
  countries: readonly Pick<CountryFacts, "iso2" | "position">[],
  parts: readonly CountryPart[],
  boundaries: readonly PlateBoundary[],
  poles: ReadonlyMap<string, RotationPole>,
  partAt: PartFinder<CountryPart> = createPartFinder(parts),
): ReadonlyMap<string, number> {
  const pieces = boundaries.flatMap((boundary) => [...movingPieces(boundary, poles)]);
  const speeds = new Map<string, number>();
  for (const least of SPEEDS.toReversed()) {
    const fast = pieces.flatMap(({ piece, speed }) => (speed >= least ? [piece] : []));
    const left = countries.filter(({ iso2 }) => !speeds.has(iso2));
    const outlines = parts.filter(({ iso2 }) => !speeds.has(iso2));
    if (fast.length === 0) continue;
    for (const [iso2, km] of boundaryDistances(left, outlines, fast, partAt, BOUNDARY_NEAR_KM))
      if (km < BOUNDARY_NEAR_KM && !speeds.has(iso2)) speeds.set(iso2, least);
  }
  return speeds;
}

/** The pieces of a convergent or transform boundary with their speed, mm a year. */
function* movingPieces(boundary: PlateBoundary, poles: ReadonlyMap<string, RotationPole>) {
  const [left, right] = [poles.get(boundary.left), poles.get(boundary.right)];
  if (boundary.type === "divergent" || !left || !right) return;
  for (const [from, to] of piecesOf(boundary.line)) {
    const { opening, rightLateral } = motionAcross(left, right, from, to);
    yield { piece: { ...boundary, line: [from, to] }, speed: Math.hypot(opening, rightLateral) };
  }
}

/** Divides a line into pieces of at most `STEP_DEGREES`, straight in longitude and latitude. Coinciding points make none. */
function* piecesOf(line: readonly Place[]): Iterable<[Place, Place]> {
  for (let i = 1; i < line.length; i++) {
    const [[x0, y0], [x1, y1]] = [line[i - 1], line[i]] as [Place, Place];
    const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / STEP_DEGREES);
    const at = (step: number): Place => [x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps];
    for (let step = 0; step < steps; step++) yield [at(step), at(step + 1)];
  }
}
