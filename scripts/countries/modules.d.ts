// The untyped development dependencies, as far as scripts and tests call them.

declare module "topojson-client" {
  import type { FeatureCollection, MultiPolygon, Polygon } from "geojson";
  export function feature(
    topology: unknown,
    object: unknown,
  ): FeatureCollection<Polygon | MultiPolygon, { name: string }>;
}

declare module "d3-geo" {
  import type { Feature, LineString, Polygon } from "geojson";
  export interface GeoProjection {
    scale(factor: number): GeoProjection;
    rotate(angles: [longitude: number, latitude: number]): GeoProjection;
    translate(point: [number, number]): GeoProjection;
    precision(degrees: number): GeoProjection;
  }
  /** Null of a feature of which nothing is seen. */
  export interface GeoPath {
    (feature: Feature): string | null;
    centroid(feature: Feature): [x: number, y: number];
  }
  export function geoPath(projection: GeoProjection): GeoPath;
  export function geoArea(polygon: Polygon): number;
  export function geoContains(polygon: Polygon, point: [longitude: number, latitude: number]): boolean;
  type Point = [longitude: number, latitude: number];
  /** Radians. */
  export function geoDistance(a: Point, b: Point): number;
  /** The point at a share of the way along the great circle. */
  export function geoInterpolate(a: Point, b: Point): (share: number) => Point;
  /** Radians. */
  export function geoLength(line: LineString): number;
  export function geoEquirectangular(): GeoProjection;
  export function geoNaturalEarth1(): GeoProjection;
  export function geoOrthographic(): GeoProjection;
}

declare module "d3-geo-projection" {
  import type { GeoProjection } from "d3-geo";
  import type { Geometry } from "geojson";
  /** Null where nothing of the geometry is left. */
  export function geoProject<G extends Geometry>(geometry: G, projection: GeoProjection): G | null;
}
