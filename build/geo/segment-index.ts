import { type Box, type Boxed, createTree, type Search, type Tree, visitNear } from "./box-tree.ts";
import { chord2OfKm, kmOfChord2, type Vector, vectorOf, writeVector } from "./sphere.ts";

/** The great-circle segment of a line that is nearest to a point. */
interface NearestSegment {
  /** Index of the line. */
  line: number;
  /** Index of the segment, which goes from point `segment` of the line to the next one (from the last point of a ring to its first). */
  segment: number;
}

interface SegmentIndex {
  /**
   * The nearest segments to a position in degrees, if there is one within `withinKm`: one segment, or several that share the
   * nearest vertex, in the order of the lines. `km` is the distance along the surface.
   */
  nearest(latitude: number, longitude: number, withinKm: number): { km: number; segments: NearestSegment[] } | null;
}

/** Number of segments in a leaf. They are neighbours along a line, so their box is small if each is a few km long. */
const LEAF_SEGMENTS = 16;

/** Number of leaves in a stretch. */
const STRETCH_LEAVES = 32;

/**
 * Makes an index of great-circle segments: runs of neighbouring segments with bounding boxes in three-dimensional space, and above
 * them a binary tree of boxes, each of which is divided at the median of its longest axis. In three dimensions, poles and the
 * antimeridian need no special cases. Segments must be shorter than half of the circumference. Repeated points are allowed.
 *
 * There is a tree of stretches, whose boxes follow from the bounds of their coordinates, and a tree of runs in each stretch, which is
 * made when a search comes near it: a build that locates a few points of the world needs few of them.
 *
 * @param lines each `[longitude, latitude, …]` in degrees
 * @param closed whether a segment joins the last point of each line to the first
 * @param leafSegments number of segments in a leaf; a smaller number makes smaller boxes, for long segments, and a larger tree
 */
export function createSegmentIndex(lines: readonly Float64Array[], closed: boolean, leafSegments: number = LEAF_SEGMENTS): SegmentIndex {
  const stretches = createTree(lines.flatMap((line, index) => stretchesOf(line, index, closed, leafSegments)));
  return {
    nearest: (latitude, longitude, withinKm) => {
      const search: SegmentSearch = { point: vectorOf(latitude, longitude), best: chord2OfKm(withinKm), found: [] };
      visitNear(stretches, search, ({ runs }) => {
        const { vectors, tree } = runs();
        visitNear(tree, search, (run) => visitRun(run, search, vectors));
      });
      if (search.found.length === 0) return null;
      const segments = search.found.toSorted((a, b) => a.line - b.line || a.segment - b.segment);
      return { km: kmOfChord2(search.best), segments };
    },
  };
}

/** Neighbouring segments of a line. */
interface Run extends NearestSegment, Boxed {
  /** Index of the first segment in its stretch. */
  first: number;
  count: number;
}

/** The runs of a stretch, and the ends of its segments. */
interface Runs {
  vectors: Float64Array;
  tree: Tree<Run>;
}

/** A longer part of a line. Its runs are made at the first call. */
interface Stretch extends Boxed {
  runs: () => Runs;
}

interface SegmentSearch extends Search {
  found: NearestSegment[];
}

/** @param index of the line */
function stretchesOf(line: Float64Array, index: number, closed: boolean, leafSegments: number): Stretch[] {
  const points = line.length / 2;
  return parts(points - (closed ? 0 : 1), STRETCH_LEAVES * leafSegments).map(([segment, count]) => {
    let made: Runs | undefined;
    const runs = () => (made ??= runsOf(line, index, segment, count, leafSegments));
    return { box: boxOfStretch(line, segment, count), runs };
  });
}

function runsOf(line: Float64Array, index: number, segment: number, count: number, leafSegments: number): Runs {
  const vectors = vectorsOf(line, segment, count);
  const runs = parts(count, leafSegments).map(([first, own]): Run => {
    return { line: index, segment: segment + first, first, count: own, box: boxOfRun(vectors, first, own) };
  });
  return { vectors, tree: createTree(runs) };
}

/** Divides a number of segments into parts of at most a size: the first segment and the number of each. */
function parts(segments: number, most: number): [first: number, count: number][] {
  return Array.from({ length: Math.ceil(Math.max(segments, 0) / most) }, (_, part) => {
    return [part * most, Math.min(most, segments - part * most)];
  });
}

