/** Feeds made for tests: what is not given is unremarkable. */

export const GENERATED = Date.UTC(2031, 4, 4, 12);
export const WEEK = "USGS All Earthquakes, Past Week";

type Json = Record<string, unknown>;

export interface FeatureParts {
  id?: unknown;
  properties?: Json;
  geometry?: unknown;
  coordinates?: unknown;
}

/** A feature that a reader takes without remark; `parts` overwrite. */
export function feature({ id = "xx100", properties = {}, coordinates, geometry }: FeatureParts = {}): Json {
  return {
    type: "Feature",
    properties: {
      mag: 4.2,
      place: "30 km S of Nowhere",
      time: GENERATED - 3_600_000,
      updated: GENERATED - 1_800_000,
      tz: null,
      url: "https://example.org/event/xx100",
      detail: "https://example.org/detail/xx100",
      felt: null,
      cdi: null,
      mmi: null,
      alert: null,
      status: "automatic",
      tsunami: 0,
      sig: 271,
      net: "xx",
      code: "100",
      ids: typeof id === "string" ? `,${id},` : null,
      sources: ",xx,",
      types: ",origin,",
      nst: null,
      dmin: null,
      rms: 0.5,
      gap: null,
      magType: "ml",
      type: "earthquake",
      title: "M 4.2 - 30 km S of Nowhere",
      ...properties,
    },
    geometry: geometry === undefined ? { type: "Point", coordinates: coordinates ?? [12.5, -7.25, 33] } : geometry,
    id,
  };
}

export function feed(features: readonly unknown[], metadata: Json = {}): Json {
  return {
    type: "FeatureCollection",
    metadata: {
      generated: GENERATED,
      url: "https://example.org/all_week.geojson",
      title: WEEK,
      status: 200,
      api: "2.7.0",
      count: features.length,
      ...metadata,
    },
    features,
  };
}

export function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
}
