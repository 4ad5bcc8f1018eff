import { thousands } from "../../../platform/text.ts";
import { roundSteps } from "../../charts/plot.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { ROMAN } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import { CELL_UNITS, windowOf } from "./cells.ts";
import {
  areaPath,
  LAST_LATITUDE,
  type Line,
  latitudeAt,
  mercatorX,
  mercatorY,
  type Outlines,
  thinned,
  unitsOfKm,
  WORLD_UNITS,
} from "./outlines.ts";
import { type Box, type MapTown, townNames } from "./town-labels.ts";

/** The visible area of a map, in units of the world. */
export interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** 15 degrees of longitude, in units. One unit is about one pixel on a wide page. */
const WIDTH = 680;
const HEIGHT = 380;

/**
 * Radius of the epicentre's mark: of magnitude 2, and for each magnitude more, units. A mark stays much smaller than the ring, so
 * that nobody takes it for the area of the shaking.
 */
const EPICENTRE = { radius: 4, growth: 1.2 };
/** The magnitude with which earthquakes without a magnitude are drawn. */
const UNKNOWN_DRAWN = 4;

/** Radius of the ring around the epicentre, km. */
export const RING_KM = 100;

/**
 * The map around an epicentre, with the names of towns.
 *
 * @param townsOf the towns in an area
 * @returns undefined near the poles, where Mercator's projection is infinite
 */
export function eventMap(
  { latitude, longitude, depth_km: depthKm, magnitude, contours = [] }: MapPoint & { contours?: Contours },
  cells: ReadonlySet<string>,
  townsOf: (area: Degrees) => readonly MapTown[],
  label: string,
): Html | undefined {
  if (Math.abs(latitude) > LAST_LATITUDE) return undefined;
  const [x, y] = [Math.round(mercatorX(longitude)), Math.round(mercatorY(latitude))];
  const view = { left: x - WIDTH / 2, top: y - HEIGHT / 2, width: WIDTH, height: HEIGHT };
  const radius = EPICENTRE.radius + EPICENTRE.growth * Math.max(0, (magnitude ?? UNKNOWN_DRAWN) - 2);
  const middle = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
  const ring = unitsOfKm(RING_KM, latitude).toFixed(0);
  const names = townNames(boxOf(view), middle, townsOf(degreesOf(view)));
  return html`<svg class="map" viewBox="${viewBox(view)}" role="img" aria-label="${label}">${baseLayers(view, cells)}
${contours.map((contour) => contourLines(contour, x, view))}${names ?? locator(view)}<circle
class="ring" cx="${x}" cy="${y}" r="${ring}"/>${markAt(depthKm, x, y, radius)}${scaleBar(view)}</svg>`;
}

/** A mark in the shape of its depth class; an empty circle if the depth is unknown. */
function markAt(depthKm: number | null, x: number, y: number, radius: number): Html {
  const shape = depthKm === null ? "shallow" : depthClass(depthKm);
  return html`<path class="mark ${depthKm === null ? "unknown" : shape}" d="${markPath(shape, x, y, radius)}"/>`;
}

/** Widest scale bar, as a fraction of the width of the map, and where it is. */
const BAR = { most: 0.25, left: 0.025, bottom: 0.04, text: 0.018 };

/** A bar of a round length at the latitude of the middle; null on a map on which no one scale is true. @param size of letters, units */
export function scaleBar(view: View, size = round(BAR.text * view.width)): Html | null {
  if (isWide(view)) return null;
  const { left, top, width, height } = view;
  const unit = unitsOfKm(1, latitudeAt(top + height / 2));
  const km = roundSteps(0, (BAR.most * width) / unit, 2).at(-1) ?? 0;
  const [x, y] = [left + BAR.left * width, top + height - BAR.bottom * width].map(round) as [number, number];
  return html`<g class="scale"><path d="M${x} ${round(y - size / 2)}v${round(size / 2)}h${round(km * unit)}v${round(-size / 2)}"/><text
x="${round(x + size / 2)}" y="${round(y - size)}" font-size="${round(size)}"
stroke-width="${round(size / 4)}">${thousands(km)} km</text></g>`;
}

/** The size of a locator and the width of the world that it shows, as fractions of the width of the map and of the world. */
const LOCATOR = { width: 0.24, shape: 0.62, world: 0.3, gap: 0.015 };

