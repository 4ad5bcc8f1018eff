import type { Shape } from "./segment-index.ts";

/** A connected piece of a country's territory. */
export interface CountryPart extends Shape {
  /** ISO 3166-1 alpha-2. */
  iso2: string;
  /**
   * The outline, then the holes. Each is `[longitude, latitude, longitude, latitude, …]` in degrees; the first point is not
   * repeated. Planar: cut at the antimeridian and closed over the pole, so that even-odd tests are correct; edges are straight in
   * longitude and latitude.
   */
  rings: readonly Float64Array[];
}

/** A polygon in the plane of longitude and latitude, which belongs to a country or a plate. */
export type Part = Omit<CountryPart, "iso2">;

/** Whether a part contains a point (degrees). If two parts share a border, exactly one of them contains a point on it. */
export type PointTest = (longitude: number, latitude: number) => boolean;

/** Approximate number of edges in a band: a few more comparisons take less time than a finer table. */
const EDGES_PER_BAND = 16;

/**
 * Makes an even-odd test for the rings of a part in the plane of longitude and latitude. The edges are sorted into bands of
 * latitude, so that a test compares a few tens of edges and not all edges of a country like Canada.
 *
 * A point on an edge belongs to the side east of it. Each edge is evaluated from its southern end, whatever the direction of its
 * ring. So both neighbours of a border compute the same number, including rounding, and give opposite answers.
 */
export function createPointTest({ rings }: Pick<Part, "rings">): PointTest {
  const edges = edgesOf(rings);
  const { south, height, starts, members } = bandsOf(edges);
  return (longitude, latitude) => {
    const band = Math.floor((latitude - south) / height);
    if (!(band >= 0 && band < starts.length - 1)) return false;
    let inside = false;
    for (let i = starts[band] as number; i < (starts[band + 1] as number); i++) {
      const at = members[i] as number;
      const y1 = edges[at + 1] as number;
      const y2 = edges[at + 3] as number;
      if (latitude < y1 || latitude >= y2) continue;
      const x1 = edges[at] as number;
      const x = x1 + ((latitude - y1) * ((edges[at + 2] as number) - x1)) / (y2 - y1);
      if (longitude < x) inside = !inside;
    }
    return inside;
  };
}

/** The edges that are not horizontal, southern end first: four numbers each. */
function edgesOf(rings: readonly Float64Array[]): Float64Array {
  const edges = new Float64Array(2 * rings.reduce((sum, ring) => sum + ring.length, 0));
  let length = 0;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      if (ring[i + 1] === ring[j + 1]) continue;
      const [low, high] = (ring[i + 1] as number) < (ring[j + 1] as number) ? [i, j] : [j, i];
      edges[length++] = ring[low] as number;
      edges[length++] = ring[low + 1] as number;
      edges[length++] = ring[high] as number;
      edges[length++] = ring[high + 1] as number;
    }
  }
  return edges.subarray(0, length);
}

/** The edges of band `b` are `members[starts[b]]` to before `members[starts[b + 1]]`. */
function bandsOf(edges: Float64Array) {
  let [south, north] = [90, -90];
  for (let at = 0; at < edges.length; at += 4) {
    south = Math.min(south, edges[at + 1] as number);
    north = Math.max(north, edges[at + 3] as number);
  }
  const count = Math.max(1, Math.ceil(edges.length / 4 / EDGES_PER_BAND));
  // Slightly taller than the part, so that its northern end is in the last band.
  const height = ((north - south) * (1 + 1e-12)) / count;
  // The first and the last band of each edge.
  const spans = new Uint32Array(edges.length / 2);
  for (let edge = 0; edge < spans.length; edge++)
    spans[edge] = Math.min(count - 1, Math.floor(((edges[2 * edge + 1] as number) - south) / height));
  return { south, height, ...membersOf(spans, count) };
}

/** The edges of each band, by a counting sort. */
function membersOf(spans: Uint32Array, count: number): { starts: Uint32Array; members: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let edge = 0; edge < spans.length; edge += 2)
    for (let band = spans[edge] as number; band <= (spans[edge + 1] as number); band++) starts[band + 1] = (starts[band + 1] as number) + 1;
  for (let band = 0; band < count; band++) starts[band + 1] = (starts[band + 1] as number) + (starts[band] as number);
  const next = starts.slice();
  const members = new Uint32Array(starts[count] as number);
  for (let edge = 0; edge < spans.length; edge += 2)
    for (let band = spans[edge] as number; band <= (spans[edge + 1] as number); band++) members[(next[band] as number)++] = 2 * edge;
  return { starts, members };
}
