import Flatbush from "flatbush";
import { type Box, boxesAround, chord2OfKm, kmOfChord2, type Vector, vectorOf, writeVector } from "./sphere.ts";

/** The great-circle segment of a shape that is nearest to a point. */
interface NearestSegment {
  /** Index of the shape. */
  shape: number;
  /** Index of the segment, which goes from point `segment` of a line to the next one (from the last point of a ring to its first). */
  segment: number;
}

interface SegmentIndex {
  /**
   * The nearest segments to a position in degrees, if there is one within `withinKm`: one segment, or several that share the
   * nearest vertex, in the order of the shapes. `km` is the distance along the surface.
   */
  nearest(latitude: number, longitude: number, withinKm: number): { km: number; segments: NearestSegment[] } | null;
}

/** One or more lines, or rings. */
export interface Shape {
  /** What contains all of its great circles, as `boxOfLines` computes it. Where it is known, lines are read when a search comes near. */
  box?: Box;
  /** Each `[longitude, latitude, …]` in degrees, longitudes in [-180, 180]. */
  rings: readonly Float64Array[];
}

/** Number of segments in a run. They are neighbours along a line, so their box is small if each is a few km long. */
const RUN_SEGMENTS = 32;

/** Radius of the first search, km, and by how much each further one is larger. */
const FIRST_KM = 25;
const WIDER = 3;

/**
 * Makes an index of great-circle segments: an R-tree of the boxes of shapes and, for each shape that a search comes near, one of its runs
 * of neighbouring segments. A search looks at the runs whose boxes touch a circle around the position, and widens the circle until it
 * finds one. Segments must be shorter than half of the circumference. Repeated points are allowed.
 *
 * @param closed whether a segment joins the last point of each line to the first
 */
export function createSegmentIndex(shapes: readonly Shape[], closed: boolean): SegmentIndex {
  const boxes = treeOf(shapes.map((shape) => shape.box ?? boxOfLines(shape.rings, closed)));
  const known: ShapeIndex[] = [];
  return {
    nearest: (latitude, longitude, withinKm) => {
      const search: SegmentSearch = { point: vectorOf(latitude, longitude), best: 0, found: [] };
      for (let km = Math.min(FIRST_KM, withinKm); ; km = Math.min(WIDER * km, withinKm)) {
        search.best = chord2OfKm(km);
        const around = boxesAround(km, latitude, longitude);
        for (const shape of touching(boxes, around)) {
          const { runs, tree } = (known[shape] ??= indexOf(shapes[shape], shape, closed));
          for (const run of touching(tree, around)) measure(runs[run], search);
        }
        if (search.found.length > 0 || km === withinKm) break;
      }
      if (search.found.length === 0) return null;
      const segments = search.found.toSorted((a, b) => a.shape - b.shape || a.segment - b.segment);
      return { km: kmOfChord2(search.best), segments };
    },
  };
}

/** The box of all great circles of lines or rings, degrees. */
export function boxOfLines(lines: readonly Float64Array[], closed: boolean): Box {
  const all: Box = [180, 90, -180, -90];
  for (const [west, south, east, north] of lines.flatMap((line) => runsOf(line, 0, closed)).map(boxOf)) {
    if (west < all[0]) all[0] = west;
    if (south < all[1]) all[1] = south;
    if (east > all[2]) all[2] = east;
    if (north > all[3]) all[3] = north;
  }
  return all;
}

interface ShapeIndex {
  runs: readonly Run[];
  tree: Flatbush;
}

function indexOf(shape: Shape | undefined, index: number, closed: boolean): ShapeIndex {
  const runs = (shape?.rings ?? []).flatMap((line) => runsOf(line, index, closed));
  return { runs, tree: treeOf(runs.map(boxOf)) };
}

function treeOf(boxes: readonly Box[]): Flatbush {
  const tree = new Flatbush(Math.max(1, boxes.length));
  for (const box of boxes) tree.add(...box);
  if (boxes.length === 0) tree.add(0, 0);
  tree.finish();
  return tree;
}

/** What is across the antimeridian is in several boxes. */
function touching(tree: Flatbush, [box, ...others]: readonly Box[]): Iterable<number> {
  const found = box ? tree.search(...box) : [];
  return others.length === 0 ? found : new Set([...found, ...others.flatMap((other) => tree.search(...other))]);
}

/** Neighbouring segments of a line. */
interface Run extends NearestSegment {
  points: Float64Array;
  count: number;
  /** The ends of its segments, which are computed when they are first needed. */
  vectors: Float64Array | undefined;
}

