import Flatbush from "flatbush";
import type { PlateBoundary } from "../../../catalogue/catalogue.ts";
import { type LandFile, positions } from "../land.ts";

/** Width of the equator in units, in Mercator's projection of the sphere. One unit is 0.022 degrees of longitude. */
export const WORLD_UNITS = 16_384;

/** The greatest latitude that is drawn, degrees. The projection is infinite at the poles. */
export const LAST_LATITUDE = 84;

const EQUATOR_KM = 40_075;

/** @param longitude degrees */
export function mercatorX(longitude: number): number {
  return ((longitude + 180) / 360) * WORLD_UNITS;
}

/** @param latitude degrees; limited to the last latitude. @returns units from the top */
export function mercatorY(latitude: number): number {
  const within = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return (0.5 - Math.asinh(Math.tan((within * Math.PI) / 180)) / (2 * Math.PI)) * WORLD_UNITS;
}

/** The inverse of `mercatorY`. */
export function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y / WORLD_UNITS) * 2 * Math.PI)) * 180) / Math.PI;
}

/** Converts a distance to units at a latitude (degrees): the scale of the projection increases towards the poles. */
export function unitsOfKm(km: number, latitude: number): number {
  return ((km / EQUATOR_KM) * WORLD_UNITS) / Math.cos((latitude * Math.PI) / 180);
}

/** Integer units, `[x, y, x, y, …]`. */
export type Line = readonly number[];

/** The outlines of the world: closed areas of land, the borders between countries, and plate boundaries. */
export interface Outlines {
  /** @param iso2 ISO 3166-1 alpha-2; undefined for a country that the map lacks */
  areasOf: (iso2: string) => readonly Line[] | undefined;
  /** The areas of all countries. */
  areas: () => readonly Line[];
  borders: () => readonly Line[];
  boundaries: () => readonly Line[];
}

/**
 * Projects the base map and the plate boundaries. Lines are projected on first use: a build each minute draws few countries.
 *
 * @param step removes points that are nearer than this to the previous point, units. Two countries that share a line keep the
 * same points of it.
 */
export function outlinesOf(land: LandFile, plateBoundaries: readonly PlateBoundary[], step: number): Outlines {
  const arcs: Line[] = [];
  const arcAt = (at: number): Line => (arcs[at] ??= thinned(projected(positions(land.arcs[at] ?? [], land.units)), step));
  const areasOf = (iso2: string) => land.countries[iso2]?.flatMap((rings) => rings.map((ring) => joined(ring, arcAt)));
  return {
    areasOf,
    areas: () => Object.keys(land.countries).flatMap((iso2) => areasOf(iso2) ?? []),
    borders: () => land.borders.map(arcAt),
    boundaries: () => plateBoundaries.flatMap(({ line }) => unbroken(projected(line), step)),
  };
}

/**
 * The base map with all land as one country. Its rings are the coasts, of which each line is drawn once, whereas borders are in the
 * rings of two countries.
 */
export function withoutBorders(land: LandFile): LandFile {
  const inner = new Set(land.borders);
  const coast = Object.values(land.countries)
    .flat(3)
    .filter((at) => !inner.has(at < 0 ? ~at : at));
  const ends = new Map(coast.map((at) => [at, endsOf(at, land)]));
  const from = new Map<string, number[]>();
  for (const [at, [start]] of ends) from.set(start, [...(from.get(start) ?? []), at]);
  const rings: number[][] = [];
  for (const [first, [start]] of ends) {
    const ring: number[] = [];
    for (let at: number | undefined = first; at !== undefined && ends.has(at); ) {
      const end: string = (ends.get(at) as Ends)[1];
      ends.delete(at);
      ring.push(at);
      at = end === start ? undefined : from.get(end)?.find((next) => ends.has(next));
    }
    if (ring.length > 0) rings.push(ring);
  }
  return { ...land, countries: { land: rings.map((ring) => [ring]) } };
}

type Ends = readonly [first: string, last: string];

