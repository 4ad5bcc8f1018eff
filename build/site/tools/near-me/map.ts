import { keyText, place, roundSteps } from "../../charts/plot.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { type Html, html } from "../../html.ts";
import type { ToolContext } from "../tool.ts";
import type { SeenEarthquake } from "./around.ts";

const SIZE = 400;
const MIDDLE = SIZE / 2;
/** Of the outermost ring; the letters of the compass stand outside. */
const REACH = MIDDLE - 26;

/** Where the letters of the compass stand, clockwise from the top. */
const LETTERS = [
  ["n", MIDDLE, 18],
  ["e", SIZE - 12, MIDDLE + 5],
  ["s", MIDDLE, SIZE - 8],
  ["w", 12, MIDDLE + 5],
] as const;

/** Earthquakes around a point, at their true distance and direction from it (azimuthal equidistant), with rings of distance. */
export function aroundMap(around: readonly SeenEarthquake[], radius: number, { t, number }: ToolContext): Html {
  const rings = roundSteps(0, radius, 3).filter((km) => km > 0);
  const unit = REACH / radius;
  // Large ones first, so that small ones near them stay to be seen.
  const drawn = around.toSorted((a, b) => b.magnitude - a.magnitude);
  const label = t("figure", { count: number(around.length, { digits: 0 }) });
  return html`<svg class="chart map" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="${label}">
<circle class="sea" cx="${MIDDLE}" cy="${MIDDLE}" r="${REACH}"/>
<g class="rings">${rings.map((km) => html`<circle cx="${MIDDLE}" cy="${MIDDLE}" r="${place(km * unit)}"/>`)}
<path d="M${MIDDLE} ${MIDDLE - REACH}V${MIDDLE + REACH}M${MIDDLE - REACH} ${MIDDLE}H${MIDDLE + REACH}"/></g>
${drawn.map((earthquake) => mark(earthquake, unit))}
<g class="ticks">${rings.map(
    (km) => html`<text x="${MIDDLE + 4}"
y="${place(MIDDLE - km * unit + 13)}">${number(km, { digits: 0, unit: "km" })}</text>`,
  )}${LETTERS.map(
    ([key, x, y]) => html`<text class="compass" x="${x}" y="${y}" text-anchor="middle">${t(`letter.${key}`)}</text>`,
  )}</g>
<circle class="point" cx="${MIDDLE}" cy="${MIDDLE}" r="4"/></svg>${keyText(label)}`;
}

function mark({ km, azimuth, magnitude, depthKm, place: name }: SeenEarthquake, unit: number): Html {
  const depth = depthClass(depthKm);
  const angle = (azimuth * Math.PI) / 180;
  const [x, y] = [MIDDLE + km * unit * Math.sin(angle), MIDDLE - km * unit * Math.cos(angle)];
  return html`<path class="mark ${depth}" d="${markPath(depth, x, y, 1.6 * magnitudeRadius(magnitude))}">
<title>M ${magnitude}, ${name}</title></path>`;
}
