import { chord2OfKm, kmOfChord2, type Vector, vectorOf, writeVector } from "./sphere.ts";

/** The great-circle segment of a line that is nearest to a point. */
interface NearestSegment {
  /** Index of the line. */
  line: number;
  /**
   * Index of the segment, which goes from point `segment` of the line to the next one (from the last point of a ring to its first).
   */
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

/**
 * Makes an index of great-circle segments: runs of neighbouring segments with bounding boxes in three-dimensional space, and above
 * them a binary tree of boxes, each of which is divided at the median of its longest axis. In three dimensions, poles and the
 * antimeridian need no special cases. Segments must be shorter than half of the circumference. Repeated points are allowed.
 *
 * @param lines each `[longitude, latitude, …]` in degrees
 * @param closed whether a segment joins the last point of each line to the first
 * @param leafSegments number of segments in a leaf; a smaller number makes smaller boxes, for long segments, and a larger tree
 */
export function createSegmentIndex(
  lines: readonly Float64Array[],
  closed: boolean,
  leafSegments: number = LEAF_SEGMENTS,
): SegmentIndex {
  const vectors = lines.map(vectorsOf);
  const tree = createTree(runsOf(vectors, closed, leafSegments));
  return {
    nearest: (latitude, longitude, withinKm) => {
      const search: Search = { point: vectorOf(latitude, longitude), best: chord2OfKm(withinKm), found: [] };
      visit(1, boxDistance2(tree, 1, search.point), search, tree, vectors);
      if (search.found.length === 0) return null;
      const segments = search.found.toSorted((a, b) => a.line - b.line || a.segment - b.segment);
      return { km: kmOfChord2(search.best), segments };
    },
  };
}

interface Run extends NearestSegment {
  count: number;
  box: Box;
}

/** Minimum and maximum x, y, z. */
type Box = [number, number, number, number, number, number];

interface Tree {
  runs: readonly (Run | undefined)[];
  /**
   * The smallest power of two that is not below the number of runs. Run `i` is node `leaves + i`; node `n` has the children `2n`
   * and `2n + 1`.
   */
  leaves: number;
  /** Six numbers for each node. */
  boxes: Float64Array;
}

interface Search {
  point: Vector;
  /** Squared chord to the nearest segment so far. */
  best: number;
  found: NearestSegment[];
}

function vectorsOf(line: Float64Array): Float64Array {
  const vectors = new Float64Array((line.length / 2) * 3);
  for (let i = 0; i < line.length / 2; i++) {
    writeVector(vectors, 3 * i, line[2 * i + 1] as number, line[2 * i] as number);
  }
  return vectors;
}

function runsOf(vectors: readonly Float64Array[], closed: boolean, most: number): Run[] {
  return vectors.flatMap((line, index) => {
    const segments = line.length / 3 - (closed ? 0 : 1);
    return Array.from({ length: Math.ceil(Math.max(segments, 0) / most) }, (_, run): Run => {
      const segment = run * most;
      const count = Math.min(most, segments - segment);
      return { line: index, segment, count, box: boxOfRun(line, segment, count) };
    });
  });
}

function boxOfRun(line: Float64Array, segment: number, count: number): Box {
  const box: Box = [1, 1, 1, -1, -1, -1];
  let longest2 = 0;
  for (let i = segment; i <= segment + count; i++) {
    const at = (3 * i) % line.length;
    for (let axis = 0; axis < 3; axis++) {
      const value = line[at + axis] as number;
      if (value < (box[axis] as number)) box[axis] = value;
      if (value > (box[axis + 3] as number)) box[axis + 3] = value;
    }
    if (i > segment) longest2 = Math.max(longest2, chord2(line, at, (3 * (i - 1)) % line.length));
  }
  // The largest distance between an arc and its chord is the sagitta, 1 - √(1 - chord²/4).
  const sagitta = 1 - Math.sqrt(Math.max(0, 1 - longest2 / 4));
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = (box[axis] as number) - sagitta;
    box[axis + 3] = (box[axis + 3] as number) + sagitta;
  }
  return box;
}

function chord2(line: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) sum += ((line[a + axis] as number) - (line[b + axis] as number)) ** 2;
  return sum;
}

function createTree(unsorted: readonly Run[]): Tree {
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, unsorted.length)));
  const runs: (Run | undefined)[] = Array.from({ length: leaves });
  halve(Float64Array.from(unsorted.keys()), 0, leaves, middlesOf(unsorted), (leaf, run) => {
    runs[leaf] = unsorted[run];
  });
  // A node without a run has an empty box, whose distance is infinite.
  const boxes = new Float64Array(12 * leaves).fill(Infinity);
  for (let at = 6 * leaves; at < boxes.length; at += 6) boxes.fill(-Infinity, at + 3, at + 6);
  runs.forEach((run, i) => run && boxes.set(run.box, 6 * (leaves + i)));
  for (let node = leaves - 1; node >= 1; node--) {
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * node + axis] = Math.min(boxes[12 * node + axis] as number, boxes[12 * node + 6 + axis] as number);
      boxes[6 * node + 3 + axis] = Math.max(
        boxes[12 * node + 3 + axis] as number,
        boxes[12 * node + 9 + axis] as number,
      );
    }
  }
  return { runs, leaves, boxes };
}

