import { type Html, html } from "../../html.ts";
import { baseLayers, type MapPoint, mark, scaleBar, type View, viewBox } from "./local-maps.ts";
import { LAST_LATITUDE, mercatorX, mercatorY, unitsOfKm, WORLD_UNITS } from "./outlines.ts";

/** Degrees and km. */
export interface Circle {
  latitude: number;
  longitude: number;
  km: number;
}

/** The least width of the map, units: 6 degrees. */
const MIN_WIDTH = 280;
/** Ratio of height to width. */
const SHAPE = 0.5;
/** Margin around what is shown, as a fraction of its size. */
const MARGIN = 0.08;

/**
 * The map of a selection: of its circle, or else of all its points.
 *
 * @param cells those of the base map that are not empty
 * @returns undefined if there is nothing to show
 */
export function selectionMap(
  points: readonly MapPoint[],
  circle: Circle | undefined,
  cells: ReadonlySet<string>,
  label: string,
): Html | undefined {
  const view = circle ? viewOfCircle(circle) : viewOfPoints(points.filter(({ latitude }) => Math.abs(latitude) < LAST_LATITUDE));
  if (!view) return undefined;
  const ring =
    circle &&
    html`<circle class="ring" cx="${mercatorX(circle.longitude)}" cy="${mercatorY(circle.latitude)}"
r="${unitsOfKm(circle.km, circle.latitude)}"/>`;
  return html`<svg class="map" viewBox="${viewBox(view)}" role="img" aria-label="${label}">${baseLayers(view, cells)}${ring}${points.map(
    (point) => mark(point, view),
  )}${scaleBar(view)}</svg>`;
}

function viewOfCircle({ latitude, longitude, km }: Circle): View | undefined {
  if (Math.abs(latitude) > LAST_LATITUDE) return undefined;
  const [x, y, radius] = [mercatorX(longitude), mercatorY(latitude), unitsOfKm(km, latitude)];
  return framed(x - radius, x + radius, y - radius, y + radius);
}

/** The widest gap between neighbours is left out, so that points on both sides of the antimeridian are beside each other. */
function viewOfPoints(points: readonly MapPoint[]): View | undefined {
  if (points.length === 0) return undefined;
  const xs = points.map(({ longitude }) => mercatorX(longitude)).toSorted((a, b) => a - b);
  const gaps = xs.map((x, at) => (at + 1 < xs.length ? (xs[at + 1] as number) : (xs[0] as number) + WORLD_UNITS) - x);
  const widest = gaps.indexOf(Math.max(...gaps));
  const right = xs[widest] as number;
  const left = widest + 1 < xs.length ? (xs[widest + 1] as number) - WORLD_UNITS : (xs[0] as number);
  const ys = points.map(({ latitude }) => mercatorY(latitude));
  return framed(left, right, Math.min(...ys), Math.max(...ys));
}

function framed(left: number, right: number, top: number, bottom: number): View {
  const wide = (right - left) * (1 + 2 * MARGIN);
  const high = (bottom - top) * (1 + 2 * MARGIN);
  const width = Math.round(Math.min(WORLD_UNITS, Math.max(MIN_WIDTH, wide, high / SHAPE)));
  const height = Math.round(width * SHAPE);
  return { left: Math.round((left + right - width) / 2), top: Math.round((top + bottom - height) / 2), width, height };
}
