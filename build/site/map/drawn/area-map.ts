import { normalLongitude, pointAt } from "../../../geo/sphere.ts";
import { line, place } from "../../charts/plot.ts";
import { type Html, html } from "../../html.ts";
import { baseLayers, levelOf, placeOnMap, scaleBar, type View } from "./local-maps.ts";
import { mercatorX, mercatorY, WORLD_UNITS } from "./outlines.ts";

/** Degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** Degrees and km. */
export interface Circle extends Position {
  km: number;
}

/** The least width of a map, units: 6 degrees. */
const MIN_WIDTH = 280;
/** Usual margin around what is shown, as a fraction of its size. */
const MARGIN = 0.08;

/** The view around points that follow each other, such as those of a line or a circle. @param shape ratio of height to width */
export function viewAround(points: readonly Position[], shape: number): View {
  let x = mercatorX(points[0]?.longitude ?? 0);
  const xs = points.map(({ longitude }) => (x += (normalLongitude((mercatorX(longitude) - x) * (360 / WORLD_UNITS)) / 360) * WORLD_UNITS));
  const ys = points.map(({ latitude }) => mercatorY(latitude));
  return framed(Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys), shape);
}

/** The view of an area, with a margin. */
export function framed(left: number, right: number, top: number, bottom: number, shape: number, margin = MARGIN): View {
  const wide = (right - left) * (1 + 2 * margin);
  const high = (bottom - top) * (1 + 2 * margin);
  const width = Math.round(Math.min(WORLD_UNITS, Math.max(MIN_WIDTH, wide, high / shape)));
  const height = Math.round(width * shape);
  const view = { left: Math.round((left + right - width) / 2), top: Math.round((top + bottom - height) / 2), width, height };
  const { units } = levelOf(view);
  const most = (room: number) => Math.max(0, room) * MOVED;
  return {
    ...view,
    left: besideCells(view.left, width, units, most((width - right + left) / 2)),
    top: besideCells(view.top, height, units, most((height - bottom + top) / 2)),
  };
}

/** How much of a margin may go to the other side. */
const MOVED = 0.4;

/** Moves a map off a cell that it would show a strip of, because a browser loads whole cells. @param most how far it may be moved */
function besideCells(from: number, size: number, units: number, most: number): number {
  const first = units - modulo(from, units);
  const last = modulo(from + size, units);
  if (first <= most && last > 0 && last + first <= units) return from + first;
  return last <= most && last < units - first ? from - last : from;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** Points of a circle are this number of degrees apart. */
const RING_STEP = 5;

/** The points at a distance from a position. */
export function ringOf({ latitude, longitude, km }: Circle): Position[] {
  return Array.from({ length: 360 / RING_STEP + 1 }, (_, at) => pointAt(latitude, longitude, at * RING_STEP, km));
}

/** Where a position is in a drawing. */
export type Project = (position: Position) => readonly [x: number, y: number];

/** Where positions are on a map of a width. */
export function projectOn(view: View, pixels = view.width): Project {
  const scale = pixels / view.width;
  return (position) => {
    const { x, y } = placeOnMap(position, view);
    return [(x - view.left) * scale, (y - view.top) * scale];
  };
}

/** The `d` attribute of a line of positions. It is broken where it leaves the map on one side and comes back on the other. */
export function pathOver(points: readonly Position[], at: Project, pixels: number): string {
  const pieces: (readonly [number, number])[][] = [[]];
  for (const point of points.map(at)) {
    const before = pieces.at(-1)?.at(-1);
    if (before && Math.abs(point[0] - before[0]) > pixels / 2) pieces.push([]);
    pieces.at(-1)?.push(point);
  }
  return pieces.map(line).join("");
}

/** Letters of a scale bar, CSS pixels. */
const LETTERS = 12;

/**
 * A map in CSS pixels, so that its letters have their size: sea, land, borders, plate boundaries and scale bar below what is drawn
 * on them.
 *
 * @param cells those of the base map that are not empty
 */
export function areaMap(
  view: View,
  pixels: number,
  { cells, label }: { cells: Iterable<string>; label: string },
  draw: (at: Project) => Html,
): Html {
  const scale = pixels / view.width;
  const height = Math.round(view.height * scale);
  return html`<svg class="chart map narrow" viewBox="0 0 ${pixels} ${height}" role="img" aria-label="${label}"><g
transform="scale(${scale.toPrecision(5)}) translate(${-view.left} ${-view.top})">${baseLayers(
    view,
    new Set(cells),
  )}${scaleBar(view, LETTERS / scale)}</g>${draw(projectOn(view, pixels))}</svg>`;
}

/** The middle of a map and the names of its distances, above a ring of each. */
export function rings(centre: Position, kms: readonly number[], at: Project, write: (km: number) => string, pixels: number): Html {
  const [x, y] = at(centre);
  return html`${kms.map((km) => {
    const ring = ringOf({ ...centre, km });
    const [labelX, labelY] = at(ring[0] ?? centre);
    return html`<path class="ring" d="${pathOver(ring, at, pixels)}"/><text class="halo" x="${place(labelX)}" y="${place(
      labelY + 16,
    )}" text-anchor="middle">${write(km)}</text>`;
  })}<circle class="point" cx="${place(x)}" cy="${place(y)}" r="4"/>`;
}
