import { around } from "../../../geo/antimeridian.ts";
import { DRAWN_NUMBERS } from "../../charts/plot.ts";
import { markupOf } from "../../client/base.ts";
import { dataOfPage, FIGURE_DRAWN } from "../../client/page-data.ts";
import { type Html, html } from "../../html.ts";
import { type Circle, framed, pathOver, projectOn, ringOf, viewAround } from "../../map/drawn/area-map.ts";
import { baseLayers, type MapPoint, mark, scaleBar, type View, viewBox } from "../../map/drawn/local-maps.ts";
import { LAST_LATITUDE, mercatorX, mercatorY } from "../../map/drawn/outlines.ts";
import { EVERYTHING, type Selection } from "../selection.ts";
import type { ListedEarthquake } from "../table.ts";

/** Marks on the map, the strongest: more would cover one another. */
const MARKS = 1000;

const COLUMNS = ["latitude", "longitude", "depth_km", "magnitude"] as const;

/** Characters of the name of a place. */
const LONGEST_NAME = 100;

/**
 * The map of a selection, and the name of the place that its circle is around. The name is a part of the address (`near`).
 *
 * @param titleNear the title of the page for a place
 */
export function createSurroundings(map: HTMLElement, heading: HTMLElement, titleNear: (place: string) => string) {
  const [title, pageTitle] = [heading.textContent, document.title];
  const cells = new Set(dataOfPage("cells") as string[]);
  let near = "";
  let named = EVERYTHING;
  const nameOf = ({ latitude, longitude }: Selection) => (latitude === named.latitude && longitude === named.longitude ? near : "");
  return {
    /** Reads the name of the place, and the place that it is the name of. */
    read(parameters: URLSearchParams, selection: Selection) {
      near = selection.latitude === "" ? "" : (parameters.get("near") ?? "").slice(0, LONGEST_NAME);
      named = selection;
    },
    /** The parameters of the address besides those of the selection. */
    parametersOf: (selection: Selection): [string, string][] => (nameOf(selection) === "" ? [] : [["near", near]]),
    show(selection: Selection, rows: readonly ListedEarthquake[]) {
      const name = nameOf(selection);
      heading.textContent = name === "" ? title : titleNear(name);
      document.title = name === "" ? pageTitle : pageTitle.replace(title, titleNear(name));
      const points = rows.flatMap(({ latitude, longitude, depthKm, magnitude }) =>
        latitude === null || longitude === null ? [] : [{ latitude, longitude, depth_km: depthKm, magnitude }],
      );
      const strongest = points.toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0)).slice(0, MARKS);
      const drawn = selectionMap(strongest, circleOf(selection), cells, heading.textContent);
      map.innerHTML = drawn ? markupOf(drawn) : "";
      DRAWN_NUMBERS.set(map, () => [COLUMNS, ...strongest.map((point) => COLUMNS.map((name) => point[name]))]);
      document.dispatchEvent(new Event(FIGURE_DRAWN));
    },
  };
}

function circleOf({ latitude, longitude, max_radius_km: km }: Selection): Circle | undefined {
  if (latitude === "" || longitude === "" || km === "") return undefined;
  return { latitude: Number(latitude), longitude: Number(longitude), km: Number(km) };
}

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
function selectionMap(
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
