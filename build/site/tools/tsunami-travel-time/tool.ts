import { azimuthDegrees, distanceKm, pointAt } from "../../../geo/sphere.ts";
import { MEAN_DEPTHS_M, type Ocean, tsunamiSpeed, tsunamiTime } from "../../../seismology/tsunami.ts";
import { isNarrow, type NumberRows, place, sixDigits } from "../../charts/plot.ts";
import { durationText } from "../../format/dates.ts";
import { type Html, html } from "../../html.ts";
import { areaMap, type Position, pathOver, viewAround } from "../../map/drawn/area-map.ts";
import type { Tool, ToolContext, ValuesOf } from "../tool.ts";

const OCEANS: [Ocean, ...(Ocean | "own")[]] = ["pacific", ...otherOceans(), "own"];

/**
 * Relative uncertainty: 97 % of the arrivals on Hawaii, and 73 to 79 % of those on other coasts of the Pacific, differ by
 * less (`scripts/measure/tsunami.ts`).
 */
const ROUGHNESS = 0.15;

/** Distances between the marked hours of the wave front. */
const STEPS_H = [1, 2, 3, 6, 12, 24];

const MAX_MARKS = 9;

/** The initial values: from the earthquake of 1960 off Chile to Hilo on Hawaii, where the tsunami arrived after 14.8 hours. */
const FIELDS = [
  { kind: "number", name: "from_latitude", least: -90, most: 90, step: "any", first: -38.14, unit: "°" },
  { kind: "number", name: "from_longitude", least: -180, most: 180, step: "any", first: -73.41, unit: "°" },
  { kind: "number", name: "to_latitude", least: -90, most: 90, step: "any", first: 19.73, unit: "°" },
  { kind: "number", name: "to_longitude", least: -180, most: 180, step: "any", first: -155.06, unit: "°" },
  { kind: "choice", name: "ocean", options: OCEANS, first: "pacific" },
  { kind: "number", name: "depth", least: 10, most: 7000, step: 10, first: 4000, unit: "m" },
  { kind: "number", name: "shelf", least: 0, most: 400, step: 5, first: 5, unit: "km" },
] as const;

/** A path over the sea, with the properties that the model uses. */
interface Way {
  distance: number;
  depth: number;
  shelf: number;
}

function otherOceans(): Ocean[] {
  return (Object.keys(MEAN_DEPTHS_M) as Ocean[]).filter((ocean) => ocean !== "pacific");
}

type Values = ValuesOf<typeof FIELDS>;

/** The cells of the base map that are not empty. */
export interface SeaData {
  cells: readonly string[];
}

/** `/tools/tsunami-travel-time/`. */
export function tsunamiTool(seed: SeaData): Tool<typeof FIELDS, SeaData> {
  return {
    slug: "tsunami-travel-time",
    seed,
    fields: FIELDS,
    draw(values, context) {
      const km = distanceKm(values.from_latitude, values.from_longitude, values.to_latitude, values.to_longitude);
      const depth = values.ocean === "own" ? values.depth : MEAN_DEPTHS_M[values.ocean];
      const way = { distance: km * 1000, depth, shelf: Math.min(values.shelf, km) * 1000 };
      return {
        answer: answer(way, context),
        figure: figure(values, way, seed.cells, context),
        more: speeds(context),
        numbers: () => numbers(values, way),
      };
    },
  };
}

function answer(way: Way, context: ToolContext): Html {
  const { t, number } = context;
  const { total } = tsunamiTime(way.distance, way.depth, way.shelf);
  const speed = tsunamiSpeed(way.depth) * 3.6;
  return html`<p class="headline">${t("about", { time: durationText(total, context) })}</p>
<p>${t("between", { least: durationText(total * (1 - ROUGHNESS), context), most: durationText(total * (1 + ROUGHNESS), context) })}</p>
<p>${t("way", {
    km: number(way.distance / 1000, { digits: 0, unit: "km" }),
    depth: number(way.depth, { digits: 0, unit: "m" }),
    speed: number(speed, { digits: 0, unit: "km/h" }),
  })}</p>`;
}

/** Ratio of height to width of the map. */
const SHAPE = { wide: 0.62, narrow: 0.9 } as const;

/** A mark that is nearer to the coast has no label, CSS pixels. */
const NEAREST = 44;

