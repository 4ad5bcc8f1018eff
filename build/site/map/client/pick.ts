import type { Map as MapLibreMap } from "maplibre-gl";
import { normalLongitude } from "../../../geo/sphere.ts";
import type { Quake } from "../quake.ts";
import { markRadius, markScale } from "./points/data.ts";

/** Distance from the edge of a mark within which a pointer still selects it, pixels. A finger is less precise than a mouse. */
const REACH_PX = { mouse: 5, touch: 14 } as const;

interface Pixel {
  x: number;
  y: number;
}

/**
 * The earthquake that a pointer position selects. With a mouse it is the one with the nearest centre, relative to the size of
 * its mark, so that a small mark on top of a large one can be selected, and the large one beside it. A finger covers small
 * marks: it selects the largest mark that it touches, or the nearest mark if it touches none.
 *
 * @param quakes the earthquakes that are drawn now, largest first
 * @param count of all of the selection, on which the size of the marks depends
 */
export function pickAt(
  map: MapLibreMap,
  quakes: readonly Quake[],
  count: number,
  point: Pixel,
  pointer: keyof typeof REACH_PX,
): Quake | undefined {
  const scale = markScale(map.getZoom(), count);
  const radiusOf = ({ magnitude }: Quake) => markRadius(magnitude) * scale;
  const [greatest] = quakes;
  if (!greatest) return undefined;
  const reach = REACH_PX[pointer];
  const hits = quakes.filter(nearby(map, point, radiusOf(greatest) + reach)).map((quake) => {
    const distance = distanceOnScreen(map, quake, point);
    return { quake, isOn: distance <= radiusOf(quake), share: distance / (radiusOf(quake) + reach) };
  });
  const under = pointer === "touch" ? hits.find(({ isOn }) => isOn) : undefined;
  return (under ?? hits.filter(({ share }) => share <= 1).toSorted((a, b) => a.share - b.share)[0])?.quake;
}

/** A quick test on the sphere, so that only a few earthquakes are projected. */
function nearby(map: MapLibreMap, { x, y }: Pixel, reach: number): (quake: Quake) => boolean {
  const corners = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
    [0, 0],
  ].map(([dx = 0, dy = 0]) => map.unproject([x + dx * reach, y + dy * reach]));
  const centre = corners[4] as { lng: number; lat: number };
  const high = Math.max(...corners.map(({ lat }) => Math.abs(lat - centre.lat)));
  const wide = Math.max(...corners.map(({ lng }) => Math.abs(normalLongitude(lng - centre.lng))));
  return ({ latitude, longitude }) =>
    Math.abs(latitude - centre.lat) <= high && (Math.abs(latitude) > 80 || Math.abs(normalLongitude(longitude - centre.lng)) <= wide);
}

function distanceOnScreen(map: MapLibreMap, { longitude, latitude }: Quake, { x, y }: Pixel): number {
  // A flat map repeats the world. The relevant copy is the one under the pointer.
  const copy = 360 * Math.round((map.unproject([x, y]).lng - longitude) / 360);
  const place = map.project([longitude + copy, latitude]);
  return Math.hypot(place.x - x, place.y - y);
}
