import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { type Html, html } from "../../html.ts";
import { CELL, type Cells } from "./cells.ts";
import { across, down, LAST_LATITUDE, unitsOf, WORLD } from "./mercator.ts";

/** What a map shows, in units of the world. */
export interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Units: 15 degrees of longitude. A unit is about a pixel where the page has room. */
const WIDTH = 680;
const HEIGHT = 380;

/** Of magnitude 2, units. */
const SMALLEST_RADIUS = 3;
/** What has no magnitude is drawn like this one. */
const UNKNOWN_DRAWN = 4;

/** The ring around the epicentre, km. */
export const RING_KM = 100;

/** The surroundings of an epicentre. @returns undefined near the poles, where this map has no end */
export function eventMap(
  { latitude, longitude, depth_km: depthKm, magnitude }: MapPoint,
  cells: Cells,
  label: string,
): Html | undefined {
  if (Math.abs(latitude) > LAST_LATITUDE) return undefined;
  const [x, y] = [Math.round(across(longitude)), Math.round(down(latitude))];
  const view = { left: x - WIDTH / 2, top: y - HEIGHT / 2, width: WIDTH, height: HEIGHT };
  const depth = depthClass(depthKm ?? 0);
  const mark = markPath(depth, x, y, SMALLEST_RADIUS * magnitudeRadius(magnitude ?? UNKNOWN_DRAWN));
  const ring = unitsOf(RING_KM, latitude).toFixed(0);
  return html`<svg class="map" viewBox="${viewBox(view)}" role="img" aria-label="${label}">${ground(view, cells)}
<circle class="ring" cx="${x}" cy="${y}" r="${ring}"/><path class="mark ${depth}" d="${mark}"/></svg>`;
}

/** An earthquake on a map: degrees, km. */
export interface MapPoint {
  latitude: number;
  longitude: number;
  depth_km: number | null;
  magnitude: number | null;
}

export function viewBox({ left, top, width, height }: View): string {
  return `${left} ${top} ${width} ${height}`;
}

/** The cells that a view shows, also beyond the antimeridian. */
export function ground({ left, top, width, height }: View, { has }: Cells): Html[] {
  const found: Html[] = [];
  for (let column = Math.floor(left / CELL); column * CELL < left + width; column++) {
    const turns = Math.floor((column * CELL) / WORLD);
    const within = column - turns * (WORLD / CELL);
    for (let row = Math.floor(top / CELL); row * CELL < top + height; row++) {
      if (!has.has(`${within}-${row}`)) continue;
      const shift = turns === 0 ? null : html` x="${turns * WORLD}"`;
      found.push(html`<use href="/assets/land/${within}-${row}.svg#c"${shift}/>`);
    }
  }
  return found;
}
