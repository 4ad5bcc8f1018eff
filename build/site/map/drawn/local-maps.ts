import type { Degrees } from "../../../geo/antimeridian.ts";
import { thousands } from "../../../platform/text.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { ROMAN } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import { areaNames, type LandRows } from "./area-names.ts";
import { FAR, type Level, NEAR, WIDE } from "./cells.ts";
import { LAST_LATITUDE, latitudeAt, type MeetsLine, mercatorX, mercatorY, type Outlines, unitsOfKm, WORLD_UNITS } from "./outlines.ts";
import { type Box, type MapTown, townNames } from "./town-labels.ts";

/** The visible area of a map, in units of the world. */
export interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** 15 degrees of longitude, in units. One unit is about one pixel on a wide page. */
export const WIDTH = 680;
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
  { cells, rows, hasBoundary }: Pick<NamedLand, "cells" | "rows" | "hasBoundary">,
  townsOf: (area: Degrees) => readonly MapTown[],
  label: string,
  nameOf: NameOfCountry,
): Html | undefined {
  if (Math.abs(latitude) > LAST_LATITUDE) return undefined;
  const [x, y] = [Math.round(mercatorX(longitude)), Math.round(mercatorY(latitude))];
  const view = { left: x - WIDTH / 2, top: y - HEIGHT / 2, width: WIDTH, height: HEIGHT };
  const radius = EPICENTRE.radius + EPICENTRE.growth * Math.max(0, (magnitude ?? UNKNOWN_DRAWN) - 2);
  const middle = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
  const ring = unitsOfKm(RING_KM, latitude).toFixed(0);
  const taken = [scaleBox(view)];
  const names = townNames(boxOf(view), middle, townsOf(degreesOf(view)), undefined, taken);
  if (!names) taken.push(locatorBox(view));
  const areas = areaNames(boxOf(view), rows, taken, LETTERS, nameOf);
  const lines = boundariesAttribute(view, hasBoundary);
  return html`<svg class="map"${lines} viewBox="${viewBox(view)}" role="img" aria-label="${label}">${baseLayers(view, cells)}
${contours.map((contour) => contourLines(contour, x, view))}${areas}${names ?? locator(view)}<circle
class="ring" cx="${x}" cy="${y}" r="${ring}"/>${markAt(depthKm, x, y, radius)}${scaleBar(view)}</svg>`;
}

/** The English name of a country by ISO 3166-1 alpha-2; undefined for those without a name on the map. */
export type NameOfCountry = (iso2: string) => string | undefined;

/** Sizes of the letters of areas on a map as wide as that of an epicentre, units: in narrow windows, and otherwise. */
export const LETTERS = [21, 12] as const;

/** A mark in the shape of its depth class; an empty circle if the depth is unknown. */
function markAt(depthKm: number | null, x: number, y: number, radius: number): Html {
  const shape = depthKm === null ? "shallow" : depthClass(depthKm);
  return html`<path class="mark ${depthKm === null ? "unknown" : shape}" d="${markPath(shape, x, y, radius)}"/>`;
}

/** Widest scale bar, as a fraction of the width of the map, and where it is. */
const BAR = { most: 0.25, left: 0.025, bottom: 0.04, text: 0.018 };

/** A bar of a round length at the latitude of the middle; null on a map on which no one scale is true. @param size of letters, units */
export function scaleBar(view: View, size = round(BAR.text * view.width)): Html | null {
  if (levelOf(view) === FAR) return null;
  const { left, top, width, height } = view;
  const unit = unitsOfKm(1, latitudeAt(top + height / 2));
  const km = roundLength((BAR.most * width) / unit);
  const [x, y] = [left + BAR.left * width, top + height - BAR.bottom * width].map(round) as [number, number];
  const tick = round(size / 2);
  return html`<g class="scale" font-size="${round(size)}"><path d="M${x} ${round(y - tick)}v${tick}h${round(km * unit)}v${-tick}"/><text
x="${round(x + size / 2)}" y="${round(y - size)}">${thousands(km)} km</text></g>`;
}

/** The largest of 1, 2 and 5 times a power of ten that is not longer. */
function roundLength(km: number): number {
  const power = 10 ** Math.floor(Math.log10(km));
  return ([5, 2].find((factor) => factor * power <= km) ?? 1) * power;
}

export function scaleBox({ left, top, width, height }: View): Box {
  return { left, right: left + (BAR.left + BAR.most) * width, top: top + height * 0.86, bottom: top + height };
}

/** The size of a locator and the width of the world that it shows, as fractions of the width of the map and of the world. */
const LOCATOR = { width: 0.24, shape: 0.62, world: 0.3, gap: 0.015 };

function locatorBox({ left, top, width }: View): Box {
  const size = (LOCATOR.width + 2 * LOCATOR.gap) * width;
  return { left: left + width - size, right: left + width, top, bottom: top + size * LOCATOR.shape };
}

