import { type Html, html } from "../../html.ts";
import { around } from "../degrees.ts";
import { type Circle, framed, pathOver, projectOn, ringOf, viewAround } from "./area-map.ts";
import { baseLayers, type MapPoint, mark, scaleBar, type View, viewBox } from "./local-maps.ts";
import { LAST_LATITUDE, mercatorX, mercatorY } from "./outlines.ts";

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

function viewOfPoints(points: readonly MapPoint[]): View | undefined {
  const frame = around(points.map(({ latitude: y, longitude: x }) => ({ west: x, east: x, south: y, north: y })));
  return frame && framed(mercatorX(frame.west), mercatorX(frame.east), mercatorY(frame.north), mercatorY(frame.south), SHAPE);
}
