import { type CountryPart, createPointTest } from "../../../build/geo/point-in-part.ts";
import { northing } from "./simplify.ts";

/** Where a country's name stands: longitude and latitude, and how far the land reaches around, degrees of longitude on a Mercator map. */
export type Label = readonly [longitude: number, latitude: number, reach: number];

/** Places tried across an outline, and how often the search is narrowed around the best one. */
const STEPS = 16;
const ROUNDS = 4;

/** For each country the place furthest from the edges of its largest part, about. */
export function labelsOf(parts: readonly CountryPart[]): Record<string, Label> {
  const best = new Map<string, { label: Label; area: number }>();
  for (const { iso2, rings } of parts) {
    const outline = (rings[0] as Float64Array).map((value, at) => (at % 2 === 0 ? value : northing(value)));
    const area = boxArea(outline);
    if (area > (best.get(iso2)?.area ?? -1)) best.set(iso2, { area, label: labelOf(outline) });
  }
  const sorted = [...best].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([iso2, { label }]) => [iso2, label]));
}

function boxOf(ring: Float64Array): [west: number, south: number, east: number, north: number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    const [x, y] = [ring[at] as number, ring[at + 1] as number];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

function boxArea(ring: Float64Array): number {
  const [west, south, east, north] = boxOf(ring);
  return (east - west) * (north - south);
}

/** A grid over the outline, then finer ones around the best place. */
function labelOf(ring: Float64Array): Label {
  const [west, south, east, north] = boxOf(ring);
  const isInside = createPointTest({ rings: [ring] });
  let [x, y, reach] = [(west + east) / 2, (south + north) / 2, 0];
  let [width, height] = [east - west, north - south];
  for (let round = 0; round < ROUNDS; round++) {
    const [left, bottom] = [x - width / 2, y - height / 2];
    for (let step = 0; step < STEPS * STEPS; step++) {
      const px = left + (((step % STEPS) + 0.5) * width) / STEPS;
      const py = bottom + ((Math.floor(step / STEPS) + 0.5) * height) / STEPS;
      const distance = isInside(px, py) ? distanceToEdge(ring, px, py) : 0;
      if (distance > reach) [x, y, reach] = [px, py, distance];
    }
    [width, height] = [width / 4, height / 4];
  }
  const latitude = (Math.atan(Math.exp((y * Math.PI) / 180)) * 360) / Math.PI - 90;
  return [Number(x.toFixed(2)), Number(latitude.toFixed(2)), Number(reach.toFixed(2))];
}

function distanceToEdge(ring: Float64Array, px: number, py: number): number {
  let least = Infinity;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    const x0 = ring[at] as number;
    const y0 = ring[at + 1] as number;
    const dx = (ring[next] as number) - x0;
    const dy = (ring[next + 1] as number) - y0;
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - x0) * dx + (py - y0) * dy) / length));
    least = Math.min(least, (px - x0 - along * dx) ** 2 + (py - y0 - along * dy) ** 2);
  }
  return Math.sqrt(least);
}
