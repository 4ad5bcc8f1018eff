import { geoArea, geoEquirectangular } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import type { MultiPolygon, Polygon, Position } from "geojson";
import { feature } from "topojson-client";
import { boxOf } from "../../../build/catalogue/locate/locate-country.ts";
import type { CountryPart } from "../../../build/geo/point-in-part.ts";
import { boxOfLines } from "../../../build/geo/segment-index.ts";
import type { Box } from "../../../build/geo/sphere.ts";
import { POLYGONS_HEAD, UNITS } from "../../../build/pipeline/load/countries.ts";
import { PARTS_WITH_A_CODE, UNITS_WITHOUT_NUMBER, WESTERN_SAHARA } from "./authored.ts";
import { FURTHER_ISLANDS, VATICAN } from "./islands.ts";

interface Topology {
  objects: { countries: unknown };
}

/**
 * `country-polygons.bin` from Natural Earth's 1:10m countries (world-atlas), which are spherical: rings cross the
 * antimeridian, and some parts are slivers that a sphere takes for its whole surface. Slivers are dropped, the rest is cut
 * again for the plane, and each part gets its ISO 3166-1 code. The Vatican and the islands that the map leaves out are added.
 *
 * @param alpha2 ISO 3166-1 numeric to alpha-2
 */
export function countryPolygonsFile(topology: Topology, alpha2: ReadonlyMap<string, string>): Uint8Array {
  const parts = feature(topology, topology.objects.countries).features.flatMap(({ id, properties, geometry }) => {
    const iso2 = codeOf(id === undefined ? undefined : String(id), properties.name, alpha2);
    if (iso2 === null) return [];
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
    return planar(polygons.filter(isSound)).map((rings) => ({ iso2, rings }));
  });
  const coded = parts
    .map((part) => ({ ...part, iso2: territoryOf(part) }))
    .flatMap(withoutWesternSahara)
    .flatMap(withoutVatican)
    .concat(FURTHER_ISLANDS.map(squareOf));
  // A stable sort: within a country the parts stay in the order of the source.
  return encodeCountryPolygons(coded.toSorted((a, b) => (a.iso2 === b.iso2 ? 0 : a.iso2 < b.iso2 ? -1 : 1)));
}

function codeOf(id: string | undefined, name: string, alpha2: ReadonlyMap<string, string>): string | null {
  const code = id === undefined ? UNITS_WITHOUT_NUMBER[name] : alpha2.get(id);
  if (code === undefined) throw new Error(`the map's ${name} (${id ?? "no number"}) has no country code`);
  return code;
}

/** No outline of a country holds more than half of the globe: such a part is a line of no area, wound backwards. */
function isSound(coordinates: Position[][]): boolean {
  const area = geoArea({ type: "Polygon", coordinates });
  return area > 0 && area < 2 * Math.PI;
}

/** Cuts at the antimeridian and closes over the poles; `geoProject` looks from the south, hence the sign of latitudes. */
function planar(coordinates: Position[][][]): Float64Array[][] {
  const projection = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .precision(0);
  const cut = geoProject<Polygon | MultiPolygon>({ type: "MultiPolygon", coordinates }, projection);
  if (cut === null) return [];
  const polygons = cut.type === "Polygon" ? [cut.coordinates] : cut.coordinates;
  return polygons.map((rings) => rings.map((ring) => open(ring.map(([x = 0, y = 0]) => [x, -y]))));
}

function open(ring: readonly (readonly [number, number])[]): Float64Array {
  return Float64Array.from(ring.slice(0, -1).flat());
}

function territoryOf({ iso2, rings }: CountryPart): string {
  const [west, south, east, north] = boxOf(rings[0] as Float64Array);
  const found = PARTS_WITH_A_CODE.find(
    ({ from, box }) => from === iso2 && west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3],
  );
  return found?.to ?? iso2;
}

/** The part of Italy around the Vatican, and the Vatican. */
function withoutVatican(part: CountryPart): CountryPart[] {
  const ring = Float64Array.from(VATICAN.flat());
  const [west, south, east, north] = boxOf(ring);
  const [partWest, partSouth, partEast, partNorth] = boxOf(part.rings[0] as Float64Array);
  const around = part.iso2 === "IT" && partWest < west && partSouth < south && partEast > east && partNorth > north;
  if (!around) return [part];
  return [
    { iso2: "IT", rings: [...part.rings, ring] },
    { iso2: "VA", rings: [ring] },
  ];
}

/** km to a degree of latitude, on the mean sphere. */
const KM_PER_DEGREE = 111.195;