/** Where in the world a map is that shows no town. */
function locator({ left, top, width, height }: View): Html {
  const [wide, across] = [round(LOCATOR.width * width), round(LOCATOR.world * WORLD_UNITS)];
  const [high, down] = [round(wide * LOCATOR.shape), round(across * LOCATOR.shape)];
  const [x, y] = [left + width - wide - LOCATOR.gap * width, top + LOCATOR.gap * width].map(round) as [number, number];
  const [west, north] = [left + (width - across) / 2, top + (height - down) / 2].map(round) as [number, number];
  const turns = [-1, 0, 1].filter((turn) => turn * WORLD_UNITS < west + across && (turn + 1) * WORLD_UNITS > west);
  const land = turns.map((turn) => layer({ cell: "small", shift: turn * WORLD_UNITS }));
  return html`<svg class="locator" x="${x}" y="${y}" width="${wide}" height="${high}" viewBox="${west} ${north} ${across} ${down}"><rect
x="${west}" y="${north}" width="${across}" height="${down}"/>${land}<rect
class="seen" x="${left}" y="${top}" width="${width}" height="${height}"/></svg>`;
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

export function round(units: number): number {
  return Math.round(units * 10) / 10;
}

export function boxOf({ left, top, width, height }: View): Box {
  return { left, top, right: left + width, bottom: top + height };
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

/** An earthquake that may be named on a map. */
export interface NamedPoint extends MapPoint {
  name?: string | undefined;
}

/** Marks a map that shows plate boundaries, so that its caption explains them (`data/elements.ts`). */
export function boundariesAttribute(view: View, hasBoundary: MeetsLine): Html | null {
  const { left, top, right, bottom } = boxOf(view);
  return hasBoundary(left, top, right, bottom) ? html` data-lines` : null;
}

export interface NamedLand {
  world: Outlines;
  /** The outlines in the same detail as the cells. */
  fine: Outlines;
  /** The non-empty cells, as `column-row`. */
  cells: ReadonlySet<string>;
  /** The land in rows, for the names on maps. */
  rows: LandRows;
  /** Whether a plate boundary passes through a box, units. */
  hasBoundary: MeetsLine;
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

/** How the base map of a view is cut. */
export function levelOf({ width }: View): Level {
  return [NEAR, WIDE].find(({ widest }) => width <= widest) ?? FAR;
}

/** The land, borders and plate boundaries of a view. @param cells those of near views that are not empty */
export function baseLayers(view: View, cells: ReadonlySet<string>): Html[] {
  const level = levelOf(view);
  return cellsIn(view, level)
    .filter(({ cell }) => level !== NEAR || cells.has(cell))
    .map(layer);
}

/** A file of `assets/land/`, and how far to the right of its place it is drawn, units. */
interface PlacedCell {
  cell: string;
  shift: number;
}

export function layer({ cell, shift }: PlacedCell): Html {
  return html`<use href="/assets/land/${cell}.svg#c"${shift === 0 ? null : html` x="${shift}"`}/>`;
}

/** The cells that a view shows, including those beyond the antimeridian. */
export function cellsIn({ left, top, width, height }: View, { units, prefix }: Level): PlacedCell[] {
  const across = WORLD_UNITS / units;
  const found: PlacedCell[] = [];
  for (let column = Math.floor(left / units); column * units < left + width; column++) {
    const turns = Math.floor(column / across);
    for (let row = Math.max(0, Math.floor(top / units)); row < across && row * units < top + height; row++)
      found.push({ cell: `${prefix}${column - turns * across}-${row}`, shift: turns * WORLD_UNITS });
  }
  return found;
}

/** Radius of magnitude 2 on the map of a country, as a fraction of its width; of a wider map it grows with the square root of the width. */
const COUNTRY_RADIUS = 1 / 640;
const WIDE_MAP = WORLD_UNITS / 5;

/** The mark of an earthquake on the map of an area. @param size as a multiple of the usual one */
export function mark(point: MapPoint, view: View, size = 1): Html {
  const { x, y } = placeOnMap(point, view);
  return markAt(point.depth_km, x, y, size * radiusOn(view, point));
}

export function radiusOn({ width }: View, { magnitude }: MapPoint): number {
  return COUNTRY_RADIUS * Math.min(width, Math.sqrt(width * WIDE_MAP)) * magnitudeRadius(magnitude ?? UNKNOWN_DRAWN);
}

export function placeOnMap(
  { latitude, longitude }: Pick<MapPoint, "latitude" | "longitude">,
  { left, width }: View,
): { x: number; y: number } {
  const x = mercatorX(longitude);
  const turns = Math.round((left + width / 2 - x) / WORLD_UNITS);
  return { x: x + turns * WORLD_UNITS, y: mercatorY(latitude) };
}