interface SegmentSearch {
  point: Vector;
  /** Squared chord to the nearest segment so far, or the limit. */
  best: number;
  found: NearestSegment[];
}

/** Divides a line into runs. @param shape index of its shape */
function runsOf(points: Float64Array, shape: number, closed: boolean): Run[] {
  const segments = points.length / 2 - (closed ? 0 : 1);
  return Array.from({ length: Math.ceil(Math.max(segments, 0) / RUN_SEGMENTS) }, (_, run) => {
    const segment = run * RUN_SEGMENTS;
    return { shape, segment, points, count: Math.min(RUN_SEGMENTS, segments - segment), vectors: undefined };
  });
}

const RADIANS = Math.PI / 180;

/** More than the rounding errors of a box, degrees. */
const MARGIN = 1e-6;

/** All longitudes and latitudes of the great circles of a run, degrees. */
function boxOf({ points, segment, count }: Run): Box {
  let x = points[2 * segment] as number;
  let [west, south, east, north, widest] = [x, 90, x, -90, 0];
  for (let i = 0; i <= count; i++) {
    const at = (2 * (segment + i)) % points.length;
    const nextX = points[at] as number;
    const y = points[at + 1] as number;
    const width = Math.abs(nextX - x);
    // At a pole all longitudes are the same point.
    if (width > widest && Math.abs(y) < 90) widest = width;
    if (nextX < west) west = nextX;
    if (nextX > east) east = nextX;
    if (y < south) south = y;
    if (y > north) north = y;
    x = nextX;
  }
  // A segment across the antimeridian has the longitudes beyond its ends.
  if (widest > 180) return [-180, -90, 180, 90];
  return [west, -bulged(-south, widest) - MARGIN, east, bulged(north, widest) + MARGIN];
}

/**
 * The highest latitude of a great circle between points up to a latitude, degrees: tan φ' = tan φ / cos(Δλ/2). South of the equator it
 * does not rise above its ends.
 */
function bulged(latitude: number, width: number): number {
  if (latitude <= 0 || latitude >= 90) return latitude;
  return Math.atan2(Math.tan(latitude * RADIANS), Math.cos((width / 2) * RADIANS)) / RADIANS;
}

function measure(run: Run | undefined, search: SegmentSearch): void {
  if (!run) return;
  const { shape, segment, count } = run;
  const vectors = (run.vectors ??= vectorsOf(run));
  for (let i = 0; i < count; i++) {
    const distance = segmentChord2(search.point, vectors, 3 * i, 3 * i + 3);
    if (distance > search.best) continue;
    if (distance < search.best) search.found = [];
    search.best = distance;
    search.found.push({ shape, segment: segment + i });
  }
}

function vectorsOf({ points, segment, count }: Run): Float64Array {
  const vectors = new Float64Array((count + 1) * 3);
  for (let i = 0; i <= count; i++) {
    const at = (2 * (segment + i)) % points.length;
    writeVector(vectors, 3 * i, points[at + 1] as number, points[at] as number);
  }
  return vectors;
}

/** Squared chord from the unit vector `p` to the nearest point of the minor arc between two of `vectors`. */
export function segmentChord2(p: Vector, vectors: Float64Array, a: number, b: number): number {
  const [ax, ay, az] = [vectors[a] as number, vectors[a + 1] as number, vectors[a + 2] as number];
  const [bx, by, bz] = [vectors[b] as number, vectors[b + 1] as number, vectors[b + 2] as number];
  const [px, py, pz] = p;
  const toA = (px - ax) ** 2 + (py - ay) ** 2 + (pz - az) ** 2;
  const toB = (px - bx) ** 2 + (py - by) ** 2 + (pz - bz) ** 2;
  const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const length2 = nx * nx + ny * ny + nz * nz;
  // The foot of the perpendicular is on the arc if p is on the inner side of two planes: those through an end of the arc,
  // perpendicular to it.
  const beyondA = (ny * az - nz * ay) * px + (nz * ax - nx * az) * py + (nx * ay - ny * ax) * pz;
  const beforeB = (by * nz - bz * ny) * px + (bz * nx - bx * nz) * py + (bx * ny - by * nx) * pz;
  if (length2 === 0 || beyondA <= 0 || beforeB <= 0) return Math.min(toA, toB);
  const sine2 = Math.min(1, (nx * px + ny * py + nz * pz) ** 2 / length2);
  // This form of 2 - 2 cos keeps the significant digits of small angles.
  return (2 * sine2) / (1 + Math.sqrt(1 - sine2));
}
