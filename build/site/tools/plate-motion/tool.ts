import { distanceKm, kmOfDegrees } from "../../../geo/sphere.ts";
import { MEASURED_SPEEDS, type RotationPole, relativePole, type Velocity, velocityAt } from "../../../seismology/plate-motion.ts";
import { keyText, line as linePath, place, sixDigits } from "../../charts/plot.ts";
import { compassText } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import { areaMap, type Project } from "../../map/drawn/area-map.ts";
import { LAST_LATITUDE, mercatorX, mercatorY, unitsOfKm } from "../../map/drawn/outlines.ts";
import { optionOr, queryOfValues } from "../form.ts";
import type { Tool, ToolContext, ValuesOf } from "../tool.ts";

/** Parkfield in California. */
const FIRST = { plate: "PA", other: "NA", latitude: 35.9, longitude: -120.4 } as const;

function fieldsOf(plates: readonly ToolPlate[]) {
  const options = plates.map(({ code }) => code) as [string, ...string[]];
  const names = Object.fromEntries(plates.map(({ code, name }) => [code, name]));
  return [
    { kind: "choice", name: "plate", options, plates: names, first: optionOr(options, FIRST.plate) },
    { kind: "choice", name: "other", options, plates: names, first: optionOr(options, FIRST.other) },
    { kind: "number", name: "latitude", least: -90, most: 90, step: "any", first: FIRST.latitude, unit: "°" },
    { kind: "number", name: "longitude", least: -180, most: 180, step: "any", first: FIRST.longitude, unit: "°" },
  ] as const;
}

type MotionFields = ReturnType<typeof fieldsOf>;
type Values = ValuesOf<MotionFields>;

/** The point that the initial map shows. */
export const FIRST_POINT = { latitude: FIRST.latitude, longitude: FIRST.longitude };

export function plateMotionTool(seed: MotionData): Tool<MotionFields, MotionData> {
  const fields = fieldsOf(seed.plates);
  return {
    slug: "plate-motion",
    fields,
    seed,
    draw: (values, context, data = seed) => {
      const plates = new Map(data.plates.map((plate) => [plate.code, plate]));
      const [plate, other] = [plates.get(values.plate), plates.get(values.other)];
      if (!plate || !other) throw new RangeError(`there is no plate ${values.plate} or ${values.other}`);
      const velocity = velocityAt(plate, other, values.latitude, values.longitude);
      const near = data.whole ? commonBoundaryKm(data.lines, values) : undefined;
      return {
        answer: answer({ plate, other, near }, values, context),
        figure: motionMap(velocity, values, data, context),
        more: html`${poleText(plate, other, context)}
${published(plates, fields, context)}`,
        numbers: () => [
          ["plate", "relative_to", "latitude", "longitude", "mm_per_year", "azimuth", "north", "east"],
          [
            plate.code,
            other.code,
            values.latitude,
            values.longitude,
            ...[velocity.speed, velocity.azimuth, velocity.north, velocity.east].map(sixDigits),
          ],
        ],
      };
    },
  };
}

interface Found {
  plate: ToolPlate;
  other: ToolPlate;
  /** Distance to the nearest common boundary, km; null if there is none, undefined if it is not known yet. */
  near: number | null | undefined;
}

function answer({ plate, other, near }: Found, { latitude, longitude }: Values, context: ToolContext): Html {
  const { t, number } = context;
  const { speed, azimuth, north, east } = velocityAt(plate, other, latitude, longitude);
  if (plate.code === other.code) return html`<p class="headline">${t("answer.same")}</p>`;
  const mm = (value: number) => number(value, { digits: 1, unit: "mm" });
  return html`<p class="headline">${t("answer.speed", {
    plate: context.plate(plate.code, plate.name),
    other: context.plate(other.code, other.name),
    speed: mm(speed),
    direction: compassText(azimuth, context),
    azimuth: number(azimuth, { digits: 0, unit: "°" }),
  })}</p>
<p>${t("answer.parts", { north: mm(north), east: mm(east) })}</p>
<p>${t("answer.long", { km: number(speed, { digits: 0, unit: "km" }), metres: number(speed / 10, { digits: 1, unit: "m" }) })}</p>
${
  near === undefined
    ? null
    : html`<p>${
        near === null
          ? t("answer.no_boundary")
          : t("answer.near", {
              km: number(near, { significant: 2, unit: "km" }),
            })
      }</p>`
}`;
}

function poleText(plate: ToolPlate, other: ToolPlate, { t, number }: ToolContext): Html | null {
  if (plate.code === other.code) return null;
  const { latitude, longitude, degreesPerMyr } = relativePole(plate, other);
  const degrees = (value: number) => number(value, { digits: 1, unit: "°" });
  return html`<p class="quiet">${t("pole", {
    latitude: degrees(latitude),
    longitude: degrees(longitude),
    rate: number(degreesPerMyr, { digits: 3, unit: "°" }),
  })}</p>`;
}

/** Distance from the point to the nearest boundary between the two plates, km, from the vertices and midpoints of its lines. */
function commonBoundaryKm(lines: readonly BoundaryLine[], { plate, other, latitude, longitude }: Values): number | null {
  const common = lines.filter(({ plates }) => plates.includes(plate) && plates.includes(other) && plate !== other);
  const distances = common.flatMap(({ line }) =>
    line.flatMap(([x, y], i) => {
      const [px, py] = line[i - 1] ?? [x, y];
      return [distanceKm(latitude, longitude, y, x), distanceKm(latitude, longitude, (y + py) / 2, (x + px) / 2)];
    }),
  );
  return distances.length === 0 ? null : Math.min(...distances);
}

/** Speeds by satellite geodesy, each as example values. */
function published(plates: ReadonlyMap<string, ToolPlate>, fields: MotionFields, { t, number }: ToolContext): Html {
  const mm = (value: number) => number(value, { digits: 1 });
  return html`<details><summary>${t("published")}: <span lang="en">ITRF2014 (Altamimi et al. 2017)</span></summary>
<div class="scroll"><table><thead><tr>
<th scope="col">${t("column.place")}</th><th scope="col">${t("column.published")}</th><th scope="col">${t("column.here")}</th>
</tr></thead><tbody>
${MEASURED_SPEEDS.map(({ boundary, plates: [a, b], at, measured }) => {
  const [one, two] = [plates.get(a), plates.get(b)];
  if (!one || !two) return null;
  const query = queryOfValues(fields, { plate: a, other: b, ...at });
  return html`<tr lang="en"><td><a href="${query || "?"}">${boundary}</a></td><td>${mm(measured)}</td>
<td>${mm(velocityAt(one, two, at.latitude, at.longitude).speed)}</td></tr>
`;
})}</tbody></table></div></details>`;
}

interface ToolPlate extends RotationPole {
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
function motionMap(
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