/** Where in the world a map is that shows no town. */
function locator({ left, top, width, height }: View): Html {
  const [wide, across] = [round(LOCATOR.width * width), round(LOCATOR.world * WORLD_UNITS)];
  const [high, down] = [round(wide * LOCATOR.shape), round(across * LOCATOR.shape)];
  const [x, y] = [left + width - wide - LOCATOR.gap * width, top + LOCATOR.gap * width].map(round) as [number, number];
  const [west, north] = [left + (width - across) / 2, top + (height - down) / 2].map(round) as [number, number];
  const turns = [-1, 0, 1].filter((turn) => turn * WORLD_UNITS < west + across && (turn + 1) * WORLD_UNITS > west);
  return html`<svg class="locator" x="${x}" y="${y}" width="${wide}" height="${high}" viewBox="${west} ${north} ${across} ${down}"><rect
x="${west}" y="${north}" width="${across}" height="${down}"/>${turns.map(
    (turn) => html`<use href="/assets/land/small.svg#c"${turn === 0 ? null : html` x="${turn * WORLD_UNITS}"`}/>`,
  )}<rect class="seen" x="${left}" y="${top}" width="${width}" height="${height}"/></svg>`;
}

/** Lines of longitude and latitude, degrees, with their intensity. */
type Contours = readonly { intensity: number; lines: readonly (readonly (readonly [number, number])[])[] }[];

/** The contours of an intensity, with its numeral at the topmost point of the longest. @param middle of the map, units */
function contourLines({ intensity, lines }: Contours[number], middle: number, { top, height }: View): Html {
  const drawn = lines.map((line) =>
    line.map(([longitude, latitude]): [number, number] => {
      const x = mercatorX(longitude);
      return [round(x + Math.round((middle - x) / WORLD_UNITS) * WORLD_UNITS), round(mercatorY(latitude))];
    }),
  );
  const d = drawn.map((line) => `M${line.map((point) => point.join(" ")).join("L")}`).join("");
  const [longest = []] = drawn.toSorted((a, b) => b.length - a.length);
  const inView = longest.filter(([, y]) => y > top + LABEL_MARGIN && y < top + height);
  const [label] = inView.toSorted(([, a], [, b]) => a - b);
  return html`<path class="contour" d="${d}" stroke-width="${(intensity / 4).toFixed(1)}"/>${
    label && html`<text class="contour" x="${label[0]}" y="${label[1] - 2}">${ROMAN[intensity]}</text>`
  }`;
}

/** Units above a label. */
const LABEL_MARGIN = 12;

function round(units: number): number {
  return Math.round(units * 10) / 10;
}

/** The edges of a view. */
export function boxOf({ left, top, width, height }: View): Box {
  return { left, top, right: left + width, bottom: top + height };
}