/** Number of pieces of the path. */
const PIECES = 60;

function ends(values: Values): [from: Position, to: Position] {
  return [
    { latitude: values.from_latitude, longitude: values.from_longitude },
    { latitude: values.to_latitude, longitude: values.to_longitude },
  ];
}

/** The point of the great circle to a position, by the distance, km. */
function pathOf(from: Position, to: Position): (km: number) => Position {
  const azimuth = azimuthDegrees(from.latitude, from.longitude, to.latitude, to.longitude);
  return (km) => pointAt(from.latitude, from.longitude, azimuth, km);
}

/** The front at its start, after whole hours, and at its arrival. */
function numbers(values: Values, way: Way): NumberRows {
  const along = pathOf(...ends(values));
  const end = { hours: tsunamiTime(way.distance, way.depth, way.shelf).total / 3600, km: way.distance / 1000 };
  const rows = [{ hours: 0, km: 0 }, ...marksOf(way), end].map(({ hours, km }) => {
    const { latitude, longitude } = along(km);
    return [hours, km, latitude, longitude].map(sixDigits);
  });
  return [["hours", "distance_km", "latitude", "longitude"], ...rows];
}

/** The path over the sea, with the position of the front at several hours and the time of arrival. */
function figure(values: Values, way: Way, cells: readonly string[], context: ToolContext): Html {
  const { t, number, width, card } = context;
  const [from, to] = ends(values);
  const along = pathOf(from, to);
  const path = Array.from({ length: PIECES + 1 }, (_, at) => along((way.distance / 1000) * (at / PIECES)));
  const view = viewAround(path, isNarrow(context) ? SHAPE.narrow : SHAPE.wide);
  const total = durationText(tsunamiTime(way.distance, way.depth, way.shelf).total, context);
  return areaMap(view, width, { cells, label: t("figure_label") }, (at) => {
    const [[fromX, fromY], [toX, toY]] = [at(from), at(to)];
    const isLeft = toX < width / 2;
    const isUp = toY < fromY;
    return html`<path class="route" d="${pathOver(path, at, width)}"/>${marksOf(way).map(({ hours, km }) => {
      const [x, y] = at(along(km));
      const time = number(hours, { digits: 0, unit: "h" });
      return html`<circle class="hour" cx="${place(x)}" cy="${place(y)}" r="4">${card(
        `${time} · ${number(km, { digits: 0, unit: "km" })}`,
      )}</circle>${
        Math.hypot(x - toX, y - toY) < NEAREST
          ? null
          : html`<text class="halo" x="${place(x)}" y="${place(y - 9)}" text-anchor="middle">${time}</text>`
      }`;
    })}<circle class="ring" cx="${place(fromX)}" cy="${place(fromY)}" r="9"/><circle class="point" cx="${place(fromX)}" cy="${place(
      fromY,
    )}" r="4"/><circle class="point" cx="${place(toX)}" cy="${place(toY)}" r="5"/><text
class="halo strong" x="${place(toX)}" y="${place(toY + (isUp ? -14 : 24))}" text-anchor="${isLeft ? "start" : "end"}">${total}</text>`;
  });
}

/** Distance of the front after whole hours in equal steps, while it is over the deep sea. */
function marksOf({ distance, depth, shelf }: Way): { hours: number; km: number }[] {
  const speed = (tsunamiSpeed(depth) * 3600) / 1000;
  const whole = Math.floor((distance - shelf) / 1000 / speed);
  const step = STEPS_H.find((one) => whole / one <= MAX_MARKS) ?? 24;
  return Array.from({ length: Math.floor(whole / step) }, (_, at) => ({
    hours: (at + 1) * step,
    km: (at + 1) * step * speed,
  }));
}

/** Wave speeds at several depths. */
function speeds({ t, number }: ToolContext): Html {
  return html`<h3>${t("speeds_heading")}</h3><table><thead><tr><th scope="col">${t("table_depth")}</th>
<th scope="col">${t("table_speed")}</th></tr></thead>
<tbody>${[5000, 4000, 2000, 200, 50, 10].map(
    (depth) => html`<tr><th scope="row">${number(depth, { digits: 0, unit: "m" })}</th>
<td>${number(tsunamiSpeed(depth) * 3.6, { digits: 0, unit: "km/h" })}</td></tr>
`,
  )}</tbody></table>`;
}
