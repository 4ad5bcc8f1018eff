import { areaPath, type Line, latitudeAt, type Outlines, pathOf, scaled, unitsOfKm, WORLD_UNITS } from "./outlines.ts";
import type { Box } from "./town-labels.ts";

/** How the base map is cut for views of a size. */
export interface Level {
  /** Beginning of the names of the files. */
  prefix: string;
  /** Width and height of a cell, units of the world. */
  units: number;
  /** Units of the world in one unit of the files: less than a pixel. */
  scale: number;
  /** Width of the widest view, units of the world. */
  widest: number;
}

/** Cells of 22.5, 45 and 90 degrees of longitude. In those of near views, boundaries are bands, in the others thin lines. */
export const [NEAR, WIDE, FAR]: readonly [Level, Level, Level] = [
  { prefix: "", units: 1024, scale: 1, widest: 2300 },
  { prefix: "wide-", units: 2048, scale: 4, widest: 4096 },
  { prefix: "far-", units: 4096, scale: 10, widest: Number.POSITIVE_INFINITY },
];

/** How exactly the schematic plate boundaries are known, ± km. In a cell each is a band that is as wide as this and fades to its edges. */
export const BOUNDARY_KM = 100;

/** Overlap of adjacent cells, units of the files. It prevents a visible gap between them. */
const OVERLAP_UNITS = 2;

/**
 * Cuts the base map of all small maps into cells, which a browser loads once. The key of a cell is `column-row` after
 * the prefix of the level, and empty cells are absent. Each file has a group `c`, which is drawn in units of the world.
 */
export function cutIntoCells({ areas, borders, boundaries }: Omit<Outlines, "areasOf">, level: Level): Map<string, string> {
  const { prefix, scale } = level;
  const cells = new Map<string, Record<Layer, string>>();
  const add = (layer: Layer, key: string, d: string) => {
    if (d === "") return;
    const cell = cells.get(key) ?? { land: "", borders: "", boundaries: "" };
    cell[layer] += d;
    cells.set(key, cell);
  };
  for (const area of areas()) eachArea(area, level, (key, part) => add("land", key, areaPath(scaled(part, scale))));
  const addLine = (layer: Layer) => (key: string, part: Line) => add(layer, key, pathOf(scaled(part, scale), false));
  for (const line of borders()) eachLine(line, 0, level, addLine("borders"));
  for (const line of boundaries()) eachLine(line, level === NEAR ? BAND_REACH : 0, level, addLine("boundaries"));
  const sorted = [...cells].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([key, layers]) => [prefix + key, level === NEAR ? cellSvg(key, layers) : layersSvg(layers, scale)]));
}

type Layer = "land" | "borders" | "boundaries";

/**
 * The layers as an SVG file for `<use href="…#c">`. The page that uses it sets the colours.
 *
 * @param scale units of the world in one unit of the layers
 */
export function layersSvg({ land, borders, boundaries }: Record<Layer, string>, scale: number): string {
  const meeting = boundaryLines(boundaries);
  return `<svg xmlns="http://www.w3.org/2000/svg"><g id="c" transform="scale(${scale})">${ground(land, borders)}${meeting}</g></svg>\n`;
}

/** Boundaries as thin lines, for maps on which their uncertainty is less than a few pixels. */
export function boundaryLines(d: string): string {
  return line(d, "var(--boundary)", ' stroke-opacity=".7" vector-effect="non-scaling-stroke"');
}

function ground(land: string, borders: string): string {
  const areas = land === "" ? "" : `<path fill="var(--land)" fill-rule="evenodd" d="${land}"/>`;
  return areas + line(borders, "var(--border)", ' vector-effect="non-scaling-stroke"');
}

function line(d: string, stroke: string, more: string): string {
  return d === "" ? "" : `<path fill="none" stroke="${stroke}"${more} d="${d}"/>`;
}

/** Widths of the strokes of a band, as fractions of its width: it fades towards its edges. */
const BAND_STROKES = [1, 0.75, 0.5, 0.25];
/** Half the greatest width of a band, which it has at 70 degrees, units. */
const BAND_REACH = 60;

/** A cell of a small area. Its bands end exactly at its edges, so that translucent strokes of two cells do not overlap. */
function cellSvg(key: string, { land, borders, boundaries }: Record<Layer, string>): string {
  const [column, row] = key.split("-").map(Number) as [number, number];
  const [left, top] = [column * NEAR.units, row * NEAR.units];
  const width = Math.min(2 * BAND_REACH, unitsOfKm(BOUNDARY_KM, latitudeAt(top + NEAR.units / 2)));
  const strokes = BAND_STROKES.map((share) =>
    line(
      boundaries,
      "var(--boundary)",
      ` stroke-opacity=".06" stroke-linejoin="round" stroke-linecap="round" stroke-width="${Math.round(width * share)}"`,
    ),
  );
  const box = `x="${left}" y="${top}" width="${NEAR.units}" height="${NEAR.units}"`;
  const band = boundaries === "" ? "" : `<svg ${box} viewBox="${left} ${top} ${NEAR.units} ${NEAR.units}">${strokes.join("")}</svg>`;
  return `<svg xmlns="http://www.w3.org/2000/svg"><g id="c">${ground(land, borders)}${band}</g></svg>\n`;
}

