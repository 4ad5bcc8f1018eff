/** Pixels of the side of a view of the whole world at zoom 1: tiles have 512. */
export const SIDE = 1024;

/** Where the square world of Web Mercator ends, degrees: what lies beyond is drawn on the edge. */
export const LAST_LATITUDE = 85.0511287798066;

type Point = readonly [x: number, y: number];

/** The point of the square world, in pixels from its north-west corner (EPSG:3857, on a square of 1024 pixels). */
function worldPoint([longitude = 0, latitude = 0]: readonly number[]): Point {
  const within = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  const y = Math.log(Math.tan(Math.PI / 4 + (within * Math.PI) / 360));
  return [((longitude + 180) / 360) * SIDE, SIDE / 2 - (y / (2 * Math.PI)) * SIDE];
}

/** Pixels beyond the edge of a view from which a thick line or a dot is still seen. */
const BEYOND = 8;

/** Where a position is seen, in all copies of the world, in a view that has a meridian in its middle. */
export function seenAt(position: readonly number[], middle: number): Point[] {
  const [x, y] = worldPoint(position);
  const left = (middle / 360) * SIDE;
  return [-1, 0, 1].map((copy): Point => [x - left + copy * SIDE, y]).filter(([at]) => at >= -BEYOND && at <= SIDE + BEYOND);
}

/** Where a line is seen, at least every half pixel; straight on the map between its points. */
export function lineSeenAt(line: readonly (readonly number[])[], middle: number): Point[] {
  return between(line).flatMap((position) => seenAt(position, middle));
}

/** The positions along a line, at least every half pixel, that is straight on the map between its points. */
export function between(line: readonly (readonly number[])[]): number[][] {
  return line.slice(1).flatMap((to, i) => {
    const [a, b] = [worldPoint(line[i] ?? to), worldPoint(to)];
    const steps = Math.max(1, Math.ceil(2 * Math.hypot(b[0] - a[0], b[1] - a[1])));
    return Array.from({ length: steps + 1 }, (_, step) =>
      positionAt([a[0] + ((b[0] - a[0]) * step) / steps, a[1] + ((b[1] - a[1]) * step) / steps]),
    );
  });
}

/** How long a line is on the map, pixels. */
export function pixelsOf(line: readonly (readonly number[])[]): number {
  const points = line.map(worldPoint);
  return points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - (points[i]?.[0] ?? x), y - (points[i]?.[1] ?? y)), 0);
}

function positionAt([x, y]: Point): number[] {
  const latitude = (Math.atan(Math.exp((0.5 - y / SIDE) * 2 * Math.PI)) * 360) / Math.PI - 90;
  return [(x / SIDE) * 360 - 180, latitude];
}

/** One number for a pixel, also a little outside of the view. */
function numberOf(x: number, y: number): number {
  return Math.floor(y) * 4 * SIDE + Math.floor(x);
}

/** Pixels within a distance of some, to be asked whether they hold a point. */
export function around(points: readonly Point[], pixels: number): (point: Point) => boolean {
  const near = new Set<number>();
  for (const [x, y] of points) {
    for (let dx = -pixels; dx <= pixels; dx++) for (let dy = -pixels; dy <= pixels; dy++) near.add(numberOf(x + dx, y + dy));
  }
  return ([x, y]) => near.has(numberOf(x, y));
}

/** Whether a point is that far from every edge of the view. */
export function isInside([x, y]: Point, pixels: number): boolean {
  return Math.min(x, y, SIDE - x, SIDE - y) >= pixels;
}
