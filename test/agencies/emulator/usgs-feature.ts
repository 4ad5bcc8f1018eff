import { idOf, type WorldEvent } from "./world.ts";

type Json = Record<string, unknown>;

/** An event as the USGS prints it in feeds and in answers to queries. */
export function usgsFeature(event: WorldEvent, detail: string): Json {
  const { bare, net, code, ids, latitude, longitude, depthKm } = event;
  const known = !bare;
  const properties = {
    mag: known ? event.mag : null,
    place: known ? event.place : null,
    time: known ? event.time : null,
    updated: event.updated,
    tz: null,
    url: `https://earthquake.usgs.gov/earthquakes/eventpage/${idOf(event)}`,
    detail,
    felt: event.felt,
    cdi: event.cdi,
    mmi: event.mmi,
    alert: event.alert,
    status: event.status,
    tsunami: event.tsunami,
    sig: significanceOf(event),
    net,
    code,
    ids: `,${ids.join(",")},`,
    sources: `,${[...new Set(ids.map((id) => id.slice(0, 2)))].join(",")},`,
    types: ",origin,",
    nst: null,
    dmin: null,
    rms: 0.5,
    gap: null,
    magType: known ? event.magType : null,
    type: event.type,
    title: titleOf(event),
  };
  const geometry = known ? { type: "Point", coordinates: [longitude, latitude, depthKm] } : null;
  return { type: "Feature", properties, geometry, id: idOf(event) };
}

/** The formula of getEventSummary.sql in usgs/earthquake-event-ws, for events without a product of that name. */
export function significanceOf({ mag, alert, felt, cdi }: WorldEvent): number | null {
  if (felt !== null && cdi === null) return null;
  const ofMagnitude = mag === null ? 0 : (mag * 100 * Math.abs(mag)) / 6.5;
  const ofAlert = { red: 2000, orange: 1000, yellow: 650 }[alert ?? ""] ?? 0;
  const ofReports = (Math.min(felt ?? 0, 1000) * (cdi ?? 0)) / 10;
  return Math.round(Math.max(ofMagnitude, ofAlert) + ofReports);
}

function titleOf({ mag, place, type }: WorldEvent): string {
  const kind = type === "earthquake" ? "" : ` ${type.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())}`;
  return `M ${mag === null ? "?" : mag.toFixed(1)}${kind} - ${place}`;
}

/** Feed and query answers alike. */
export function featureCollection(metadata: Json, features: readonly Json[]): Json {
  const bbox = bboxOf(features);
  return { type: "FeatureCollection", metadata, features, ...(bbox && { bbox }) };
}

/** Left off wherever one of its extents is nothing, as the USGS does. */
function bboxOf(features: readonly Json[]): number[] | undefined {
  const points = features.flatMap(({ geometry }) => (geometry ? [(geometry as { coordinates: number[] }).coordinates] : []));
  const low = [0, 1, 2].map((axis) => Math.min(...points.map((point) => point[axis] ?? 0)));
  const high = [0, 1, 2].map((axis) => Math.max(...points.map((point) => point[axis] ?? 0)));
  const flat = points.length === 0 || low.some((value, axis) => value === high[axis]);
  return flat ? undefined : [...low, ...high];
}
