import { distanceKm } from "../../../geo/sphere.ts";
import { MEAN_DEPTHS_M, type Ocean, SHELF_EDGE_M, tsunamiSpeed, tsunamiTime } from "../../../seismology/tsunami.ts";
import { chart, FRAME, type Frame, linearAxis, place } from "../../charts/plot.ts";
import { durationText } from "../../format/dates.ts";
import { type Html, html } from "../../html.ts";
import { defineTool, type ToolContext } from "../tool.ts";

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

/** `/tools/tsunami-travel-time/`. */
export const tsunamiTool = defineTool({
  slug: "tsunami-travel-time",
  fields: FIELDS,
  draw(values, context) {
    const km = distanceKm(values.from_latitude, values.from_longitude, values.to_latitude, values.to_longitude);
    const depth = values.ocean === "own" ? values.depth : MEAN_DEPTHS_M[values.ocean];
    const way = { distance: km * 1000, depth, shelf: Math.min(values.shelf, km) * 1000 };
    return { answer: answer(way, context), figure: figure(way, context), more: speeds(context) };
  },
  formula: html`<math display="block"><mrow><mi>v</mi><mo>=</mo><msqrt><mrow><mi>g</mi><mi>d</mi></mrow></msqrt><mspace width="1.5em"/>
<mi>T</mi><mo>=</mo><mfrac><mrow><mi>D</mi><mo>−</mo><mi>w</mi></mrow><msqrt><mrow><mi>g</mi><mi>d</mi></mrow></msqrt></mfrac><mo>+</mo>
<mfrac><mrow><mn>2</mn><mi>w</mi></mrow><msqrt><mrow><mi>g</mi><mo>·</mo><mn>130</mn><mtext> m</mtext></mrow></msqrt></mfrac></mrow>
</math>`,
  limits: ["limit_warning", "limit_depth", "limit_land", "limit_near", "limit_waves"],
  terms: ["tsunami", "tsunami-travel-time", "teletsunami", "local-tsunami", "shoaling", "tsunami-warning", "drawdown"],
});

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

const PROFILE: Frame = { ...FRAME, height: 260, left: 74 };

/**
 * A cross-section of the sea along the path, vertically exaggerated, with the position of the front at several hours and the
 * time of arrival above it.
 */
function figure(way: Way, context: ToolContext): Html {
  const { t, number } = context;
  const far = Math.max(1, way.distance / 1000);
  const floor = PROFILE.height - PROFILE.bottom;
  const x = linearAxis([0, far], PROFILE.left, PROFILE.width - PROFILE.right, 5);
  const y = linearAxis([0, Math.max(1000, way.depth * 1.15)], 60, floor, 4);
  const edge = x((way.distance - way.shelf) / 1000);
  const deep = y(way.depth);
  const shelfDepth = y(Math.min(SHELF_EDGE_M, way.depth));
  const coast = way.shelf > 0 ? `V${place(shelfDepth)}L${place(x(far))} ${place(y(0))}` : `V${place(y(0))}`;
  return chart({
    label: t("figure_label"),
    x: { axis: x, title: t("distance_axis"), write: (value) => number(value, { digits: 0 }) },
    y: { axis: y, title: t("depth_axis"), write: (value) => number(value, { digits: 0 }) },
    frame: PROFILE,
    content: html`<path class="sea" d="M${place(x(0))} ${place(y(0))}V${place(deep)}H${place(edge)}${coast}Z"/>
<path class="guide" d="M${place(x(far))} 24V${place(y(0))}"/><text
class="strong" x="${place(x(far))}" y="18" text-anchor="end">${durationText(
      tsunamiTime(way.distance, way.depth, way.shelf).total,
      context,
    )}</text>${marksOf(way).map(
      ({ hours, km }) =>
        html`<path class="guide" d="M${place(x(km))} 42V${place(deep)}"/>
<text class="strong" x="${place(x(km))}" y="36" text-anchor="middle">${number(hours, { digits: 0, unit: "h" })}</text>`,
    )}`,
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
