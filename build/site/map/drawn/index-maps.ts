import { type GeoPermissibleObjects, geoArea } from "d3-geo";
import type { ListedCountry, ListedPlate } from "../../../contract/resources/resources.ts";
import { type Html, html } from "../../html.ts";
import { type LandFile, landOf } from "../land.ts";
import { linesOnWorld, onWorld, WORLD_BASE_MAP, WORLD_SIZE, worldEdge } from "../world-map.ts";
import type { Position } from "./globe.ts";
import { type Line, pathOf } from "./outlines.ts";

/** Smaller rings are not drawn, square radians: about a quarter of a square unit of the map. */
const SMALLEST_RING = 1e-5;

/** A country that is smaller than this in both directions gets a disc, so that it can be seen and clicked, units. */
const SMALLEST_COUNTRY = 7;

/** The label of a plate is not lower, so that it stays on the map, units. */
const LOWEST_LABEL = WORLD_SIZE.height - 14;

/** A country on the map of the world. */
export interface Shape {
  /** The `d` attribute of its path, in units of the map of the world. */
  d: string;
  /** The larger one of width and height, units. */
  size: number;
}

/** The shapes of all countries by ISO 3166-1 alpha-2, with a disc for each that is too small. */
export function countryShapes(land: LandFile): ReadonlyMap<string, Shape> {
  const shapes = landOf({ ...land, borders: [] }).features.flatMap(({ properties, geometry }) => {
    if (!("iso2" in properties) || geometry.type !== "MultiPolygon") return [];
    const outlines = geometry.coordinates.map(([outline = []]) => lessThanHalf(outline));
    return [[properties.iso2, shapeOf(outlines)] as const];
  });
  return new Map(shapes);
}

function shapeOf(outlines: readonly Position[][]): Shape {
  const drawn = outlines.map((outline) => polygon([outline])).filter((ring) => geoArea(ring) > SMALLEST_RING);
  const lines = drawn.flatMap((ring) => linesOnWorld(ring)).filter((line) => line.length >= 6);
  const size = Math.max(0, ...[0, 1].map((axis) => extent(lines, axis)));
  const outline = lines.map((line) => pathOf(line, true)).join("");
  return { d: size < SMALLEST_COUNTRY ? outline + disc(outlines) : outline, size };
}

function polygon(coordinates: Position[][]): GeoPermissibleObjects {
  return { type: "Polygon", coordinates };
}

/** A ring on a sphere encloses two areas. The country is always the smaller one. */
export function lessThanHalf<Point extends number[]>(ring: Point[]): Point[] {
  return geoArea({ type: "Polygon", coordinates: [ring] }) > 2 * Math.PI ? ring.toReversed() : ring;
}

function extent(lines: readonly Line[], axis: number): number {
  const values = lines.flatMap((line) => line.filter((_, at) => at % 2 === axis));
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}

/** A disc at the largest island. */
function disc(outlines: readonly Position[][]): string {
  const [largest = []] = outlines.toSorted((a, b) => b.length - a.length);
  const [x, y] = onWorld(...(largest[0] ?? [0, 0])).map(Math.round) as [number, number];
  const radius = SMALLEST_COUNTRY / 2;
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

/**
 * The countries of the world, each as a link in the colour of its zone. The list beside the map has the same links and the
 * zones in words, so that the map adds no tab stops and assistive technology skips it.
 */
export function countriesMap(countries: readonly ListedCountry[], shapes: ReadonlyMap<string, Shape>): Html {
  const drawn = countries
    .flatMap((country) => ({ ...country, shape: shapes.get(country.iso2) }))
    // Small countries are above the large ones that surround them.
    .toSorted((a, b) => (b.shape?.size ?? 0) - (a.shape?.size ?? 0));
  return html`<svg class="map index" viewBox="0 0 ${WORLD_SIZE.width} ${WORLD_SIZE.height}" aria-hidden="true">
<path class="sea" d="${worldEdge()}"/>
${drawn.map(
  ({ slug, name, seismic_zone: zone, shape }) =>
    shape &&
    html`<a href="/countries/${slug}/" tabindex="-1" data-slug="${slug}"><path class="${zone}" d="${shape.d}"
><title>${name}</title></path></a>
`,
)}</svg>`;
}

/** The plates of the world: each is a link with its code, or a dot if the plate is small. The list has the same links. */
export function platesMap(plates: readonly ListedPlate[], middleOf: (code: string) => { latitude: number; longitude: number }): Html {
  const mark = ({ code, type }: ListedPlate, [x, y]: [number, number]) =>
    type === "microplate" ? html`<circle cx="${x}" cy="${y}" r="5"/>` : html`<text x="${x}" y="${y}">${code}</text>`;
  return html`<svg class="map index" viewBox="0 0 ${WORLD_SIZE.width} ${WORLD_SIZE.height}" aria-hidden="true">
<use href="/${WORLD_BASE_MAP}#c"/>
${plates.map((plate) => {
  const { latitude, longitude } = middleOf(plate.code);
  const [x, y] = onWorld(longitude, latitude);
  const at: [number, number] = [Math.round(x), Math.round(Math.min(y, LOWEST_LABEL))];
  return html`<a href="/plates/${plate.slug}/" tabindex="-1" data-slug="${plate.slug}"
class="${plate.type}">${mark(plate, at)}<title>${plate.name}</title></a>
`;
})}</svg>`;
}
