// The untyped development dependencies, as far as scripts and tests call them.

declare module "topojson-client" {
  import type { FeatureCollection, MultiPolygon, Polygon } from "geojson";
  export function feature(topology: unknown, object: unknown): FeatureCollection<Polygon | MultiPolygon, { name: string }>;
}

declare module "d3-geo-projection" {
  import type { GeoProjection } from "d3-geo";
  import type { Geometry } from "geojson";
  /** Null where nothing of the geometry is left. */
  export function geoProject<G extends Geometry>(geometry: G, projection: GeoProjection): G | null;
}