/** The vectors of the ends of segments, one more than there are segments. */
function vectorsOf(line: Float64Array, segment: number, count: number): Float64Array {
  const vectors = new Float64Array((count + 1) * 3);
  for (let i = 0; i <= count; i++) {
    const at = (2 * (segment + i)) % line.length;
    writeVector(vectors, 3 * i, line[at + 1] as number, line[at] as number);
  }
  return vectors;
}

const RADIANS = Math.PI / 180;

/** More than the rounding errors of a box. */
const MARGIN = 1e-9;

/** A box around segments, which may be larger than need be. It follows from the bounds of their longitudes and latitudes. */
function boxOfStretch(line: Float64Array, segment: number, count: number): Box {
  let x = line[2 * segment] as number;
  let y = line[2 * segment + 1] as number;
  let [west, south, east, north, longest] = [x, y, x, y, 0];
  for (let i = 1; i <= count; i++) {
    const at = (2 * (segment + i)) % line.length;
    const [nextX, nextY] = [line[at] as number, line[at + 1] as number];
    const turn = Math.abs(nextX - x);
    const step = (turn > 180 ? Math.abs(360 - turn) : turn) + Math.abs(nextY - y);
    if (step > longest) longest = step;
    x = nextX;
    y = nextY;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  const [low, high] = [Math.cos(Math.max(-south, north) * RADIANS), cosines(south, north)[1]];
  const scaled = ([least, most]: readonly [number, number]) =>
    [Math.min(low * least, high * least), Math.max(low * most, high * most)] as const;
  const [xs, ys] = [scaled(cosines(west, east)), scaled(cosines(west - 90, east - 90))];
  // An arc is nowhere farther from its chord than the sagitta, and the longest arc is no longer than its steps along both axes.
  const sagitta = 1 - Math.cos(Math.min(90, longest / 2) * RADIANS) + MARGIN;
  return [
    xs[0] - sagitta,
    ys[0] - sagitta,
    Math.sin(south * RADIANS) - sagitta,
    xs[1] + sagitta,
    ys[1] + sagitta,
    Math.sin(north * RADIANS) + sagitta,
  ];
}

/** The smallest and the largest cosine of the angles from one to another, degrees. */
function cosines(from: number, to: number): [least: number, most: number] {
  const [a, b] = [Math.cos(from * RADIANS), Math.cos(to * RADIANS)];
  const isBetween = (angle: number) => Math.floor((to - angle) / 360) >= Math.ceil((from - angle) / 360);
  return [isBetween(180) ? -1 : Math.min(a, b), isBetween(0) ? 1 : Math.max(a, b)];
}

/** @param first index of the first segment, whose ends are the vectors `first` and `first + 1` */
function boxOfRun(vectors: Float64Array, first: number, count: number): Box {
  const box: Box = [1, 1, 1, -1, -1, -1];
  let longest2 = 0;
  for (let at = 3 * first; at <= 3 * (first + count); at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = vectors[at + axis] as number;
      if (value < (box[axis] as number)) box[axis] = value;
      if (value > (box[axis + 3] as number)) box[axis + 3] = value;
    }
    if (at > 3 * first) longest2 = Math.max(longest2, chord2(vectors, at, at - 3));
  }
  // The largest distance between an arc and its chord is the sagitta, 1 - √(1 - chord²/4).
  const sagitta = 1 - Math.sqrt(Math.max(0, 1 - longest2 / 4));
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = (box[axis] as number) - sagitta;
    box[axis + 3] = (box[axis + 3] as number) + sagitta;
  }
  return box;
}

function chord2(vectors: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) sum += ((vectors[a + axis] as number) - (vectors[b + axis] as number)) ** 2;
  return sum;
}

/** @param vectors of the stretch */
function visitRun({ line, segment, first, count }: Run, search: SegmentSearch, vectors: Float64Array): void {
  for (let i = 0; i < count; i++) {
    const at = 3 * (first + i);
    const distance = segmentChord2(search.point, vectors, at, at + 3);
    if (distance > search.best) continue;
    if (distance < search.best) search.found = [];
    search.best = distance;
    search.found.push({ line, segment: segment + i });
  }
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
