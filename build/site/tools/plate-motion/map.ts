import { normalLongitude } from "../../../geo/sphere.ts";
import type { RotationPole, Velocity } from "../../../seismology/plate-motion.ts";
import { keyText, line as linePath, place } from "../../charts/plot.ts";
import { type Html, html } from "../../html.ts";
import { baseLayers } from "../../map/drawn/local-maps.ts";
import { LAST_LATITUDE, mercatorX, mercatorY, WORLD_UNITS } from "../../map/drawn/outlines.ts";
import type { ToolContext } from "../tool.ts";

/** A plate with its rotation pole. */
export interface ToolPlate extends RotationPole {
  code: string;
  name: string;
}

export interface BoundaryLine {
  /** Codes of the plates on the two sides. */
  plates: readonly [string, string];
  /** `[longitude, latitude]` in degrees; never crosses the antimeridian. */
  line: readonly (readonly [number, number])[];
}

/** The plates and their boundaries; the initial data contain only boundaries near the point. */
export interface MotionData {
  plates: readonly ToolPlate[];
  lines: readonly BoundaryLine[];
  /** Whether all boundaries are included. */
  whole: boolean;
  /** The cells of the base map that are not empty. */
  cells: readonly string[];
}

/** Extent of the map to the north and to the south of the point, degrees of latitude. */
export const MAP_DEGREES = 14;

const WIDTH = 440;
const HEIGHT = 300;

/** Speed whose arrow is as long as a third of the map's height, mm a year. */
const FAST = 100;

interface Question {
  plate: string;
  other: string;
  latitude: number;
  longitude: number;
}

/** Land and the boundaries around the point, and an arrow of the motion, whose length is proportional to the speed. */
export function motionMap(
  velocity: Velocity,
  question: Question,
  { lines, cells }: Pick<MotionData, "lines" | "cells">,
  { t, number }: ToolContext,
): Html {
  const { latitude, longitude } = question;
  const unit = HEIGHT / (2 * MAP_DEGREES);
  // Mercator's projection, in which the outlines of land are drawn, enlarges a degree towards the poles.
  const scale = (unit * 360 * Math.cos((Math.min(Math.abs(latitude), LAST_LATITUDE) * Math.PI) / 180)) / WORLD_UNITS;
  const middle = { x: mercatorX(longitude), y: mercatorY(latitude) };
  const x = (lon: number) => WIDTH / 2 + (normalLongitude(lon - longitude) / 360) * WORLD_UNITS * scale;
  const y = (lat: number) => HEIGHT / 2 + (mercatorY(lat) - middle.y) * scale;
  const [width, height] = [WIDTH / scale, HEIGHT / scale];
  const view = { left: middle.x - width / 2, top: middle.y - height / 2, width, height };
  const drawn = lines.flatMap((line) => [...piecesInside(line, x, y)]);
  const moved = `translate(${-Math.round(middle.x)} ${-Math.round(middle.y)})`;
  const transform = `translate(${WIDTH / 2} ${HEIGHT / 2}) scale(${scale.toPrecision(5)}) ${moved}`;
  return html`<svg class="chart map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${t("figure")}">
<defs><clipPath id="map-edge"><rect width="${WIDTH}" height="${HEIGHT}" rx="6"/></clipPath></defs>
<rect class="sea" width="${WIDTH}" height="${HEIGHT}" rx="6"/>
<g clip-path="url(#map-edge)"><g
class="ground" transform="${transform}">${baseLayers(view, new Set(cells))}</g>${drawn.map(
    ({ plates, points }) => html`<path
class="${isCommon(plates, question) ? "boundary common" : "boundary"}" d="${linePath(points)}"/>`,
  )}</g>
${arrow(velocity)}<circle class="point" cx="${WIDTH / 2}" cy="${HEIGHT / 2}" r="4"/>
${scaleBar(unit, number)}</svg>${keyText(t("figure"))}`;
}

function isCommon(plates: readonly [string, string], { plate, other }: Question): boolean {
  return plates.includes(plate) && plates.includes(other) && plate !== other;
}

type Point = readonly [x: number, y: number];

/** The parts of a line that are inside or near the map. */
function* piecesInside(
  { plates, line }: BoundaryLine,
  x: (longitude: number) => number,
  y: (latitude: number) => number,
): Iterable<{ plates: readonly [string, string]; points: Point[] }> {
  let points: Point[] = [];
  let last: Point | undefined;
  for (const [longitude, latitude] of line) {
    const point: Point = [x(longitude), y(latitude)];
    const jumps = last !== undefined && Math.abs(point[0] - last[0]) > WIDTH;
    if (last && !jumps && (isNear(point) || isNear(last))) {
      if (points.length === 0) points.push(last);
      points.push(point);
    } else if (points.length > 0) {
      yield { plates, points };
      points = [];
    }
    last = point;
  }
  if (points.length > 0) yield { plates, points };
}

function isNear([x, y]: Point): boolean {
  return x > -WIDTH / 2 && x < 1.5 * WIDTH && y > -HEIGHT / 2 && y < 1.5 * HEIGHT;
}

function arrow({ speed, azimuth }: Velocity): Html | null {
  if (speed < 0.05) return null;
  const length = Math.max(14, Math.min((speed / FAST) * (HEIGHT / 3), HEIGHT / 2 - 12));
  return html`<g class="arrow" transform="translate(${WIDTH / 2} ${HEIGHT / 2}) rotate(${place(azimuth)})">
<path class="shaft" d="M0 0V${place(8 - length)}"/><path class="head" d="M0 ${place(-length)}l6 12h-12z"/></g>
`;
}

function scaleBar(unit: number, number: ToolContext["number"]): Html {
  const length = place((500 / 111.2) * unit);
  return html`<g class="scale"><path d="M14 ${HEIGHT - 14}h${length}"/>
<text x="14" y="${HEIGHT - 20}">${number(500, { digits: 0, unit: "km" })}</text></g>`;
}
