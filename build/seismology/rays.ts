import { CORE_RADIUS_KM, INNER_CORE_RADIUS_KM, MODEL_RADIUS_KM, type Wave } from "./iasp91.ts";
import type { Branch } from "./phases.ts";
import { etaAt, partOf, type Shell, shellsOf, type Traversal, traverseShell } from "./ray-shells.ts";

const ALL = { P: shellsOf("P"), S: shellsOf("S") };

const isMantle = ({ bottom }: Shell) => bottom >= CORE_RADIUS_KM;

/** The shells of each region, from the top down. */
export const REGIONS = {
  mantle: { P: ALL.P.filter(isMantle), S: ALL.S.filter(isMantle) },
  outer: ALL.P.filter(({ top, bottom }) => top <= CORE_RADIUS_KM && bottom >= INNER_CORE_RADIUS_KM),
  inner: ALL.P.filter(({ top }) => top <= INNER_CORE_RADIUS_KM),
};

/** The largest slowness, s per radian, with which a ray reaches the bottom of the shells. */
export function etaBelow(shells: readonly Shell[]): number {
  return shells.at(-1)?.etaBottom ?? 0;
}

/** The shells above a source; none for a source at the surface. @param depthKm 0 … 800 */
export function shellsAbove(wave: Wave, depthKm: number): Shell[] {
  const source = MODEL_RADIUS_KM - depthKm;
  return REGIONS.mantle[wave]
    .filter(({ top }) => top > source)
    .map((shell) => (shell.bottom >= source ? shell : partOf(shell, shell.top, source)));
}

/** The largest slowness of any ray that leaves a source: η at the source, s per radian. */
export function etaAtSource(wave: Wave, depthKm: number): number {
  const radius = MODEL_RADIUS_KM - depthKm;
  const shell = REGIONS.mantle[wave].find(({ top, bottom }) => bottom < radius && radius <= top);
  // The ray must also pass the layers above, and η decreases with depth.
  return shell ? etaAt(shell, radius) : 0;
}

/**
 * Time and angle of a ray of a branch from the source to the surface.
 *
 * @param above the shells above the source, of the wave in which the ray leaves
 * @param p slowness, s per radian
 * @param through computes the part of a ray in a region; a cached version helps if the same slowness is used again
 */
export function traverseBranch(
  branch: Branch,
  above: readonly Shell[],
  p: number,
  through = traverseShells,
): Traversal {
  const { mantle, outer = 0, inner = 0 } = branch;
  const passes: [shells: readonly Shell[], count: number][] = [
    [REGIONS.mantle.P, mantle.P ?? 0],
    [REGIONS.mantle.S, mantle.S ?? 0],
    [REGIONS.outer, outer],
    [REGIONS.inner, inner],
  ];
  const source = traverseShells(above, p);
  const sum = { time: branch.above.passes * source.time, angle: branch.above.passes * source.angle };
  for (const [shells, count] of passes) {
    if (count === 0) continue;
    const { time, angle } = through(shells, p);
    sum.time += count * time;
    sum.angle += count * angle;
  }
  return sum;
}

/** The part of a ray that goes through shells once from the top, or to its turning point. */
function traverseShells(shells: readonly Shell[], p: number): Traversal {
  const sum = { time: 0, angle: 0 };
  for (const shell of shells) {
    if (p >= shell.etaTop) break;
    const { time, angle } = traverseShell(shell, p);
    sum.time += time;
    sum.angle += angle;
    if (p >= shell.etaBottom) break;
  }
  return sum;
}

const KEPT = new Map<readonly Shell[], Map<number, Traversal>>();

/** The same, cached: the table of the model, which all phases and source depths share. */
export function traverseShellsCached(shells: readonly Shell[], p: number): Traversal {
  let table = KEPT.get(shells);
  if (!table) KEPT.set(shells, (table = new Map()));
  let way = table.get(p);
  if (!way) table.set(p, (way = traverseShells(shells, p)));
  return way;
}