/** The centres of the boxes on each axis, as integers from 0 to 2³⁰. */
function middlesOf(runs: readonly Run[]): Float64Array[] {
  return [0, 1, 2].map((axis) =>
    Float64Array.from(runs, ({ box }) => Math.round(((box[axis] as number) + (box[axis + 3] as number) + 2) * 2 ** 28)),
  );
}

/**
 * A sort key is a single number: the centre of the box times this, plus the index of the run. So no comparison function is needed.
 */
const MAX_RUNS = 2 ** 22;

/** A smaller number of runs is not sorted, because the runs are already neighbours. */
const FEW = 4;

/**
 * Assigns runs to leaves: sorts by the longest axis, puts the lower half into the first half of the leaves, and
 * recurses.
 *
 * @param keys the indexes of the runs, each with any multiple of `MAX_RUNS`; sorted in place
 */
function halve(
  keys: Float64Array,
  start: number,
  leaves: number,
  middles: readonly Float64Array[],
  put: (leaf: number, run: number) => void,
): void {
  if (keys.length <= FEW) {
    for (let i = 0; i < keys.length; i++) put(start + i, runOf(keys, i));
    return;
  }
  const along = middles[longestAxis(keys, middles)] as Float64Array;
  for (let i = 0; i < keys.length; i++) {
    const run = runOf(keys, i);
    keys[i] = (along[run] as number) * MAX_RUNS + run;
  }
  keys.sort();
  const half = Math.ceil(keys.length / 2);
  halve(keys.subarray(0, half), start, leaves / 2, middles, put);
  halve(keys.subarray(half), start + leaves / 2, leaves / 2, middles, put);
}

function runOf(keys: Float64Array, i: number): number {
  const key = keys[i] as number;
  return key - Math.floor(key / MAX_RUNS) * MAX_RUNS;
}

function longestAxis(keys: Float64Array, middles: readonly Float64Array[]): number {
  const spreads = middles.map((along) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = 0; i < keys.length; i++) {
      const middle = along[runOf(keys, i)] as number;
      if (middle < least) least = middle;
      if (middle > most) most = middle;
    }
    return most - least;
  });
  return spreads.indexOf(Math.max(...spreads));
}

/** Squared distance in space to a node's box: at most the squared chord to any of its segments. */
function boxDistance2({ boxes }: Tree, node: number, point: Vector): number {
  const at = 6 * node;
  const dx = Math.max((boxes[at] as number) - point[0], point[0] - (boxes[at + 3] as number), 0);
  const dy = Math.max((boxes[at + 1] as number) - point[1], point[1] - (boxes[at + 4] as number), 0);
  const dz = Math.max((boxes[at + 2] as number) - point[2], point[2] - (boxes[at + 5] as number), 0);
  return dx * dx + dy * dy + dz * dz;
}

/** Tolerance for rounding, so that a shared vertex on the edge of a box is not missed. */
const SLACK = 1e-15;

/** Visits the nearer child first, and skips nodes that are farther than the best segment so far. */
function visit(node: number, bound: number, search: Search, tree: Tree, vectors: readonly Float64Array[]): void {
  if (bound > search.best + SLACK) return;
  if (node >= tree.leaves) {
    const run = tree.runs[node - tree.leaves];
    if (run) visitRun(run, search, vectors[run.line] as Float64Array);
    return;
  }
  const left = boxDistance2(tree, 2 * node, search.point);
  const right = boxDistance2(tree, 2 * node + 1, search.point);
  const near = left <= right ? 2 * node : 2 * node + 1;
  visit(near, Math.min(left, right), search, tree, vectors);
  visit(near ^ 1, Math.max(left, right), search, tree, vectors);
}

function visitRun({ line, segment, count }: Run, search: Search, vectors: Float64Array): void {
  for (let i = segment; i < segment + count; i++) {
    const distance = segmentChord2(search.point, vectors, 3 * i, (3 * i + 3) % vectors.length);
    if (distance > search.best) continue;
    if (distance < search.best) search.found = [];
    search.best = distance;
    search.found.push({ line, segment: i });
  }
}

/** Squared chord from the unit vector `p` to the nearest point of the minor arc between two of `vectors`. */
function segmentChord2(p: Vector, vectors: Float64Array, a: number, b: number): number {
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