function squareOf([iso2, , latitude, longitude, halfKm]: (typeof FURTHER_ISLANDS)[number]): CountryPart {
  const north = halfKm / KM_PER_DEGREE;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const [x0, y0, x1, y1] = [longitude - east, latitude - north, longitude + east, latitude + north];
  return { iso2, rings: [Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1)] };
}

function withoutWesternSahara(part: CountryPart): CountryPart[] {
  const { from, to, north } = WESTERN_SAHARA;
  if (part.iso2 !== from || boxOf(part.rings[0] as Float64Array)[1] >= north) return [part];
  return [
    { iso2: from, rings: part.rings.map((ring) => clipped(ring, north, 1)) },
    { iso2: to, rings: part.rings.map((ring) => clipped(ring, north, -1)) },
  ];
}

/** What of a ring lies to the north (`side` 1) or south (-1) of a parallel (Sutherland and Hodgman 1974). */
function clipped(ring: Float64Array, latitude: number, side: 1 | -1): Float64Array {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + ring.length - 2) % ring.length;
    const [x0, y0, x1, y1] = [ring[j], ring[j + 1], ring[i], ring[i + 1]] as [number, number, number, number];
    const [wasIn, isIn] = [(y0 - latitude) * side >= 0, (y1 - latitude) * side >= 0];
    if (wasIn !== isIn) kept.push(x0 + ((latitude - y0) * (x1 - x0)) / (y1 - y0), latitude);
    if (isIn) kept.push(x1, y1);
  }
  return Float64Array.from(kept);
}

/**
 * Encodes the file of the country polygons, before compression: `POLYGONS_HEAD`, the number of parts, a row for each part, and the
 * rings of each part. A row has the two letters of the country, the box of all great circles of the part (`boxOfLines`: its west side
 * from 180° W, its south side from 90° S, its width and its height) and the number of bytes of the rings. These are: the number of rings;
 * for each ring the number of points; for each point its longitude and latitude, as differences from the previous point (also across
 * rings; at first from the south-west corner of the box). Numbers are LEB128 varints, lengths are thousandths of a degree, differences are
 * zigzag-encoded. Points that coincide after rounding are written once. Rings with fewer than three remaining points are omitted,
 * and so are parts whose outline is such a ring.
 */
export function encodeCountryPolygons(parts: readonly CountryPart[]): Uint8Array {
  const encoded = parts
    .map(({ iso2, rings }) => ({ iso2, rings: rings.map(roundRing) }))
    .filter(({ rings }) => (rings[0]?.length ?? 0) >= 6)
    .map(({ iso2, rings }) =>
      encodedPart(
        iso2,
        rings.filter((ring) => ring.length >= 6),
      ),
    );
  const rows: number[] = [];
  writeVarint(rows, encoded.length);
  for (const { iso2, box, rings } of encoded) {
    const [west, south, east, north] = box;
    rows.push(iso2.charCodeAt(0), iso2.charCodeAt(1));
    for (const number of [west + 180 * UNITS, south + 90 * UNITS, east - west, north - south, rings.length]) writeVarint(rows, number);
  }
  return Buffer.concat([Buffer.from(POLYGONS_HEAD, "latin1"), Buffer.from(rows), ...encoded.map(({ rings }) => Buffer.from(rings))]);
}

/** A part in whole units; its box is rounded outwards. */
function encodedPart(iso2: string, rings: readonly (readonly number[])[]) {
  const lines = rings.map((ring) => Float64Array.from(ring, (units) => units / UNITS));
  const sides = boxOfLines(lines, true).map((side, at) => (at < 2 ? Math.floor : Math.ceil)(side * UNITS)) as Box;
  const box: Box = [sides[0], Math.max(-90 * UNITS, sides[1]), sides[2], Math.min(90 * UNITS, sides[3])];
  const bytes: number[] = [];
  writeVarint(bytes, rings.length);
  let [x, y] = box;
  for (const ring of rings) {
    writeVarint(bytes, ring.length / 2);
    for (let i = 0; i < ring.length; i += 2) {
      const [nextX, nextY] = [ring[i] as number, ring[i + 1] as number];
      for (const difference of [nextX - x, nextY - y]) writeVarint(bytes, difference < 0 ? -2 * difference - 1 : 2 * difference);
      [x, y] = [nextX, nextY];
    }
  }
  return { iso2, box, rings: bytes };
}

/** The ring in whole units, without consecutive duplicates. */
function roundRing(ring: Float64Array): number[] {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const x = Math.round((ring[i] as number) * UNITS);
    const y = Math.round((ring[i + 1] as number) * UNITS);
    if (kept.length === 0 || kept.at(-2) !== x || kept.at(-1) !== y) kept.push(x, y);
  }
  while (kept.length > 2 && kept[0] === kept.at(-2) && kept[1] === kept.at(-1)) kept.length -= 2;
  return kept;
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}
