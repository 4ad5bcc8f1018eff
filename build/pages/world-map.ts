import { type Strand, strandsOf } from "../catalogue/boundary-strands.ts";
import type { PlateBoundary, RecentEvent } from "../catalogue/catalogue.ts";
import { type Html, html } from "./html.ts";
import { depthClass, magnitudeRadius, markPath } from "./scale.ts";
import type { Words } from "./words.ts";

/** Plate carrée: a degree is a unit, the Pacific in the middle so that the ring of fire stays whole. */
const CENTRAL_MERIDIAN = 150;

/** Points of a line that are nearer to one another would fall on one pixel. */
const SMALLEST_STEP = 0.5;

/** Smaller ones would only be dust at this scale. */
const SMALLEST_DRAWN = 2.5;

/** Degrees; of magnitude 2. */
const SMALLEST_RADIUS = 0.35;

/** The week's earthquakes over the plate boundaries, as an SVG that needs no script. */
export function worldMap(boundaries: readonly PlateBoundary[], events: readonly RecentEvent[], words: Words): Html {
  const drawn = events
    .filter(({ magnitude }) => magnitude >= SMALLEST_DRAWN)
    .toSorted((a, b) => a.magnitude - b.magnitude);
  const label = words.area("start")("map_label", { magnitude: SMALLEST_DRAWN, count: drawn.length });
  return html`<svg class="world" viewBox="0 0 360 150" role="img" aria-label="${label}">
<path class="boundaries" d="${strandsOf(boundaries).map(path).join("")}"/>
${drawn.map(dot)}</svg>`;
}

function x(longitude: number): number {
  return (longitude - CENTRAL_MERIDIAN + 540) % 360;
}

function y(latitude: number): number {
  return 80 - latitude;
}

/** The line, with the pen lifted where it runs off the one edge of the map and on at the other. */
function path({ points }: Strand): string {
  let before = Number.NaN;
  return thinned(points)
    .map(([longitude, latitude]) => {
      const across = x(longitude);
      const pen = Math.abs(across - before) < 180 ? "L" : "M";
      before = across;
      return `${pen}${across.toFixed(1)} ${y(latitude).toFixed(1)}`;
    })
    .join("");
}

/** Both ends, and between them no point that is too near to the last one kept. */
function thinned(points: Strand["points"]): Strand["points"] {
  const kept: Strand["points"] = [];
  for (const [i, point] of points.entries()) {
    const last = kept.at(-1);
    const step = last ? Math.hypot(point[0] - last[0], point[1] - last[1]) : Infinity;
    if (step >= SMALLEST_STEP || i === points.length - 1) kept.push(point);
  }
  return kept;
}

/** The shape and the colour tell the depth, the size the magnitude. */
function dot({ magnitude, depthKm, longitude, latitude, place }: RecentEvent): Html {
  const depth = depthClass(depthKm);
  const mark = markPath(depth, x(longitude), y(latitude), SMALLEST_RADIUS * magnitudeRadius(magnitude));
  return html`<path class="mark ${depth}" d="${mark}"><title>M ${magnitude}, ${place}</title></path>
`;
}
