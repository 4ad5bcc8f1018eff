/** A ring of points as whole thousandths of a degree, `[longitude, latitude, …]`, without repeating the first point. */
export type Ring = readonly number[];

/** A stretch of outline between two junctions; closed ones, without any, repeat their first point at the end. */
export interface Arc {
  points: number[];
  /** Whether it only closes a polygon where the map was cut: along ±180° or around the pole. */
  seam: boolean;
}

/** A ring as the arcs that it is made of; one walked backwards has its number's complement (`~arc`). */
export type ArcRing = readonly number[];

/** Outlines in which what two countries share stands once, so that it can be simplified once for both. */
export interface Topology {
  arcs: Arc[];
  /** Of each ring given, in order. */
  rings: ArcRing[];
}

const UNITS = 1000;

/** A number for a point: the same for the same point. */
function keyOf(x: number, y: number): number {
  return (x + 180 * UNITS) * 200_000 + (y + 90 * UNITS);
}

function onSeam(x: number, y: number): boolean {
  return Math.abs(x) === 180 * UNITS || y === -90 * UNITS;
}

/** Finds what rings share: cuts each of them where its neighbours change, and at the antimeridian. */
export function topologyOf(rings: readonly Ring[]): Topology {
  const junctions = junctionsOf(rings);
  const arcs: Arc[] = [];
  const known = new Map<string, number>();

  function arcOf(points: number[]): number {
    const [forward, key] = directed(points);
    const found = known.get(key);
    if (found === undefined) {
      known.set(key, arcs.length);
      const seam = points.every((_, at) => at % 2 === 1 || onSeam(points[at] as number, points[at + 1] as number));
      arcs.push({ points: forward ? points : reversed(points), seam });
      return forward ? arcs.length - 1 : ~(arcs.length - 1);
    }
    return forward ? found : ~found;
  }

  return { arcs, rings: rings.map((ring) => cut(ring, junctions).map(arcOf)) };
}

/** Points where other neighbours follow in one ring than in another, or where the map is cut. */
function junctionsOf(rings: readonly Ring[]): Set<number> {
  const neighbours = new Map<number, [number, number]>();
  const junctions = new Set<number>();
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = pointAt(ring, at);
      const key = keyOf(x, y);
      const [before, after] = [keyOf(...pointAt(ring, at - 2)), keyOf(...pointAt(ring, at + 2))];
      const pair: [number, number] = before < after ? [before, after] : [after, before];
      const known = neighbours.get(key);
      if (!known) neighbours.set(key, pair);
      if (onSeam(x, y) || (known && (known[0] !== pair[0] || known[1] !== pair[1]))) junctions.add(key);
    }
  }
  return junctions;
}

function pointAt(ring: Ring, at: number): [number, number] {
  const from = (at + ring.length) % ring.length;
  return [ring[from] as number, ring[from + 1] as number];
}

/** The stretches of a ring between its junctions, each with both of them. */
function cut(ring: Ring, junctions: ReadonlySet<number>): number[][] {
  const starts: number[] = [];
  for (let at = 0; at < ring.length; at += 2) if (junctions.has(keyOf(...pointAt(ring, at)))) starts.push(at);
  if (starts.length === 0) starts.push(leastOf(ring));
  return starts.map((from, nth) => {
    const to = starts[nth + 1] ?? (starts[0] as number) + ring.length;
    const points: number[] = [];
    for (let at = from; at <= to; at += 2) points.push(...pointAt(ring, at));
    return points;
  });
}

/** The first point of a ring without a junction. */
function leastOf(ring: Ring): number {
  let least = 0;
  for (let at = 2; at < ring.length; at += 2) if (keyOf(...pointAt(ring, at)) < keyOf(...pointAt(ring, least))) least = at;
  return least;
}

/** Whether an arc runs as it is kept, and its name, the same from both ends. */
function directed(points: readonly number[]): [forward: boolean, key: string] {
  const last = points.length - 2;
  const ends = [keyOf(...pointAt(points, 0)), keyOf(...pointAt(points, 2))] as const;
  const back = [keyOf(...pointAt(points, last)), keyOf(...pointAt(points, last - 2))] as const;
  const forward = ends[0] < back[0] || (ends[0] === back[0] && ends[1] <= back[1]);
  return [forward, (forward ? ends : back).join(" ")];
}

function reversed(points: readonly number[]): number[] {
  const turned: number[] = [];
  for (let at = points.length - 2; at >= 0; at -= 2) turned.push(...pointAt(points, at));
  return turned;
}

/** The points of a ring of arcs, each once. */
export function pointsOf(ring: ArcRing, arcs: readonly (readonly number[])[]): number[] {
  return ring.flatMap((at) => {
    const points = at < 0 ? reversed(arcs[~at] ?? []) : (arcs[at] ?? []);
    return points.slice(0, -2);
  });
}
