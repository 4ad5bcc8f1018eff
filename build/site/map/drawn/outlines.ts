import type { PlateBoundary } from "../../../catalogue/catalogue.ts";
import type { LandFile } from "../land.ts";
import { across, down, WORLD } from "./mercator.ts";

/** Whole units, `[x, y, x, y, …]`. */
export type Line = readonly number[];

/** The world as it is drawn: closed areas of land, the borders on it, and where plates meet. */
export interface Outlines {
  /** By ISO 3166-1 alpha-2. */
  areas: ReadonlyMap<string, readonly Line[]>;
  borders: readonly Line[];
  boundaries: readonly Line[];
}

/**
 * Projects the base map and the plate boundaries.
 *
 * @param step points nearer than so many units to the one before are left out: of a line that two countries share, the same
 */
export function outlinesOf(land: LandFile, plateBoundaries: readonly PlateBoundary[], step: number): Outlines {
  const arcs = land.arcs.map((arc) => thinned(projectedArc(arc, land.units), step));
  const areas = Object.entries(land.countries).map(
    ([iso2, polygons]) => [iso2, polygons.flatMap((rings) => rings.map((ring) => joined(ring, arcs)))] as const,
  );
  return {
    areas: new Map(areas),
    borders: land.borders.map((at) => arcs[at] ?? []),
    boundaries: plateBoundaries.flatMap(({ line }) =>
      unbroken(
        line.flatMap(([x, y]) => [across(x), down(y)]),
        step,
      ),
    ),
  };
}

function projectedArc(arc: readonly number[], units: number): number[] {
  const points: number[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < arc.length; at += 2) {
    x += arc[at] as number;
    y += arc[at + 1] as number;
    points.push(across(x / units), down(y / units));
  }
  return points;
}

/** In whole units: both ends, and between them no point that is too near to the last one kept. */
export function thinned(points: readonly number[], step: number): number[] {
  const kept: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [Math.round(points[at] as number), Math.round(points[at + 1] as number)];
    const [beforeX, beforeY] = [kept.at(-2), kept.at(-1)];
    const near =
      beforeX !== undefined && beforeY !== undefined && Math.max(Math.abs(x - beforeX), Math.abs(y - beforeY)) < step;
    if (!near || at === points.length - 2) kept.push(x, y);
  }
  return kept;
}

function joined(ring: readonly number[], arcs: readonly Line[]): Line {
  const points: number[] = [];
  for (const at of ring) {
    const arc = at < 0 ? reversed(arcs[~at] ?? []) : (arcs[at] ?? []);
    for (let i = points.length > 0 && arc[0] === points.at(-2) && arc[1] === points.at(-1) ? 2 : 0; i < arc.length; i++)
      points.push(arc[i] as number);
  }
  return points;
}

function reversed(line: Line): number[] {
  const points: number[] = [];
  for (let at = line.length - 2; at >= 0; at -= 2) points.push(line[at] as number, line[at + 1] as number);
  return points;
}

/** A boundary that runs off the one edge of the map is taken up at the other. */
function unbroken(points: readonly number[], step: number): Line[] {
  const lines: number[][] = [[]];
  for (let at = 0; at < points.length; at += 2) {
    const before = points[at - 2];
    if (before !== undefined && Math.abs((points[at] as number) - before) > WORLD / 2) lines.push([]);
    lines.at(-1)?.push(points[at] as number, points[at + 1] as number);
  }
  return lines.map((line) => thinned(line, step));
}
