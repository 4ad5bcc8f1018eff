import { around, type Degrees } from "../../../geo/antimeridian.ts";
import { kmOfDegrees, normalLongitude } from "../../../geo/sphere.ts";
import { regionOf } from "../../../rewrite/region.ts";
import { regionValues, type Selection } from "../../earthquakes/selection.ts";
import { type LandFile, positions } from "../land.ts";
import type { Quake } from "../quake.ts";
import { type Camera, firstCamera, MIN_ZOOM } from "../view-state.ts";

/** What a country reports off its coast: earthquakes up to 200 nautical miles from it are its own, degrees. */
const SEA = 3.4;

/** Outlines with a smaller share of the largest one of the country are far islands, which would make the world of France. */
const SMALLEST_SHARE = 0.03;

/** The ends of chains of islands that belong to what is shown, and that the outlines of the first view lack or find too small, degrees. */
const ISLANDS: Readonly<Record<string, readonly (readonly [longitude: number, latitude: number])[]>> = {
  EC: [[-92, 1.7]],
  ES: [[-18.2, 27.6]],
  JP: [[122.9, 24]],
  PT: [
    [-31.3, 39.7],
    [-16.3, 32.4],
  ],
};

const DEEPEST_ZOOM = 7;
/** A frame that is wider is the whole world, degrees. */
const WORLD = 300;
const LAST_LATITUDE = 84;
/** The part of the pane that the frame fills. */
const FILLED = 0.92;

/** Where the map looks at first: at the country, box or circle of the selection, or at the world. */
export function initialCamera(
  selection: Selection,
  land: LandFile | undefined,
  pane: { width: number; height: number },
  shape: "flat" | "globe",
): Camera {
  const frame = frameOfRegion(selection) ?? (land && frameOfCountry(selection.country, land));
  return (frame && cameraOn(frame, pane)) ?? firstCamera(pane, shape);
}

/** Where the map sees all of these earthquakes; undefined if that is the whole world. */
export function cameraOnAll(quakes: readonly Quake[], pane: { width: number; height: number }): Camera | undefined {
  const points = quakes.map(({ latitude, longitude }) => ({ west: longitude, east: longitude, south: latitude, north: latitude }));
  const frame = around(points);
  return frame && cameraOn(frame, pane);
}

/** Where a flat map sees the whole world, also the far north and south. */
export function wholeWorld(pane: { width: number; height: number }): Camera {
  const zoom = Math.log2(Math.max(Math.min(pane.width, pane.height) / 512, 2 ** MIN_ZOOM));
  return { ...firstCamera(pane, "flat"), latitude: 0, zoom };
}

function cameraOn({ west, east, south, north }: Degrees, { width, height }: { width: number; height: number }): Camera | undefined {
  if (east - west > WORLD) return undefined;
  const [bottom, top] = [mercatorY(south), mercatorY(north)];
  const fits = Math.min((width * 360) / Math.max(east - west, 0.1), (height * 360) / Math.max(top - bottom, 0.1));
  const zoom = Math.log2(Math.max((FILLED * fits) / 512, 2 ** MIN_ZOOM));
  const middle = (bottom + top) / 2;
  const latitude = (Math.atan(Math.sinh((middle * Math.PI) / 180)) * 180) / Math.PI;
  const longitude = normalLongitude((west + east) / 2);
  return { zoom: Math.min(zoom, DEEPEST_ZOOM), latitude, longitude };
}

/** Degrees of the equator. */
function mercatorY(latitude: number): number {
  const within = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return (Math.asinh(Math.tan((within * Math.PI) / 180)) * 180) / Math.PI;
}

/** The main land of a country with its sea; undefined for a country that the map lacks. */
function frameOfCountry(iso2: string, land: LandFile): Degrees | undefined {
  const outlines = (land.countries[iso2] ?? []).map(([ring = []]) => {
    const points = ring.flatMap((at) => positions(land.arcs[at < 0 ? ~at : at] ?? [], land.units));
    const [x, y] = [points.map(([longitude]) => longitude), points.map(([, latitude]) => latitude)];
    return { west: Math.min(...x), east: Math.max(...x), south: Math.min(...y), north: Math.max(...y) };
  });
  const areaOf = ({ west, east, south, north }: Degrees) =>
    (east - west) * (north - south) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const largest = Math.max(...outlines.map(areaOf));
  const islands = (outlines.length > 0 && ISLANDS[iso2]) || [];
  const ends = islands.map(([x, y]) => ({ west: x, east: x, south: y, north: y }));
  const frame = around([...outlines.filter((one) => areaOf(one) >= SMALLEST_SHARE * largest), ...ends]);
  return frame && widened(frame, SEA);
}

function frameOfRegion(selection: Selection): Degrees | undefined {
  const region = regionOf(regionValues(selection));
  if (!region) return undefined;
  const { circle, latitude, longitudes } = region;
  if (circle) {
    const { latitude: north, longitude: east, km } = circle;
    return widened({ west: east, east, south: north, north }, km / kmOfDegrees(1));
  }
  return around(longitudes.map(({ least, most }) => ({ west: least, east: most, south: latitude.least, north: latitude.most })));
}

function widened({ west, east, south, north }: Degrees, degrees: number): Degrees {
  const wide = degrees / Math.max(0.2, Math.cos((((south + north) / 2) * Math.PI) / 180));
  return { west: west - wide, east: east + wide, south: south - degrees, north: north + degrees };
}
