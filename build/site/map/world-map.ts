import { type GeoContext, type GeoPermissibleObjects, geoEqualEarth, geoPath } from "d3-geo";
import type { RecentEvent } from "../../catalogue/catalogue.ts";
import { depthClass, magnitudeRadius, markPath, SMALLEST_ON_WORLD } from "../charts/scale.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";

/** Land and plate boundaries. All pages share this file, so that a browser loads it once (`base-map.ts`). */
export const WORLD_BASE_MAP = "assets/land/whole.svg";

/** Radius of magnitude 2, units. */
const SMALLEST_RADIUS = 1.1;

/** The earthquakes that are drawn. The strongest are last, and so on top. */
export function drawnOnWorld(events: readonly RecentEvent[]): RecentEvent[] {
  return events.filter(({ magnitude }) => magnitude >= SMALLEST_ON_WORLD).toSorted((a, b) => a.magnitude - b.magnitude);
}

/** The marks of the earthquakes. Pages in all languages share this file, as they share the land. */
export const WORLD_MARKS = "earthquakes/week.svg";

/**
 * Earthquakes over land and plate boundaries, as an SVG that needs no script. The script of the page makes each mark a link for the
 * mouse (`linkMarks`). Keyboard users reach the same links in the list of earthquakes, so the map does not add hundreds of tab
 * stops.
 *
 * @param count of marks in `WORLD_MARKS`, in words or figures
 */
export function worldMap(count: string, translations: Translations): Html {
  const label = translations.area("start")("map_label", { magnitude: SMALLEST_ON_WORLD, count });
  return html`<p class="visually-hidden">${label}</p>
<svg class="world" viewBox="0 0 ${WORLD_SIZE.width} ${WORLD_SIZE.height}" aria-hidden="true"><use href="/${WORLD_BASE_MAP}#c"/>
<use class="marks" href="/${WORLD_MARKS}#c"/></svg>`;
}

/**
 * The file of the marks. Styles of a page do not reach into it, only inherited values do: so the colours are in attributes.
 *
 * @param href the address that describes an earthquake, in English
 */
export function worldMarks(drawn: readonly RecentEvent[], href: (event: RecentEvent) => string): string {
  const marks = drawn.map(
    (event) => html`<a href="${href(event)}" tabindex="-1">${dot(event)}</a>
`,
  );
  return html`<svg xmlns="http://www.w3.org/2000/svg"><g id="c" fill="currentColor" fill-opacity=".5" stroke="currentColor">
${marks}</g></svg>
`.markup;
}

/** Shape and colour show the depth, and the size shows the magnitude. */
function dot({ magnitude, depthKm, longitude, latitude, place }: RecentEvent): Html {
  const depth = depthClass(depthKm);
  const mark = markPath(depth, ...onWorld(longitude, latitude), SMALLEST_RADIUS * magnitudeRadius(magnitude));
  return html`<path class="mark ${depth}" color="var(--${depth})" vector-effect="non-scaling-stroke"
d="${mark}"><title>M ${magnitude}, ${place}</title></path>`;
}

/** Size in units; one unit is about one pixel on a wide page. The height follows from the projection. */
export const WORLD_SIZE = { width: 1000, height: 487 };

/** Degrees. The Pacific is in the middle, so that the ring of fire is not split. */
const CENTRAL_MERIDIAN = 150;

/**
 * An equal-area projection: the density of earthquakes is not distorted (Šavrič, Patterson and Jenny 2019, Int. J. Geogr.
 * Inf. Sci. 33, 454-465).
 */
const projection = () => geoEqualEarth().rotate([-CENTRAL_MERIDIAN, 0]).fitSize([WORLD_SIZE.width, WORLD_SIZE.height], { type: "Sphere" });

const PROJECTION = projection();

/** @param longitude, latitude degrees. @returns units from the left and from the top */
export function onWorld(longitude: number, latitude: number): [x: number, y: number] {
  return PROJECTION([longitude, latitude]) ?? [0, 0];
}

/** The lines of an object, `[x, y, x, y, …]` in integer units. The objects have enough points, so none are interpolated. */
export function linesOnWorld(object: GeoPermissibleObjects): number[][] {
  const lines: number[][] = [];
  const context: GeoContext = {
    moveTo: (x, y) => void lines.push([Math.round(x), Math.round(y)]),
    lineTo: (x, y) => void lines.at(-1)?.push(Math.round(x), Math.round(y)),
    closePath: () => undefined,
    beginPath: () => undefined,
    arc: () => undefined,
  };
  geoPath(projection().precision(0), context)(object);
  return lines;
}

/** The outline of the world. */
export function worldEdge(): string {
  return geoPath(PROJECTION).digits(0)({ type: "Sphere" }) ?? "";
}
