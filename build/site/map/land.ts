import type { Texts } from "../i18n/translations.ts";

/**
 * The format of a base map file in the tree. A line that two countries share is stored once. Coordinates are integers; all
 * points after the first of a line are differences from the previous point.
 */
export interface LandFile {
  /** Units per degree. */
  units: number;
  /** Lines, `[x, y, dx, dy, …]`: longitudes and latitudes in units. */
  arcs: readonly (readonly number[])[];
  /**
   * The polygons of each country (ISO 3166-1 alpha-2). A polygon is an outline followed by its holes, and each ring is a list
   * of line numbers. A line in reverse direction has the bitwise complement of its number. Polygons are cut at the
   * antimeridian and closed over the pole.
   */
  countries: Readonly<Record<string, readonly (readonly (readonly number[])[])[]>>;
  /** Numbers of the lines with a country on both sides. */
  borders: readonly number[];
}

type Position = [longitude: number, latitude: number];

interface Feature<Type extends string, Coordinates> {
  type: "Feature";
  properties: { iso2: string } | { border: true };
  geometry: { type: Type; coordinates: Coordinates };
}

/** GeoJSON of the countries and, as the last feature, of the borders between them, without coasts. */
export interface Land {
  type: "FeatureCollection";
  features: (Feature<"MultiPolygon", Position[][][]> | Feature<"MultiLineString", Position[][]>)[];
}

/** The base map as GeoJSON, degrees. */
export function landOf({ units, arcs, countries, borders }: LandFile): Land {
  const lines = arcs.map((arc) => positions(arc, units));
  const areas = Object.entries(countries).map(([iso2, polygons]) => {
    const coordinates = polygons.map((rings) => rings.map((ring) => ringOf(ring, lines)));
    return { type: "Feature", properties: { iso2 }, geometry: { type: "MultiPolygon", coordinates } } as const;
  });
  const coordinates = borders.map((at) => lines[at] ?? []);
  const between = {
    type: "Feature",
    properties: { border: true },
    geometry: { type: "MultiLineString", coordinates },
  } as const;
  return { type: "FeatureCollection", features: [...areas, between] };
}

/** The points of a line of the base map, degrees. */
export function positions(arc: readonly number[], units: number): Position[] {
  const points: Position[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < arc.length; at += 2) {
    x += arc[at] as number;
    y += arc[at + 1] as number;
    points.push([x / units, y / units]);
  }
  return points;
}

function ringOf(ring: readonly number[], lines: readonly Position[][]): Position[] {
  const points = ring.flatMap((at) => (at < 0 ? (lines[~at] ?? []).toReversed() : (lines[at] ?? [])).slice(0, -1));
  return [...points, ...points.slice(0, 1)];
}

/** Pixels per degree of longitude at the zoom where the world is 512 pixels wide. */
const DEGREE_PX = 512 / 360;
const LETTER_PX = 6.5;
/** From this zoom on, a name may be larger than its country. */
const ANY_FROM_ZOOM = 5.5;
/** From this zoom on, a second name of an ocean. */
const AGAIN_FROM_ZOOM = 2;
/** Land is about three times as wide as it reaches from its middle. MapLibre filters at whole zooms: half a zoom earlier is the mean. */
const WIDER = 4.6;
/** How much of the width of its box a sea reaches: there is land in the box. */
const SEA_REACH = 1 / 6;

/** Degrees: west, south, east, north. East is less than west where the box crosses the antimeridian. */
export type SeaBox = readonly [west: number, south: number, east: number, north: number];

/** `sea` where the name is that of a sea. */
interface NameFeature {
  type: "Feature";
  properties: { name: string; zoom: number; sea?: true };
  geometry: { type: "Point"; coordinates: [number, number] };
}

interface NameFeatures {
  type: "FeatureCollection";
  features: NameFeature[];
}

/**
 * Labels of the countries and seas in the reader's language. Each has the least zoom at which it fits.
 *
 * @param labels by ISO 3166-1 alpha-2: longitude, latitude, and how far the land extends around that point, degrees
 * @param nameOf undefined if the browser knows no name
 * @param seas boxes of open water, with their English names
 * @param namesOfSeas in the reader's language, by the English ones
 */
export function nameFeatures(
  labels: Readonly<Record<string, readonly [number, number, number]>>,
  nameOf: (iso2: string) => string | undefined,
  seas: readonly (readonly [name: string, box: SeaBox])[],
  namesOfSeas: Texts,
): NameFeatures {
  const countries = Object.entries(labels).flatMap(([iso2, [longitude, latitude, reach]]): NameFeature[] => {
    const name = nameOf(iso2);
    return name === undefined ? [] : [nameAt([longitude, latitude], { name, zoom: zoomOf(name, reach) })];
  });
  const named = new Set<string>();
  const waters = seas.map(([english, [west, south, east, north]]) => {
    const [name, across] = [namesOfSeas[english] ?? english, (east - west + 360) % 360 || 360];
    const fits = zoomOf(name, across * SEA_REACH);
    const zoom = named.has(english) ? Math.max(AGAIN_FROM_ZOOM, fits) : fits;
    named.add(english);
    return nameAt([((west + across / 2 + 180) % 360) - 180, (south + north) / 2], { name, zoom, sea: true });
  });
  return { type: "FeatureCollection", features: [...countries, ...waters] };
}

/** @param coordinates longitude and latitude, degrees */
function nameAt(coordinates: [number, number], properties: NameFeature["properties"]): NameFeature {
  return { type: "Feature", properties, geometry: { type: "Point", coordinates } };
}

/** A label of a town: its position in degrees, and the least zoom at which it is shown. */
export type TownLabel = readonly [name: string, longitude: number, latitude: number, zoom: number];

/** Labels of towns as GeoJSON. @param labels in order of importance */
export function townFeatures(labels: readonly TownLabel[]): NameFeatures {
  return {
    type: "FeatureCollection",
    features: labels.map(([name, longitude, latitude, zoom]) => nameAt([longitude, latitude], { name, zoom })),
  };
}

/** The zoom at which the land or the sea is as wide as the longest word of the name. */
function zoomOf(name: string, reach: number): number {
  const longest = Math.max(...name.split(" ").map((word) => word.length));
  const fits = Math.log2((longest * LETTER_PX) / (WIDER * reach * DEGREE_PX));
  return Number(Math.min(ANY_FROM_ZOOM, fits).toFixed(2));
}
