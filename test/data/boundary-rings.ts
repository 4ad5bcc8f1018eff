import type { PlateBoundary } from "../../build/catalogue/catalogue.ts";
import { type Vector, vectorOf } from "../../build/geo/sphere.ts";

/** `[longitude, latitude]`, degrees. */
export type Position = readonly [number, number];

/** What matters of a boundary here. */
type Boundary = Pick<PlateBoundary, "left" | "right" | "line">;

/** A boundary line walked so that its plate is on the left. */
interface Piece {
  plate: string;
  other: string;
  line: readonly Position[];
}

/** A line leaving a junction, with the plates on its two hands as seen when leaving. */
interface Ray {
  bearing: number;
  left: string;
  right: string;
}

/** One name for one point of the globe: 180° W is 180° E. */
function junctionOf([longitude, latitude]: Position): string {
  return `${longitude === -180 ? 180 : longitude},${latitude}`;
}

/** Every line twice, once for the plate on either hand. */
function piecesOf(boundaries: readonly Boundary[]): Piece[] {
  return boundaries.flatMap(({ left, right, line }) => [
    { plate: left, other: right, line },
    { plate: right, other: left, line: line.toReversed() },
  ]);
}

/** Initial bearing of the great circle, radians clockwise from north. */
function bearing([fromX, fromY]: Position, [toX, toY]: Position): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [a, b, turn] = [radians(fromY), radians(toY), radians(toX - fromX)];
  return Math.atan2(Math.sin(turn) * Math.cos(b), Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn));
}

function raysOf(boundaries: readonly Boundary[]): Map<string, Ray[]> {
  const rays = new Map<string, Ray[]>();
  for (const { plate, other, line } of piecesOf(boundaries)) {
    const [from, to] = line as [Position, Position];
    const ray = { bearing: bearing(from, to), left: plate, right: other };
    rays.set(junctionOf(from), [...(rays.get(junctionOf(from)) ?? []), ray]);
  }
  return rays;
}

/** Junctions of a single line end, and junctions where two neighbouring lines name different plates for the sector between. */
export function wrongJunctions(boundaries: readonly Boundary[]): string[] {
  const wrong: string[] = [];
  for (const [junction, rays] of raysOf(boundaries)) {
    const clockwise = rays.toSorted((a, b) => a.bearing - b.bearing);
    if (clockwise.length < 2) wrong.push(`${junction}: a loose end`);
    clockwise.forEach((ray, i) => {
      const next = clockwise[(i + 1) % clockwise.length] as Ray;
      if (ray.right !== next.left) wrong.push(`${junction}: ${ray.right} or ${next.left}`);
    });
  }
  return wrong;
}

/** The rings around a plate, each counter-clockwise as seen from the plate. @throws Error where the walk finds no piece that goes on */
export function ringsOf(plate: string, boundaries: readonly Boundary[]): Position[][] {
  const left = new Set(piecesOf(boundaries).filter((piece) => piece.plate === plate));
  const rings: Position[][] = [];
  for (const first of left) {
    left.delete(first);
    const ring = [...first.line];
    while (junctionOf(ring.at(-1) as Position) !== junctionOf(ring[0] as Position)) {
      const here = junctionOf(ring.at(-1) as Position);
      const next = [...left].find(({ line }) => junctionOf(line[0] as Position) === here);
      if (!next) throw new Error(`the ring of ${plate} breaks off at ${here}`);
      left.delete(next);
      ring.push(...next.line);
    }
    rings.push(ring);
  }
  return rings;
}

/** Area in steradians on the left of rings that bound one region, between 0 and 4π. */
export function steradians(rings: readonly (readonly Position[])[]): number {
  // Any apex serves, as signed triangles cancel outside; this one is far from every boundary, and so is its antipode.
  const apex = vectorOf(31, -151);
  let sum = 0;
  for (const ring of rings) {
    const points = ring.map(([longitude, latitude]) => vectorOf(latitude, longitude));
    points.forEach((point, i) => {
      if (i > 0) sum += triangle(apex, points[i - 1] as Vector, point);
    });
  }
  const sphere = 4 * Math.PI;
  return ((sum % sphere) + sphere) % sphere;
}

/** Signed solid angle of a spherical triangle (Van Oosterom and Strackee 1983, doi:10.1109/TBME.1983.325207). */
function triangle(a: Vector, b: Vector, c: Vector): number {
  const volume = dot(a, [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]]);
  return 2 * Math.atan2(volume, 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