/** Cuts first into columns and then each column into cells, so that distant points are discarded early. */
function eachArea(area: Line, level: Level, take: (key: string, part: Line) => void): void {
  const all = windowOf(area);
  for (const column of steps(all.left, all.right, level)) {
    const whole = columnWindow(column, level);
    const strip = isWithin(all, whole) ? area : clipArea(area, whole);
    if (strip.length === 0) continue;
    const { top, bottom } = windowOf(strip);
    for (const row of steps(top, bottom, level)) {
      const window = cellWindow(column, row, level);
      const part = isWithin(windowOf(strip), window) ? strip : clipArea(strip, window);
      if (part.length > 0) take(`${column}-${row}`, part);
    }
  }
}

/** @param reach how far a stroke extends to both sides of the line, units */
function eachLine(line: Line, reach: number, level: Level, take: (key: string, part: Line) => void): void {
  const all = windowOf(line);
  for (const column of steps(all.left - reach, all.right + reach, level)) {
    for (const row of steps(all.top - reach, all.bottom + reach, level)) {
      const { left, right, top, bottom } = cellWindow(column, row, level);
      const window = { left: left - reach, right: right + reach, top: top - reach, bottom: bottom + reach };
      for (const part of clipLine(line, window)) take(`${column}-${row}`, part);
    }
  }
}

function steps(from: number, to: number, { units }: Level): number[] {
  const [first, last] = [Math.floor(from / units), Math.floor(to / units)].map((at) =>
    Math.max(0, Math.min(WORLD_UNITS / units - 1, at)),
  ) as [number, number];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function columnWindow(column: number, level: Level): Box {
  const [left, right] = extentOf(column, level);
  return { left, right, top: -Infinity, bottom: Infinity };
}

function cellWindow(column: number, row: number, level: Level): Box {
  const [top, bottom] = extentOf(row, level);
  return { ...columnWindow(column, level), top, bottom };
}

/** Where a row or column of cells begins and ends, with the overlap. */
function extentOf(at: number, { units, scale }: Level): [from: number, to: number] {
  const overlap = OVERLAP_UNITS * scale;
  return [at * units - overlap, (at + 1) * units + overlap];
}

function isWithin(inner: Box, outer: Box): boolean {
  return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
}

/** The part of a closed area inside the window (Sutherland and Hodgman 1974, Commun. ACM 17, 32-42); empty if there is none. */
export function clipArea(area: Line, { left, top, right, bottom }: Box): Line {
  let line = clipHalf(area, 0, left, 1);
  line = clipHalf(line, 0, right, -1);
  line = clipHalf(line, 1, top, 1);
  return clipHalf(line, 1, bottom, -1);
}

/**
 * The part of a closed area on one side of an axis-parallel line.
 *
 * @param axis 0: x, 1: y
 * @param side 1: keeps values greater than the bound, -1: keeps smaller values
 */
function clipHalf(line: Line, axis: 0 | 1, bound: number, side: 1 | -1): Line {
  const inside = (at: number) => ((line[at + axis] as number) - bound) * side >= 0;
  const kept: number[] = [];
  for (let at = 0; at < line.length; at += 2) {
    const before = at === 0 ? line.length - 2 : at - 2;
    if (inside(at) !== inside(before)) {
      const share = (bound - (line[before + axis] as number)) / ((line[at + axis] as number) - (line[before + axis] as number));
      const other = 1 - axis;
      const crossing = (line[before + other] as number) + share * ((line[at + other] as number) - (line[before + other] as number));
      kept.push(...(axis === 0 ? [bound, Math.round(crossing)] : [Math.round(crossing), bound]));
    }
    if (inside(at)) kept.push(line[at] as number, line[at + 1] as number);
  }
  return kept;
}

/** The segments of a line whose bounding box overlaps the window. Consecutive segments are joined. */
function clipLine(line: Line, { left, top, right, bottom }: Box): Line[] {
  const parts: number[][] = [];
  let drawing: number[] | undefined;
  for (let at = 2; at < line.length; at += 2) {
    const [ax, ay, bx, by] = [line[at - 2], line[at - 1], line[at], line[at + 1]] as [number, number, number, number];
    const touches = Math.max(ax, bx) >= left && Math.min(ax, bx) <= right && Math.max(ay, by) >= top && Math.min(ay, by) <= bottom;
    if (!touches) drawing = undefined;
    else if (drawing) drawing.push(bx, by);
    else parts.push((drawing = [ax, ay, bx, by]));
  }
  return parts;
}

/** The bounding box of a line. */
export function windowOf(line: Line): Box {
  const found = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let at = 0; at < line.length; at += 2) {
    const [x, y] = [line[at] as number, line[at + 1] as number];
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
  }
  return found;
}
