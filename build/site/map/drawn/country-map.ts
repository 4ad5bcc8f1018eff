import { type Html, html } from "../../html.ts";
import { framed } from "./area-map.ts";
import { areaNames, type LandRows } from "./area-names.ts";
import { FAR, windowOf } from "./cells.ts";
import {
  baseLayers,
  boundariesAttribute,
  boxOf,
  LETTERS,
  levelOf,
  mark,
  type NamedLand,
  type NamedPoint,
  type NameOfCountry,
  placeOnMap,
  radiusOn,
  round,
  scaleBar,
  scaleBox,
  type View,
  viewBox,
  WIDTH,
} from "./local-maps.ts";
import { areaPath, type Line, mercatorX, mercatorY, thinned, WORLD_UNITS } from "./outlines.ts";
import { type Box, placeFor } from "./town-labels.ts";

/** Ratio of height to width. */
const SHAPE = 0.62;
/** Margin around the country, as a fraction of its size. */
const MARGIN = 0.25;

/** Distance between points of the country's outline, as a fraction of the width of the map: one and a half pixels. */
const OUTLINE_STEP = 1 / 500;

/** A country with its neighbours, and earthquakes on it. */
export function countryMap(
  iso2: string,
  position: { latitude: number; longitude: number },
  points: readonly NamedPoint[],
  { world, fine, cells, rows, hasBoundary }: NamedLand,
  label: string,
  nameOf: NameOfCountry,
): Html {
  const areas = world.areasOf(iso2) ?? [];
  const view = viewOf(areas, position);
  const outline = (levelOf(view) === FAR ? areas : (fine.areasOf(iso2) ?? areas)).map((area) => shifted(area, view));
  const here = outline
    .filter((area) => isSeen(area, view))
    .map((area) => areaPath(thinned(area, view.width * OUTLINE_STEP)))
    .join("");
  const lines = boundariesAttribute(view, hasBoundary);
  return html`<svg class="map"${lines} viewBox="${viewBox(view)}" role="img" aria-label="${label}">${baseLayers(view, cells)}<path
class="here" d="${here}"/>${points.map((point) => titledMark(point, view))}${names(view, points, rows, (one) =>
    one === iso2 ? undefined : nameOf(one),
  )}${scaleBar(view)}</svg>`;
}

function titledMark(point: NamedPoint, view: View): Html {
  const { magnitude, name } = point;
  return magnitude === null ? mark(point, view) : html`<g>${mark(point, view)}<title>M ${magnitude}${name && ` · ${name}`}</title></g>`;
}

/** The names on the map of a country: of its best known earthquakes, of other countries and of seas. */
function names(view: View, points: readonly NamedPoint[], rows: LandRows, nameOf: NameOfCountry): Html {
  const scale = view.width / WIDTH;
  const [large, small] = LETTERS.map((size) => round(size * scale)) as [number, number];
  const drawn = points.map((point) => ({ ...point, ...placeOnMap(point, view), radius: radiusOn(view, point) }));
  const boxes = drawn.map(({ x, y, radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }));
  const taken: Box[] = [scaleBox(view), ...boxes];
  const quakes = drawn.filter(({ name }) => name !== undefined).slice(0, NAMED);
  const texts = quakes.map(({ name = "", x, y, radius }, at) => {
    const gap = radius + small / 3;
    // The box of its own mark does not count.
    const others = taken.filter((box) => !(box.left <= x && x <= box.right && box.top <= y && y <= box.bottom));
    const placed = (size: number) => placeFor({ name, x, y }, size, boxOf(view), others, gap, -radius);
    const wide = at === 0 ? placed(large) : undefined;
    const found = wide ?? placed(small);
    if (!found) return null;
    taken.push(found.box);
    const isEnd = found.anchor === "end";
    return html`<text x="${round(isEnd ? x - gap : x + gap)}" y="${round(y)}" class="quake${wide ? null : " minor"}${
      isEnd ? " end" : null
    }">${name}</text>`;
  });
  const said = texts.some((text) => text !== null) ? html`<g class="names" font-size="${small}">${texts}</g>` : null;
  return html`${areaNames(boxOf(view), rows, taken, [large, small], nameOf)}${said}`;
}

/** So many earthquakes at most are named on the map of a country. */
const NAMED = 4;

/**
 * The view of the main part of a country. Small islands are not included, because remote ones would make the country too
 * small on the map.
 */
function viewOf(areas: readonly Line[], position: { latitude: number; longitude: number }): View {
  const middle = mercatorX(position.longitude);
  const windows = areas.map((area) => windowOf(areaNear(area, middle)));
  const size = ({ left, right, top, bottom }: (typeof windows)[number]) => (right - left) * (bottom - top);
  const largest = Math.max(0, ...windows.map(size));
  const main = windows.filter((window) => size(window) >= largest / 20);
  const point = {
    left: middle,
    right: middle,
    top: mercatorY(position.latitude),
    bottom: mercatorY(position.latitude),
  };
  const all = main.length > 0 ? main : [point];
  const [left, right] = [Math.min(...all.map((one) => one.left)), Math.max(...all.map((one) => one.right))];
  const [top, bottom] = [Math.min(...all.map((one) => one.top)), Math.max(...all.map((one) => one.bottom))];
  return framed(left, right, top, bottom, SHAPE, MARGIN);
}

/** Moves an area by the width of the world if it is then nearer to the middle, for maps across the antimeridian. */
function areaNear(area: Line, middle: number): Line {
  const { left, right } = windowOf(area);
  const turns = Math.round((middle - (left + right) / 2) / WORLD_UNITS);
  return turns === 0 ? area : area.map((value, at) => (at % 2 === 0 ? value + turns * WORLD_UNITS : value));
}

function shifted(area: Line, { left, width }: View): Line {
  return areaNear(area, left + width / 2);
}

function isSeen(area: Line, view: View): boolean {
  const { left, right, top, bottom } = windowOf(area);
  return right > view.left && left < view.left + view.width && bottom > view.top && top < view.top + view.height;
}
