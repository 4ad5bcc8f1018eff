import type { RecentEvent } from "../../catalogue/catalogue.ts";
import { depthClass, magnitudeRadius, markPath } from "../charts/scale.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { onWorld, WORLD_SIZE } from "./world-projection.ts";

/** The land, and where plates meet: the same for all pages, so that a browser fetches it once (`base-map.ts`). */
export const WORLD_GROUND = "assets/land/whole.svg";

/** Smaller ones would only be dust at this scale. */
const SMALLEST_DRAWN = 2.5;

/** Units; of magnitude 2. */
const SMALLEST_RADIUS = 1.1;

/** The week's earthquakes over land and plate boundaries, as an SVG that needs no script. */
export function worldMap(events: readonly RecentEvent[], translations: Translations): Html {
  const drawn = events
    .filter(({ magnitude }) => magnitude >= SMALLEST_DRAWN)
    .toSorted((a, b) => a.magnitude - b.magnitude);
  const label = translations.area("start")("map_label", { magnitude: SMALLEST_DRAWN, count: drawn.length });
  return html`<svg class="world" viewBox="0 0 ${WORLD_SIZE.width} ${WORLD_SIZE.height}" role="img" aria-label="${label}">
<use href="/${WORLD_GROUND}#c"/>
${drawn.map(dot)}</svg>`;
}

/** The shape and the colour tell the depth, the size the magnitude. */
function dot({ magnitude, depthKm, longitude, latitude, place }: RecentEvent): Html {
  const depth = depthClass(depthKm);
  const mark = markPath(depth, ...onWorld(longitude, latitude), SMALLEST_RADIUS * magnitudeRadius(magnitude));
  return html`<path class="mark ${depth}" d="${mark}"><title>M ${magnitude}, ${place}</title></path>
`;
}
