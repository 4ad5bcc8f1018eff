import { depthClass, magnitudeRadius } from "../../../charts/scale.ts";
import type { Quake } from "../../quake.ts";

/** Number of values for each earthquake: easting, northing, radius, depth class, seconds, arrival in seconds. */
export const FIELDS = 6;

/** Radius of magnitude 2, and the smallest visible radius, CSS pixels. */
const UNIT_PX = 2.3;
const MIN_PX = 1.7;
/** So many marks keep their size. */
const UNCROWDED = 100;
/** Smaller than every magnitude. */
const SMALLEST = -10;
/** The last one is an unknown depth. */
const CLASSES = ["shallow", "intermediate", "deep", "unknown"] as const;

/** Earthquakes in the format of the graphics buffers, in drawing order. */
export interface PointData {
  /** Largest first, so that small marks are drawn on top of large ones. */
  quakes: readonly Quake[];
  values: Float32Array<ArrayBuffer>;
  /**
   * The origin of the seconds, ms since 1970 UTC: the newest earthquake. Single-precision numbers are exact to the second only within
   * some months of it, and to some hours at the time of the oldest.
   */
  origin: number;
}

/** @param arrivals arrival times of new earthquakes, ms on the clock of the page */
export function pointData(quakes: readonly Quake[], arrivals: ReadonlyMap<string, number>): PointData {
  const ordered = quakes.toSorted((a, b) => (b.magnitude ?? SMALLEST) - (a.magnitude ?? SMALLEST) || (a.id < b.id ? -1 : 1));
  const origin = ordered.reduce((newest, { time }) => Math.max(newest, time), Number.NEGATIVE_INFINITY);
  const values = new Float32Array(ordered.length * FIELDS);
  for (const [at, quake] of ordered.entries()) {
    const [x, y] = mercator(quake.longitude, quake.latitude);
    const arrived = arrivals.get(quake.id);
    const depth = CLASSES.indexOf(quake.depthKm === null ? "unknown" : depthClass(quake.depthKm));
    const since = arrived === undefined ? -1 : arrived / 1000;
    values.set([x, y, markRadius(quake.magnitude), depth, (quake.time - origin) / 1000, since], at * FIELDS);
  }
  return { quakes: ordered, values, origin };
}

/** Radius of an earthquake's mark at the zoom that shows the whole world, CSS pixels. */
export function markRadius(magnitude: number | null): number {
  return magnitude === null ? MIN_PX : Math.max(MIN_PX, UNIT_PX * magnitudeRadius(magnitude));
}

/** The factor by which marks grow with the zoom, and shrink where many of them would cover the land. */
export function markScale(zoom: number, count: number): number {
  const crowd = Math.max(0.45, Math.min(1, (UNCROWDED / count) ** 0.25));
  return Math.min(1.8, Math.max(0.8, 0.7 + 0.14 * zoom)) * crowd;
}

/** Web Mercator: the world from (0, 0) in the north-west to (1, 1). The poles are on the edge. */
export function mercator(longitude: number, latitude: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [(longitude + 180) / 360, Math.min(1, Math.max(0, y))];
}

/** So many marks are drawn first, and at least, in a frame. */
const FIRST = 5_000;
const LEAST = 1_500;

/**
 * How many marks a frame has. A machine without a graphics card cannot draw 100,000 marks many times a second.
 *
 * @param growth of the number after each quick frame: before the first slow frame, and from then on, when the number that the machine
 *   can draw is found slowly
 * @returns the number for the next frame, of the number of all marks. `slow`: whether the frame before took long
 */
export function createMarkBudget(growth: readonly [first: number, later: number]): (count: number, slow: boolean) => number {
  let budget = FIRST;
  let [growing, later] = growth;
  return (count, slow) => {
    if (slow) {
      budget = Math.max(LEAST, 0.5 * Math.min(budget, count));
      growing = later;
    } else {
      budget = Math.min(Math.max(count, FIRST), budget * growing);
    }
    return Math.min(count, Math.round(budget));
  };
}
