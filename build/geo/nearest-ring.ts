import { segmentChord2 } from "./segment-index.ts";
import { chord2OfKm, EARTH_RADIUS_KM, kmOfChord2, normalLongitude, type Vector, vectorOf, writeVector } from "./sphere.ts";

/** Finds the nearest ring within a distance along the surface. */
type RingFinder = (latitude: number, longitude: number, withinKm: number) => { km: number; ring: number } | null;

/**
 * Finds the ring that is nearest to a position, like the index of `createSegmentIndex`, of which it gives the same distance and the
 * first line. It measures every segment near the position. For a few positions this takes less time than making an index.
 *
 * @param rings each `[longitude, latitude, …]` in degrees
 */
export function createRingFinder(rings: readonly Float64Array[]): RingFinder {
  const spans = rings.map(spanOf);
  return (latitude, longitude, withinKm) => {
    const area = areaAround(latitude, longitude, withinKm);
    const search: Search = { point: vectorOf(latitude, longitude), best: chord2OfKm(withinKm), ring: null };
    for (const [number, ring] of rings.entries()) {
      const { south, north, isWide } = spans[number] as Span;
      if (isWide || (north >= area.south && south <= area.north)) searchRing(ring, number, area, search);
    }
    return search.ring === null ? null : { km: kmOfChord2(search.best), ring: search.ring };
  };
}

interface Search {
  point: Vector;
  /** Squared chord to the nearest segment so far, or the limit. */
  best: number;
  /** The first ring at that distance. */
  ring: number | null;
}

const RADIANS = Math.PI / 180;

/** A segment that spans more degrees of longitude is always measured, because its great circle may be far from its ends. */
const NARROW_DEGREES = 2;

/**
 * By how much the great circle of a narrow segment exceeds the latitudes of its ends, at most, degrees: tan φ' = tan φ / cos(Δλ/2),
 * which is largest near 45°. It is rounded up.
 */
const BULGE_DEGREES = 0.01;

interface Span {
  south: number;
  north: number;
  /** Whether it has a segment that is not narrow. */
  isWide: boolean;
}

function spanOf(ring: Float64Array): Span {
  let [south, north, widest] = [90, -90, 0];
  let before = ring.at(-2) as number;
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i] as number;
    const y = ring[i + 1] as number;
    if (y < south) south = y;
    if (y > north) north = y;
    const width = x < before ? before - x : x - before;
    if (width > widest) widest = width;
    before = x;
  }
  return { south, north, isWide: widest > NARROW_DEGREES };
}

/** Latitudes and longitudes near a position, degrees. */
interface Area {
  south: number;
  north: number;
  longitude: number;
  /** Largest difference in longitude. */
  reach: number;
}

/** An area that contains an end of every narrow segment within a distance of a position. */
function areaAround(latitude: number, longitude: number, withinKm: number): Area {
  const radius = withinKm / EARTH_RADIUS_KM / RADIANS + BULGE_DEGREES;
  const [south, north] = [latitude - radius, latitude + radius];
  const hasPole = south <= -90 || north >= 90;
  // The longitudes that a circle around a point covers: sin Δλ = sin r / cos φ (Bronstein, spherical trigonometry).
  const sine = Math.sin(radius * RADIANS) / Math.cos(latitude * RADIANS);
  const reach = hasPole ? 180 : Math.asin(Math.min(1, sine)) / RADIANS + NARROW_DEGREES;
  return { south, north, longitude: normalLongitude(longitude), reach };
}

function searchRing(ring: Float64Array, number: number, area: Area, search: Search): void {
  const ends = new Float64Array(6);
  let x1 = ring.at(-2) as number;
  let y1 = ring.at(-1) as number;
  for (let i = 0; i < ring.length; i += 2) {
    const x2 = ring[i] as number;
    const y2 = ring[i + 1] as number;
    if (isNear(area, x1, y1, x2, y2)) {
      writeVector(ends, 0, y1, x1);
      writeVector(ends, 3, y2, x2);
      const distance = segmentChord2(search.point, ends, 0, 3);
      if (distance < search.best || (distance === search.best && search.ring === null)) {
        search.best = distance;
        search.ring = number;
      }
    }
    x1 = x2;
    y1 = y2;
  }
}

function isNear({ south, north, longitude, reach }: Area, x1: number, y1: number, x2: number, y2: number): boolean {
  if (x2 - x1 > NARROW_DEGREES || x1 - x2 > NARROW_DEGREES) return true;
  if ((y1 < south && y2 < south) || (y1 > north && y2 > north)) return false;
  return Math.min(apart(x1, longitude), apart(x2, longitude)) <= reach;
}

/** The difference of two longitudes, degrees. */
function apart(a: number, b: number): number {
  return Math.abs(((a - b + 900) % 360) - 180);
}
