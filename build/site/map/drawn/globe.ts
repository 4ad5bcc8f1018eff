import { type GeoPermissibleObjects, geoDistance, geoOrthographic, geoPath } from "d3-geo";
import { groupBy } from "../../../platform/lists.ts";
import { depthClass, magnitudeRadius, markPath } from "../../charts/scale.ts";
import { type Html, html } from "../../html.ts";
import type { MapPoint } from "./local-maps.ts";

/** Width and height of a globe, units. */
const SIZE = 360;

/** Degrees. */
export type Position = [longitude: number, latitude: number];

/** Degrees: the point in the centre of a globe. */
interface Middle {
  latitude: number;
  longitude: number;
}

/** What a globe shows in addition to the land. */
interface GlobeView extends Middle {
  /** Lines drawn with a thick stroke. */
  bold: Position[][];
  /** Lines drawn with a thin stroke. */
  thin: Position[][];
}

/** The `d` attributes of what a globe shows. */
export interface GlobePaths {
  land: string;
  bold: string;
  thin: string;
}

/** An orthographic view of the globe, with land and plate boundaries. */
export function globePaths({ bold, thin, ...middle }: GlobeView, land: GeoPermissibleObjects): GlobePaths {
  const draw = geoPath(projectionAround(middle)).digits(0);
  const lines = (coordinates: Position[][]) => draw({ type: "MultiLineString", coordinates }) ?? "";
  return { land: draw(land) ?? "", bold: lines(bold), thin: lines(thin) };
}

function projectionAround({ latitude, longitude }: Middle) {
  return (
    geoOrthographic()
      .rotate([-longitude, -latitude])
      .translate([SIZE / 2, SIZE / 2])
      .scale(SIZE / 2 - 2)
      .clipAngle(90)
      // The lines have enough points, so d3 need not interpolate between them.
      .precision(0)
  );
}

/** Radius of magnitude 2, units. */
const MARK_RADIUS = 0.55;

/** The marks of the earthquakes on the shown side of a globe, in whole units: one path for each shape, which is half as large. */
export function globeMarks(middle: Middle, points: readonly MapPoint[]): Html {
  const project = projectionAround(middle);
  const isShown = ({ longitude, latitude }: MapPoint) =>
    geoDistance([longitude, latitude], [middle.longitude, middle.latitude]) < Math.PI / 2;
  const outline = ({ longitude, latitude, depth_km: depth, magnitude }: MapPoint) => {
    const [x = 0, y = 0] = project([longitude, latitude]) ?? [];
    const radius = Math.round(MARK_RADIUS * magnitudeRadius(magnitude ?? 0));
    return markPath(depth === null ? "shallow" : depthClass(depth), Math.round(x), Math.round(y), radius);
  };
  const shapes = groupBy(points.filter(isShown), ({ depth_km: depth }) => (depth === null ? "unknown" : depthClass(depth)));
  return html`${Array.from(shapes, ([shape, own]) => html`<path class="mark ${shape}" d="${own.map(outline).join("")}"/>`)}`;
}

/** The globe as an element. @param marks above the lines */
export function globe({ land, bold, thin }: GlobePaths, label: string, marks: Html): Html {
  return html`<svg class="map globe" viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-label="${label}">
<circle class="sea" cx="${SIZE / 2}" cy="${SIZE / 2}" r="${SIZE / 2 - 2}"/><path class="land" d="${land}"/>
<path class="boundary" d="${thin}"/><path class="own" d="${bold}"/>${marks}</svg>`;
}

/** The centre of the hemisphere that contains the lines: the mean of their points on the sphere, weighted by length. @returns degrees */
export function middleOf(lines: readonly (readonly (readonly [number, number])[])[]): {
  latitude: number;
  longitude: number;
} {
  let [x, y, z] = [0, 0, 0];
  for (const line of lines) {
    for (let at = 1; at < line.length; at++) {
      const [a, b] = [unit(line[at - 1] as readonly [number, number]), unit(line[at] as readonly [number, number])];
      const length = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      x += length * (a[0] + b[0]);
      y += length * (a[1] + b[1]);
      z += length * (a[2] + b[2]);
    }
  }
  return {
    latitude: Math.round((Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI),
    longitude: Math.round((Math.atan2(y, x) * 180) / Math.PI),
  };
}

function unit([longitude, latitude]: readonly [number, number]): [number, number, number] {
  const [l, p] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  return [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)];
}