/** The ends of a line, in the direction in which it is drawn. @param at its number, or the complement if it is reversed */
function endsOf(at: number, { arcs }: LandFile): Ends {
  const arc = arcs[at < 0 ? ~at : at] ?? [];
  let [x, y] = [0, 0];
  for (let i = 0; i < arc.length; i += 2) {
    x += arc[i] as number;
    y += arc[i + 1] as number;
  }
  const ends: Ends = [`${arc[0]} ${arc[1]}`, `${x} ${y}`];
  return at < 0 ? [ends[1], ends[0]] : ends;
}

function projected(line: PlateBoundary["line"]): number[] {
  const points: number[] = [];
  for (const [x, y] of line) points.push(mercatorX(x), mercatorY(y));
  return points;
}

/** In integer units: keeps both ends and removes points that are too near to the previous kept point. */
export function thinned(points: readonly number[], step: number): number[] {
  const kept: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [Math.round(points[at] as number), Math.round(points[at + 1] as number)];
    const [beforeX, beforeY] = [kept.at(-2), kept.at(-1)];
    const near = beforeX !== undefined && beforeY !== undefined && Math.max(Math.abs(x - beforeX), Math.abs(y - beforeY)) < step;
    if (!near || at === points.length - 2) kept.push(x, y);
  }
  return kept;
}

/** A line in larger units. @param scale old units in a new one */
export function scaled(line: Line, scale: number): Line {
  return scale === 1
    ? line
    : thinned(
        line.map((value) => value / scale),
        1,
      );
}

function joined(ring: readonly number[], arcAt: (at: number) => Line): Line {
  const points: number[] = [];
  for (const at of ring) {
    const arc = at < 0 ? reversed(arcAt(~at)) : arcAt(at);
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

/** Splits a boundary where it crosses from one edge of the map to the other. */
function unbroken(points: readonly number[], step: number): Line[] {
  const lines: number[][] = [[]];
  for (let at = 0; at < points.length; at += 2) {
    const before = points[at - 2];
    if (before !== undefined && Math.abs((points[at] as number) - before) > WORLD_UNITS / 2) lines.push([]);
    lines.at(-1)?.push(points[at] as number, points[at + 1] as number);
  }
  return lines.map((line) => thinned(line, step));
}

/** The `d` attribute of an SVG path with relative coordinates, which are shorter than absolute ones. */
export function pathOf(line: Line, closed: boolean): string {
  let [x, y] = [line[0] as number, line[1] as number];
  let text = `M${x} ${y}l`;
  let first = true;
  for (let at = 2; at < line.length; at += 2) {
    const [nextX, nextY] = [line[at] as number, line[at + 1] as number];
    if (nextX === x && nextY === y) continue;
    text += (first || nextX < x ? "" : " ") + (nextX - x) + (nextY < y ? "" : " ") + (nextY - y);
    first = false;
    [x, y] = [nextX, nextY];
  }
  return first ? "" : text + (closed ? "z" : "");
}

/** An island that is smaller than a unit is drawn as a small diamond, so that it does not disappear. */
export function areaPath(line: Line): string {
  if (line.length < 2) return "";
  if (line.length < 6) return `M${line[0]} ${(line[1] as number) - 1}l1 1-1 1-1-1z`;
  return pathOf(line, true);
}

/** Whether one of the lines passes through a box, as far as the boxes of its short segments tell. */
export type MeetsLine = (left: number, top: number, right: number, bottom: number) => boolean;

/** @param lines in units of the world; the box may be up to a turn beyond its edges */
export function meetingOf(lines: readonly Line[]): MeetsLine {
  const segments = lines.flatMap((line) => line.slice(2).flatMap((_, at) => (at % 2 === 0 ? [line.slice(at, at + 4)] : [])));
  const boxes = new Flatbush(Math.max(1, segments.length));
  for (const [x0, y0, x1, y1] of segments as [number, number, number, number][]) {
    boxes.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
  }
  if (segments.length === 0) boxes.add(Infinity, Infinity);
  boxes.finish();
  const turns = [-WORLD_UNITS, 0, WORLD_UNITS];
  return (left, top, right, bottom) => turns.some((turn) => boxes.search(left + turn, top, right + turn, bottom).length > 0);
}
