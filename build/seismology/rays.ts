import { CORE_RADIUS_KM, INNER_CORE_RADIUS_KM, MODEL_RADIUS_KM, type Wave } from "./iasp91.ts";
import type { Branch } from "./phases.ts";
import { etaAt, partOf, type Shell, shellsOf, type Way, wayThrough } from "./ray-shells.ts";

const ALL = { P: shellsOf("P"), S: shellsOf("S") };

const isMantle = ({ bottom }: Shell) => bottom >= CORE_RADIUS_KM;

/** The shells of each region, from the top down. */
export const REGIONS = {
  mantle: { P: ALL.P.filter(isMantle), S: ALL.S.filter(isMantle) },
  outer: ALL.P.filter(({ top, bottom }) => top <= CORE_RADIUS_KM && bottom >= INNER_CORE_RADIUS_KM),
  inner: ALL.P.filter(({ top }) => top <= INNER_CORE_RADIUS_KM),
};

/** The slowest slowness, s per radian, with which a ray gets through to the bottom of shells. */
export function etaBelow(shells: readonly Shell[]): number {
  return shells.at(-1)?.etaBottom ?? 0;
}

/** The shells above a source; none for one at the surface. @param depthKm 0 … 800 */
export function shellsAbove(wave: Wave, depthKm: number): Shell[] {
  const source = MODEL_RADIUS_KM - depthKm;
  return REGIONS.mantle[wave]
    .filter(({ top }) => top > source)
    .map((shell) => (shell.bottom >= source ? shell : partOf(shell, shell.top, source)));
}

/** The largest slowness of a ray that leaves a source at all: η there, s per radian. */
export function etaAtSource(wave: Wave, depthKm: number): number {
  const radius = MODEL_RADIUS_KM - depthKm;
  const shell = REGIONS.mantle[wave].find(({ top, bottom }) => bottom < radius && radius <= top);
  // What lies above must be passed too, and η falls with depth.
  return shell ? etaAt(shell, radius) : 0;
}

/**
 * Time and angle that a ray of a branch takes from the source to the surface.
 *
 * @param above the shells above the source, of the wave in which it leaves
 * @param p slowness, s per radian
 * @param through how a ray goes through a region: `wayThroughAll`, or `keptWay` where the same slowness comes again
 */
export function wayOf(branch: Branch, above: readonly Shell[], p: number, through = wayThroughAll): Way {
  const { mantle, outer = 0, inner = 0 } = branch;
  const passes: [shells: readonly Shell[], count: number][] = [
    [REGIONS.mantle.P, mantle.P ?? 0],
    [REGIONS.mantle.S, mantle.S ?? 0],
    [REGIONS.outer, outer],
    [REGIONS.inner, inner],
  ];
  const source = wayThroughAll(above, p);
  const sum = { time: branch.above.passes * source.time, angle: branch.above.passes * source.angle };
  for (const [shells, count] of passes) {
    if (count === 0) continue;
    const { time, angle } = through(shells, p);
    sum.time += count * time;
    sum.angle += count * angle;
  }
  return sum;
}

/** One way through shells from the top down, or to where the ray turns. */
function wayThroughAll(shells: readonly Shell[], p: number): Way {
  const sum = { time: 0, angle: 0 };
  for (const shell of shells) {
    if (p >= shell.etaTop) break;
    const { time, angle } = wayThrough(shell, p);
    sum.time += time;
    sum.angle += angle;
    if (p >= shell.etaBottom) break;
  }
  return sum;
}

const KEPT = new Map<readonly Shell[], Map<number, Way>>();

/** The same, remembered: the table of the model, which every phase and every depth of the source shares. */
export function keptWay(shells: readonly Shell[], p: number): Way {
  let table = KEPT.get(shells);
  if (!table) KEPT.set(shells, (table = new Map()));
  let way = table.get(p);
  if (!way) table.set(p, (way = wayThroughAll(shells, p)));
  return way;
}