/** An area, degrees. West may be less than -180, and east more than 180. */
export interface Degrees {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The area that a view shows. */
export function degreesOf(view: View): Degrees {
  const { left, top, right, bottom } = boxOf(view);
  return {
    south: latitudeAt(bottom),
    north: latitudeAt(top),
    west: (left / WORLD_UNITS) * 360 - 180,
    east: (right / WORLD_UNITS) * 360 - 180,
  };
}

/** An earthquake on a map; position in degrees, depth in km. */
export interface MapPoint {
  latitude: number;
  longitude: number;
  depth_km: number | null;
  magnitude: number | null;
}

export function viewBox({ left, top, width, height }: View): string {
  return `${left} ${top} ${width} ${height}`;
}

/** If a view is wider than this number of cells, the map of the whole world is the smaller download. */
const MAX_CELLS = 3;

function isWide({ width }: View): boolean {
  return width > MAX_CELLS * CELL_UNITS;
}

/** The land, borders and plate boundaries of a view. @param cells those that are not empty */
export function baseLayers(view: View, cells: ReadonlySet<string>): Html[] {
  if (isWide(view)) return wholeWorld(view);
  return cellsIn(view, cells).map(
    ({ cell, shift }) => html`<use href="/assets/land/${cell}.svg#c"${shift === 0 ? null : html` x="${shift}"`}/>`,
  );
}

/**
 * The cells that a view shows, including those beyond the antimeridian, and how far to the right of its place each is drawn, units.
 */
export function cellsIn({ left, top, width, height }: View, cells: ReadonlySet<string>): { cell: string; shift: number }[] {
  const found: { cell: string; shift: number }[] = [];
  for (let column = Math.floor(left / CELL_UNITS); column * CELL_UNITS < left + width; column++) {
    const turns = Math.floor((column * CELL_UNITS) / WORLD_UNITS);
    const within = column - turns * (WORLD_UNITS / CELL_UNITS);
    for (let row = Math.floor(top / CELL_UNITS); row * CELL_UNITS < top + height; row++) {
      const cell = `${within}-${row}`;
      if (cells.has(cell)) found.push({ cell, shift: turns * WORLD_UNITS });
    }
  }
  return found;
}

/** The least width of the map of a country, units: 6 degrees. */
const MIN_WIDTH = 280;
/** Ratio of height to width. */
const SHAPE = 0.62;
/** Margin around the country, as a fraction of its size. */
const MARGIN = 0.25;

/** Radius of magnitude 2 on the map of a country, as a fraction of the width of the map. */
const COUNTRY_RADIUS = 1 / 640;

/** Distance between points of the country's outline, as a fraction of the width of the map: one and a half pixels. */
const OUTLINE_STEP = 1 / 500;

/** A country with its neighbours, and earthquakes on it. */
export function countryMap(
  iso2: string,
  position: { latitude: number; longitude: number },
  points: readonly MapPoint[],
  { world, fine, cells }: { world: Outlines; fine: Outlines; cells: ReadonlySet<string> },
  label: string,
): Html {
  const areas = world.areasOf(iso2) ?? [];
  const view = viewOf(areas, position);
  const outline = (isWide(view) ? areas : (fine.areasOf(iso2) ?? areas)).map((area) => shifted(area, view));
  const here = outline
    .filter((area) => isSeen(area, view))
    .map((area) => areaPath(thinned(area, view.width * OUTLINE_STEP)))
    .join("");
  return html`<svg class="map" viewBox="${viewBox(view)}" role="img" aria-label="${label}">${baseLayers(view, cells)}<path
class="here" d="${here}"/>${points.map((point) => mark(point, view))}${scaleBar(view)}</svg>`;
}

/**
 * The view of the main part of a country. Small islands are not included, because remote ones would make the country too
 * small on the map.
 */
function viewOf(areas: readonly Line[], position: { latitude: number; longitude: number }): View {
  const middle = mercatorX(position.longitude);
  const windows = areas.map((area) => windowOf(areaNear(area, middle)));
  const size = ({ left, right, top, bottom }: (typeof windows)[number]) => (right - left) * (bottom - top);
  const largest = Math.max(0, ...windows.map(size));
  const main = windows.filter((window) => size(window) >= largest / 20);
  const point = {
    left: middle,
    right: middle,
    top: mercatorY(position.latitude),
    bottom: mercatorY(position.latitude),
  };
  const all = main.length > 0 ? main : [point];
  const [left, right] = [Math.min(...all.map((one) => one.left)), Math.max(...all.map((one) => one.right))];
  const [top, bottom] = [Math.min(...all.map((one) => one.top)), Math.max(...all.map((one) => one.bottom))];
  const wide = (right - left) * (1 + 2 * MARGIN);
  const high = (bottom - top) * (1 + 2 * MARGIN);
  const width = Math.round(Math.min(WORLD_UNITS, Math.max(MIN_WIDTH, wide, high / SHAPE)));
  const height = Math.round(width * SHAPE);
  return {
    left: Math.round((left + right - width) / 2),
    top: Math.round((top + bottom - height) / 2),
    width,
    height,
  };
}

/** Moves an area by the width of the world if it is then nearer to the middle, for maps across the antimeridian. */
function areaNear(area: Line, middle: number): Line {
  const { left, right } = windowOf(area);
  const turns = Math.round((middle - (left + right) / 2) / WORLD_UNITS);
  return turns === 0 ? area : area.map((value, at) => (at % 2 === 0 ? value + turns * WORLD_UNITS : value));
}

function shifted(area: Line, { left, width }: View): Line {
  return areaNear(area, left + width / 2);
}

function isSeen(area: Line, view: View): boolean {
  const { left, right, top, bottom } = windowOf(area);
  return right > view.left && left < view.left + view.width && bottom > view.top && top < view.top + view.height;
}

function wholeWorld({ left, width }: View): Html[] {
  const turns = [-1, 0, 1].filter((turn) => turn * WORLD_UNITS < left + width && (turn + 1) * WORLD_UNITS > left);
  return turns.map((turn) => html`<use href="/assets/land/world.svg#c"${turn === 0 ? null : html` x="${turn * WORLD_UNITS}"`}/>`);
}

/** The mark of an earthquake on the map of an area. */
export function mark({ latitude, longitude, depth_km: depthKm, magnitude }: MapPoint, { left, width }: View): Html {
  const x = mercatorX(longitude);
  const turns = Math.round((left + width / 2 - x) / WORLD_UNITS);
  const radius = COUNTRY_RADIUS * width * magnitudeRadius(magnitude ?? UNKNOWN_DRAWN);
  return markAt(depthKm, x + turns * WORLD_UNITS, mercatorY(latitude), radius);
}
