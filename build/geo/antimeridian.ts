import { vectorOf } from "./sphere.ts";

/** `[longitude, latitude]` in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** Decimal digits of computed points in degrees: an accuracy of about 0.1 m. */
const DIGITS = 6;

/**
 * Cuts a line at the antimeridian, at the latitude where the great circle crosses it. Each crossing ends one piece and starts the
 * next. A line that only touches the antimeridian is not cut.
 *
 * @param line longitudes in [-180, 180]
 */
export function cutLine(line: readonly Position[]): Position[][] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  line.forEach((point, i) => {
    const before = line[i - 1];
    if (before && crosses(before, point)) {
      const latitude = crossingLatitude(before, point);
      addTo(piece, [before[0] < 0 ? -180 : 180, latitude]);
      pieces.push(piece);
      piece = [[before[0] < 0 ? 180 : -180, latitude]];
    }
    addTo(piece, point);
  });
  pieces.push(piece);
  return pieces.filter((points) => points.length > 1);
}

/** Whether the shorter path between two points crosses the antimeridian. */
export function crosses([ax]: Position, [bx]: Position): boolean {
  return Math.abs(ax - bx) > 180;
}

/**
 * Converts a region of the sphere to regions of the plane of longitude and latitude, so that even-odd tests are correct. It is cut
 * at the antimeridian and closed along it and, if the region contains a pole, along the map edge of the pole.
 *
 * After cutting, the chains of points end on the frame of the map. From each end the outline continues along the frame,
 * counter-clockwise, to the start of the next chain, because the region is on the left.
 *
 * @param ring counter-clockwise as seen from outside, the first point not repeated; longitudes in [-180, 180]
 * @returns rings, counter-clockwise, the first point not repeated
 */
export function cutRing(ring: readonly Position[]): Position[][] {
  const start = ring.findIndex(([longitude]) => Math.abs(longitude) < 180);
  if (start === -1) return [];
  const [beginning, ...middle] = cutLine([...ring.slice(start), ...ring.slice(0, start + 1)]);
  const end = middle.pop();
  if (!beginning || !end) return [[...ring]];
  // The ring starts within a chain, so the last and the first points are joined.
  return closeChains([[...end, ...beginning.slice(1)], ...middle]).filter((points) => points.length > 2);
}

function closeChains(chains: readonly Position[][]): Position[][] {
  const open = new Set(chains);
  const rings: Position[][] = [];
  for (const first of open) {
    open.delete(first);
    const ring = [...first];
    for (;;) {
      const end = along(ring.at(-1) as Position);
      // The first chain is also a candidate, because reaching it closes the ring. It is last in the list, for chains that start at
      // the same point.
      const next = nearestStart(end, [...open, first]);
      for (const corner of cornersBetween(end, along(next[0] as Position))) addTo(ring, corner);
      if (next === first) break;
      open.delete(next);
      for (const point of next) addTo(ring, point);
    }
    if (samePoint(ring[0] as Position, ring.at(-1) as Position)) ring.pop();
    rings.push(ring);
  }
  return rings;
}

/** Length of the frame of the map, degrees. */
const FRAME = 1080;

const CORNERS: readonly (readonly [at: number, corner: Position])[] = [
  [180, [180, 90]],
  [540, [-180, 90]],
  [720, [-180, -90]],
  [1080, [180, -90]],
];

/** Distance along the frame of the map, counter-clockwise from its south-east corner, to a point on its east or west side, degrees. */
function along([longitude, latitude]: Position): number {
  return longitude > 0 ? 90 + latitude : 630 - latitude;
}

function onward(from: number, to: number): number {
  return (to - from + FRAME) % FRAME;
}

function nearestStart(end: number, chains: readonly Position[][]): Position[] {
  const distance = (chain: Position[]): number => onward(end, along(chain[0] as Position));
  return chains.reduce((best, chain) => (distance(chain) < distance(best) ? chain : best));
}

function cornersBetween(from: number, to: number): Position[] {
  return CORNERS.map(([at, corner]) => ({ ahead: onward(from, at), corner }))
    .filter(({ ahead }) => ahead <= onward(from, to))
    .toSorted((a, b) => a.ahead - b.ahead)
    .map(({ corner }) => corner);
}

/** Latitude at which the arc between two points crosses the antimeridian, degrees. */
function crossingLatitude([ax, ay]: Position, [bx, by]: Position): number {
  if (Math.abs(ax) === 180) return ay;
  if (Math.abs(bx) === 180) return by;
  const [a, b] = [vectorOf(ay, ax), vectorOf(by, bx)];
  const [wa, wb] = [Math.abs(b[1]), Math.abs(a[1])];
  const latitude = Math.atan2(a[2] * wa + b[2] * wb, Math.abs(a[0] * wa + b[0] * wb)) * (180 / Math.PI);
  return Number(latitude.toFixed(DIGITS));
}

function addTo(points: Position[], point: Position): void {
  const last = points.at(-1);
  if (!last || !samePoint(last, point)) points.push(point);
}

function samePoint(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** An area, degrees. West may be less than -180, and east more than 180. */
export interface Degrees {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The smallest frame around several, also across 180°. */
export function around(frames: readonly Degrees[]): Degrees | undefined {
  const sorted = frames.toSorted((a, b) => a.west - b.west);
  const [first] = sorted;
  if (!first) return undefined;
  // The frame begins after the widest gap between them on the circle of longitudes.
  const gaps: { from: number; to: number }[] = [];
  let reached = first.east;
  let [south, north] = [90, -90];
  for (const one of sorted) {
    if (one.west > reached) gaps.push({ from: reached, to: one.west });
    reached = Math.max(reached, one.east);
    [south, north] = [Math.min(south, one.south), Math.max(north, one.north)];
  }
  gaps.push({ from: reached, to: first.west + 360 });
  const { from, to } = gaps.reduce((widest, gap) => (gap.to - gap.from > widest.to - widest.from ? gap : widest));
  return to >= 180 ? { west: to - 360, east: from, south, north } : { west: to, east: from + 360, south, north };
}
