import type { CountryPart } from "../../geo/point-in-part.ts";
import { createSegmentIndex } from "../../geo/segment-index.ts";
import { EARTH_RADIUS_KM } from "../../geo/sphere.ts";
import type { CountryFacts, PlateBoundary } from "../catalogue.ts";
import { groupBy } from "../group.ts";
import { createPartFinder, type PartFinder } from "../locate/locate-country.ts";

/** Maximum distance between the points of a boundary that are tested for their country, degrees. */
const STEP_DEGREES = 0.1;

/** Maximum error of a distance: a kilometre plus a hundredth, far less than the accuracy of the lines. */
const TOLERANCE = { km: 1, share: 0.01 };

/** Search radius beyond the smallest distance so far: a small one costs less. */
const SEARCH_KM = 100;

const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;

/** More than the distance of any two points of the globe. */
const ANY_DISTANCE_KM = 4 * EARTH_RADIUS_KM;

/**
 * km from the territory of each country to the nearest plate boundary, by ISO 3166-1 alpha-2. It is 0 if a boundary
 * crosses the country, tested at points every 11 km (where only a corner is touched, the distance may come out slightly
 * above 0). Otherwise it is measured from the vertices of the outline, to 1 km and 1 %; for a country without an
 * outline, from its position.
 *
 * @param partAt finder of the same parts, if there is one already
 * @param farthest km; larger distances are reported as this one, which costs less
 */
export function boundaryDistances(
  countries: readonly Pick<CountryFacts, "iso2" | "position">[],
  parts: readonly CountryPart[],
  boundaries: readonly PlateBoundary[],
  partAt: PartFinder<CountryPart> = createPartFinder(parts),
  farthest: number = ANY_DISTANCE_KM,
): ReadonlyMap<string, number> {
  const index = createSegmentIndex(
    boundaries.map(({ line }) => Float64Array.from(line.flat())),
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

function crossedCountries(partAt: PartFinder<CountryPart>, boundaries: readonly PlateBoundary[]): Set<string> {
  const crossed = new Set<string>();
  for (const { line } of boundaries) {
    for (let i = 1; i < line.length; i++) {
      const [[x0, y0], [x1, y1]] = [line[i - 1], line[i]] as [[number, number], [number, number]];
      const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / STEP_DEGREES);
      for (let step = 0; step < steps; step++) {
        const share = step / steps;
        const part = partAt(y0 + share * (y1 - y0), x0 + share * (x1 - x0));
        if (part) crossed.add(part.iso2);
      }
    }
  }
  return crossed;
}

/**
 * The smallest distance from the vertices of the outlines. Between two vertices d km apart, the distance differs by at
 * most d km, so vertices that cannot go below the smallest so far are skipped.
 */
function leastDistance(parts: readonly CountryPart[], distanceAt: DistanceAt, farthest: number): number {
  let best = farthest;
  let [lastX, lastY, cosine, margin] = [0, 0, 1, 0];
  for (const ring of parts.flatMap(({ rings }) => rings.slice(0, 1))) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i] as number, ring[i + 1] as number];
      // Along the parallel of the last vertex, then along the meridian: at least as long as the great circle.
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
