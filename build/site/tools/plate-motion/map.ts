import { kmOfDegrees } from "../../../geo/sphere.ts";
import type { RotationPole, Velocity } from "../../../seismology/plate-motion.ts";
import { keyText, line as linePath, place } from "../../charts/plot.ts";
import { type Html, html } from "../../html.ts";
import { areaMap, type Project } from "../../map/drawn/area-map.ts";
import { LAST_LATITUDE, mercatorX, mercatorY, unitsOfKm } from "../../map/drawn/outlines.ts";
import type { ToolContext } from "../tool.ts";

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

/** Ratio of height to width of the map. */
const SHAPE = 0.64;

/** Speed whose arrow is as long as a fifth of the map's width, mm a year. */
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
  { t, width }: ToolContext,
): Html {
  const { latitude, longitude } = question;
  // Mercator's projection enlarges a degree towards the poles.
  const high = unitsOfKm(2 * kmOfDegrees(MAP_DEGREES), Math.min(Math.abs(latitude), LAST_LATITUDE));
  const wide = high / SHAPE;
  const view = { left: mercatorX(longitude) - wide / 2, top: mercatorY(latitude) - high / 2, width: wide, height: high };
  const height = width * SHAPE;
  const map = areaMap(view, width, { cells, label: t("figure") }, (at) => {
    const drawn = lines.flatMap((line) => [...piecesInside(line, at, [width, height])]);
    return html`${drawn.map(
      ({ plates, points }) => html`<path
class="${isCommon(plates, question) ? "boundary common" : "boundary"}" d="${linePath(points)}"/>`,
    )}${arrow(velocity, [width, height])}<circle class="point" cx="${place(width / 2)}" cy="${place(height / 2)}" r="4"/>`;
  });
  return html`${map}${keyText(t("figure"))}`;
}

function isCommon(plates: readonly [string, string], { plate, other }: Question): boolean {
  return plates.includes(plate) && plates.includes(other) && plate !== other;
}

type Point = readonly [x: number, y: number];

/** The parts of a line that are inside or near the map. */
function* piecesInside(
  { plates, line }: BoundaryLine,
  at: Project,
  [width, height]: Point,
): Iterable<{ plates: readonly [string, string]; points: Point[] }> {
  const isNear = ([x, y]: Point) => x > -width / 2 && x < 1.5 * width && y > -height / 2 && y < 1.5 * height;
  let points: Point[] = [];
  let last: Point | undefined;
  for (const [longitude, latitude] of line) {
    const point = at({ latitude, longitude });
    const jumps = last !== undefined && Math.abs(point[0] - last[0]) > width;
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

function arrow({ speed, azimuth }: Velocity, [width, height]: Point): Html | null {
  if (speed < 0.05) return null;
  const length = Math.max(14, Math.min((speed / FAST) * (width / 5), height / 2 - 12));
  return html`<g class="arrow" transform="translate(${place(width / 2)} ${place(height / 2)}) rotate(${place(azimuth)})">
<path class="shaft" d="M0 0V${place(8 - length)}"/><path class="head" d="M0 ${place(-length)}l6 12h-12z"/></g>
`;
}
