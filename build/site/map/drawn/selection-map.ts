import { type Html, html } from "../../html.ts";
import { type Circle, framed, pathOver, projectOn, ringOf, viewAround } from "./area-map.ts";
import { baseLayers, type MapPoint, mark, scaleBar, type View, viewBox } from "./local-maps.ts";
import { LAST_LATITUDE, mercatorX, mercatorY, WORLD_UNITS } from "./outlines.ts";

/** Ratio of height to width. */
const SHAPE = 0.42;

/** More marks than these are drawn smaller, so that they do not hide the land, but not smaller than this share of their size. */
const [FEW, SMALLEST] = [40, 0.4];

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
  const view = circle
    ? viewAround(ringOf(circle), SHAPE)
    : viewOfPoints(points.filter(({ latitude }) => Math.abs(latitude) < LAST_LATITUDE));
  if (!view) return undefined;
  const { left, top, width } = view;
  const size = Math.max(SMALLEST, Math.min(1, Math.sqrt(FEW / points.length)));
  const ring =
    circle && html`<path class="ring" transform="translate(${left} ${top})" d="${pathOver(ringOf(circle), projectOn(view), width)}"/>`;
  return html`<svg class="map" viewBox="${viewBox(view)}" role="img" aria-label="${label}">${baseLayers(view, cells)}${ring}${points.map(
    (point) => mark(point, view, size),
  )}${scaleBar(view)}</svg>`;
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
  return framed(left, right, Math.min(...ys), Math.max(...ys), SHAPE);
}
