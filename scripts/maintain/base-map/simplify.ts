const UNITS = 1000;
/** Beyond it the Mercator projection is not drawn. */
const LAST_LATITUDE = 85;

/** Northing on a Mercator map whose degrees of longitude are units: what a line looks like on the screen counts. */
export function northing(latitude: number): number {
  const clamped = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return (Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) * 180) / Math.PI;
}

/**
 * A line with fewer points (Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727): nowhere further from the given one
 * than the tolerance, its ends kept. A closed line keeps its furthest point too.
 *
 * @param points thousandths of a degree, `[longitude, latitude, …]`
 * @param tolerance degrees of longitude on a Mercator map
 */
export function simplified(points: readonly number[], tolerance: number): number[] {
  const count = points.length / 2;
  const x = Float64Array.from({ length: count }, (_, at) => (points[2 * at] as number) / UNITS);
  const y = Float64Array.from({ length: count }, (_, at) => northing((points[2 * at + 1] as number) / UNITS));
  const kept = new Uint8Array(count);
  kept[0] = kept[count - 1] = 1;
  const open: [number, number][] = [[0, count - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [furthest, distance] = furthestOf(x, y, from, to);
    const closed = x[from] === x[to] && y[from] === y[to];
    if (furthest <= from || (distance <= tolerance && !closed)) continue;
    kept[furthest] = 1;
    open.push([from, furthest], [furthest, to]);
  }
  return points.filter((_, at) => kept[at >> 1] === 1);
}

function furthestOf(x: Float64Array, y: Float64Array, from: number, to: number): [at: number, distance: number] {
  const x0 = x[from] as number;
  const y0 = y[from] as number;
  const dx = (x[to] as number) - x0;
  const dy = (y[to] as number) - y0;
  const length = dx * dx + dy * dy;
  let furthest = from;
  let most = -1;
  for (let at = from + 1; at < to; at++) {
    const px = (x[at] as number) - x0;
    const py = (y[at] as number) - y0;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
    const distance = (px - along * dx) ** 2 + (py - along * dy) ** 2;
    if (distance > most) {
      furthest = at;
      most = distance;
    }
  }
  return [furthest, Math.sqrt(most)];
}

/** Area inside a ring on the same map, square degrees of longitude; holes and outlines alike positive. */
export function areaOf(ring: readonly number[]): number {
  let twice = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    const [x0, x1] = [(ring[at] as number) / UNITS, (ring[next] as number) / UNITS];
    twice += x0 * northing((ring[next + 1] as number) / UNITS) - x1 * northing((ring[at + 1] as number) / UNITS);
  }
  return Math.abs(twice) / 2;
}
