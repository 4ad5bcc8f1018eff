import { type Strand, strandsOf } from "../catalogue/boundary-strands.ts";
import type { PlateBoundary, RecentEvent } from "../catalogue/catalogue.ts";
import { type Html, html } from "./html.ts";

/** Plate carrée: a degree is a unit, the Pacific in the middle so that the ring of fire stays whole. */
const CENTRAL_MERIDIAN = 150;

/** Points of a line that are nearer to one another would fall on one pixel. */
const SMALLEST_STEP = 0.5;

/** Smaller ones would only be dust at this scale. */
const SMALLEST_DRAWN = 2.5;

/** The week's earthquakes over the plate boundaries, as an SVG that needs no script. */
export function worldMap(boundaries: readonly PlateBoundary[], events: readonly RecentEvent[]): Html {
  const drawn = events
    .filter(({ magnitude }) => magnitude >= SMALLEST_DRAWN)
    .toSorted((a, b) => a.magnitude - b.magnitude);
  return html`<svg class="world" viewBox="0 0 360 150" role="img" aria-label="Map of ${drawn.length} earthquakes of magnitude ${SMALLEST_DRAWN} and more over the plate boundaries">
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

/** Area grows with magnitude; depth (km) is shown by the class, and size is the second cue. */
function dot(event: RecentEvent): Html {
  const depth = event.depthKm < 70 ? "shallow" : event.depthKm < 300 ? "intermediate" : "deep";
  const radius = (0.35 * 1.5 ** (event.magnitude - 2)).toFixed(2);
  return html`<circle class="${depth}" cx="${x(event.longitude).toFixed(2)}" cy="${y(event.latitude).toFixed(2)}" r="${radius}"><title>M ${event.magnitude}, ${event.place}</title></circle>
`;
}
