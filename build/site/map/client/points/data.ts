import { depthClass, magnitudeRadius } from "../../../charts/scale.ts";
import type { Quake } from "../../quake.ts";

/** Number of values for each earthquake: easting, northing, radius, depth class, seconds, arrival in seconds. */
export const FIELDS = 6;

/** Radius of magnitude 2, and the smallest visible radius, CSS pixels. */
const UNIT_PX = 2.3;
const MIN_PX = 1.7;
const CLASSES = ["shallow", "intermediate", "deep"] as const;

/** Earthquakes in the format of the graphics buffers, in drawing order. */
export interface PointData {
  /** Largest first, so that small marks are drawn on top of large ones. */
  quakes: readonly Quake[];
  values: Float32Array<ArrayBuffer>;
  /** The origin of the seconds, ms since 1970 UTC. Single-precision numbers are exact to the second only within some months of it. */
  origin: number;
}

/** @param arrivals arrival times of new earthquakes, ms on the clock of the page */
export function pointData(quakes: readonly Quake[], arrivals: ReadonlyMap<string, number>): PointData {
  const ordered = quakes.toSorted((a, b) => b.magnitude - a.magnitude || (a.id < b.id ? -1 : 1));
  const origin = ordered.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const values = new Float32Array(ordered.length * FIELDS);
  for (const [at, quake] of ordered.entries()) {
    const [x, y] = mercator(quake.longitude, quake.latitude);
    const arrived = arrivals.get(quake.id);
    values.set(
      [
        x,
        y,
        markRadius(quake.magnitude),
        CLASSES.indexOf(depthClass(quake.depthKm)),
        (quake.time - origin) / 1000,
        arrived === undefined ? -1 : arrived / 1000,
      ],
      at * FIELDS,
    );
  }
  return { quakes: ordered, values, origin };
}

/** Radius of an earthquake's mark at the zoom that shows the whole world, CSS pixels. */
export function markRadius(magnitude: number): number {
  return Math.max(MIN_PX, UNIT_PX * magnitudeRadius(magnitude));
}

/** The factor by which marks grow with the zoom. */
export function zoomScale(zoom: number): number {
  return Math.min(1.8, Math.max(0.8, 0.7 + 0.14 * zoom));
}

/** Web Mercator: the world from (0, 0) in the north-west to (1, 1). The poles are on the edge. */
export function mercator(longitude: number, latitude: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [(longitude + 180) / 360, Math.min(1, Math.max(0, y))];
}
