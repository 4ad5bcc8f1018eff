/** When the answers of these tests were retrieved: a time of no agency's. */
export const RETRIEVED = Date.UTC(2031, 4, 4, 12);

/** A feature as the EMSC writes it, of an earthquake that never was; `properties` overwrite. */
export function emscFeature(properties: Record<string, unknown> = {}, geometry?: unknown): Record<string, unknown> {
  const all: Record<string, unknown> = {
    source_id: "9000001",
    source_catalog: "EMSC-RTS",
    lastupdate: "2031-05-04T11:40:00.250001Z",
    time: "2031-05-04T11:30:05.5Z",
    flynn_region: "NOWHERE SEA",
    lat: -7.25,
    lon: 12.5,
    depth: 33.0,
    evtype: "ke",
    auth: "EMSC",
    mag: 4.2,
    magtype: "mb",
    unid: "20310504_0000007",
    ...properties,
  };
  const drawn = { type: "Point", coordinates: [all["lon"], all["lat"], -33.0] };
  return { type: "Feature", geometry: geometry === undefined ? drawn : geometry, id: all["unid"], properties: all };
}

export function emscAnswer(features: readonly unknown[], metadata: unknown = { count: features.length }): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ type: "FeatureCollection", metadata, features }));
}
