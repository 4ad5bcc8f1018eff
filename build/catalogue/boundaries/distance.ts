import type { CountryPart } from "../../geo/point-in-part.ts";
import { createSegmentIndex } from "../../geo/segment-index.ts";
import { EARTH_RADIUS_KM } from "../../geo/sphere.ts";
import { groupBy } from "../../platform/lists.ts";
import { motionAcross, type RotationPole } from "../../seismology/plate-motion.ts";
import type { CountryFacts, PlateBoundary } from "../catalogue.ts";
import { createPartFinder, type PartFinder } from "../locate/locate-country.ts";

/** Largest distance between the points of a boundary at which the country is determined, degrees. */
const STEP_DEGREES = 0.1;

/** Largest error of a distance: one kilometre plus one hundredth, which is far smaller than the error of the lines. */
const TOLERANCE = { km: 1, share: 0.01 };

/** Search radius in addition to the smallest distance so far, km. A small radius makes a search faster. */
const SEARCH_KM = 100;

const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;

/** An upper bound for the distance between any two points of the globe, km. */
const ANY_DISTANCE_KM = 4 * EARTH_RADIUS_KM;

/**
 * Distance from the territory of each country to the nearest plate boundary, km, by ISO 3166-1 alpha-2. It is 0 if a boundary
 * crosses the country, which is tested at points every 11 km (if a boundary only touches a corner, the distance may be slightly
 * above 0). Otherwise it is measured from the vertices of the outline, to 1 km and 1 %; for a country without an outline, from its
 * position.
 *
 * @param partAt finder of the same parts, if there already is one
 * @param farthest km; a larger distance is replaced by this one, which saves time
 */
export function boundaryDistances(
  countries: readonly Pick<CountryFacts, "iso2" | "position">[],
  parts: readonly CountryPart[],
  boundaries: readonly Pick<PlateBoundary, "line">[],
  partAt: PartFinder<CountryPart> = createPartFinder(parts),
  farthest: number = ANY_DISTANCE_KM,
): ReadonlyMap<string, number> {
  const index = createSegmentIndex(
    boundaries.map(({ line }) => ({ rings: [Float64Array.from(line.flat())] })),
    false,
  );
  const distanceAt: DistanceAt = (latitude, longitude, limit) => index.nearest(latitude, longitude, limit)?.km ?? limit;
  const distances = new Map<string, number>();
  for (const iso2 of crossedCountries(partAt, boundaries)) distances.set(iso2, 0);
  for (const [iso2, own] of groupBy(parts, (part) => part.iso2)) {
    if (!distances.has(iso2)) distances.set(iso2, leastDistance(own, distanceAt, farthest));
  }
  for (const { iso2, position } of countries) {
    if (!distances.has(iso2)) distances.set(iso2, distanceAt(position.latitude, position.longitude, farthest));
  }
  return distances;
}

/** km from a position (degrees) to the nearest boundary, at most the limit. */
type DistanceAt = (latitude: number, longitude: number, limit: number) => number;

function crossedCountries(partAt: PartFinder<CountryPart>, boundaries: readonly Pick<PlateBoundary, "line">[]): Set<string> {
  const crossed = new Set<string>();
  for (const { line } of boundaries) {
    for (const [[longitude, latitude]] of piecesOf(line, STEP_DEGREES)) {
      const part = partAt(latitude, longitude);
      if (part) crossed.add(part.iso2);
    }
  }
  return crossed;
}

/**
 * The smallest distance from the vertices of the outlines. If two vertices are d km apart, their distances differ by at most d km.
 * So vertices that cannot give a smaller distance are skipped.
 */
function leastDistance(parts: readonly CountryPart[], distanceAt: DistanceAt, farthest: number): number {
  let best = farthest;
  let [lastX, lastY, cosine, margin] = [0, 0, 1, 0];
  for (const ring of parts.flatMap(({ rings }) => rings.slice(0, 1))) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i] as number, ring[i + 1] as number];
      // An upper bound for the great circle: along the parallel of the last vertex, then along the meridian.
      const way = (Math.abs(x - lastX) * cosine + Math.abs(y - lastY)) * KM_PER_DEGREE;
      if (way < margin) continue;
      const distance = distanceAt(y, x, best + SEARCH_KM);
      best = Math.min(best, distance);
      margin = distance - best + TOLERANCE.km + TOLERANCE.share * best;
      [lastX, lastY, cosine] = [x, y, Math.cos((y * Math.PI) / 180)];
    }
  }
  return best;
}

/** Consecutive boundaries that are joined into one line. */
export interface JoinedBoundary {
  points: (readonly [longitude: number, latitude: number])[];
  /** The boundary of the segment that ends at each point, from the second point on. */
  owners: PlateBoundary[];
}

/** Joins each boundary to the previous one if that ends at its first point: Bird's boundaries are divided wherever the class changes. */
export function joinBoundaries(boundaries: readonly PlateBoundary[]): JoinedBoundary[] {
  const joined: JoinedBoundary[] = [];
  for (const boundary of boundaries) {
    const [first, ...others] = boundary.line;
    if (!first) continue;
    const end = joined.at(-1)?.points.at(-1);
    if (end?.[0] !== first[0] || end[1] !== first[1]) joined.push({ points: [first], owners: [] });
    const one = joined.at(-1) as JoinedBoundary;
    for (const point of others) {
      one.points.push(point);
      one.owners.push(boundary);
    }
  }
  return joined;
}

/** Largest distance at which a boundary counts for a country, km: earthquakes at a trench are felt far from the coast. */
const BOUNDARY_NEAR_KM = 250;

/** Limits of the classes of speed, mm a year: each is about three times the previous one. */
const SPEEDS = [5, 15, 50] as const;

/** Largest length of a piece, degrees. The speed of a piece is that at its midpoint. */
const PIECE_DEGREES = 0.5;

type Place = readonly [longitude: number, latitude: number];

/**
 * For each country, the highest of `SPEEDS` at which plates converge or slide past each other within 250 km of its territory, mm a
 * year, by ISO 3166-1 alpha-2. A country below all of them is not in the map. Divergent boundaries do not count: plates are thin
 * and warm there, and earthquakes are small (Bird, Kagan & Jackson 2002, Geodynamics Series 30, 203).
 *
 * @param poles of the plates, by code; a boundary of a plate without a pole does not count
 * @param partAt finder of the same parts, if there already is one
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
  for (const [from, to] of piecesOf(boundary.line, PIECE_DEGREES)) {
    const { opening, rightLateral } = motionAcross(left, right, from, to);
    yield { piece: { ...boundary, line: [from, to] }, speed: Math.hypot(opening, rightLateral) };
  }
}

/** Divides a line into pieces of at most so many degrees, straight in longitude and latitude. Equal consecutive points make no piece. */
function* piecesOf(line: readonly Place[], degrees: number): Iterable<[Place, Place]> {
  for (let i = 1; i < line.length; i++) {
    const [[x0, y0], [x1, y1]] = [line[i - 1], line[i]] as [Place, Place];
    const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / degrees);
    const at = (step: number): Place => [x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps];
    for (let step = 0; step < steps; step++) yield [at(step), at(step + 1)];
  }
}
