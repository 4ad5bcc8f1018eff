import { booleanPointInPolygon, point } from "@turf/turf";
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from "geojson";
import type { PlateLocator } from "../../../build/catalogue/locate/locate-plate.ts";
import type { Place } from "./named-places.ts";

/** Bird's plates, digitised by another person, with the code of each. */
export type PlateFeatures = FeatureCollection<Polygon | MultiPolygon, { Code: string }>;

/** By kinds of agreement; the first that holds counts. */
export const PLATE_CLASSES = [
  "agree",
  "in two polygons of the judge, one of which is ours",
  "in no polygon of the judge: at a pole or in a gap",
  "within 1 km of a boundary: lines are straight on the map there, and great circles here",
  "differ, 1 km and more from a boundary",
] as const;

export type PlateClass = (typeof PLATE_CLASSES)[number];

/** Compares our plate with that of a program that knows nothing of ours: @turf/turf on the polygons in GeoJSON. */
export function createPlateJudge({ features }: PlateFeatures, locate: PlateLocator): (place: Place) => PlateClass {
  const boxed = features.map((feature) => ({ feature, box: boxOf(feature) }));
  return ({ latitude, longitude }) => {
    const position = point([longitude, latitude]);
    const codes = boxed
      .filter(({ box: [low, high] }) => latitude >= low && latitude <= high)
      .filter(({ feature }) => booleanPointInPolygon(position, feature))
      .map(({ feature }) => feature.properties.Code);
    const { code, boundaryDistanceKm } = locate(latitude, longitude);
    const [agree, several, none, close, differ] = PLATE_CLASSES;
    if (codes.length === 1 && codes[0] === code) return agree;
    if (codes.includes(code)) return several;
    if (codes.length === 0) return none;
    return boundaryDistanceKm < 1 ? close : differ;
  };
}

/** The lowest and the highest latitude: most polygons need no closer look. */
function boxOf({ geometry }: Feature<Polygon | MultiPolygon>): readonly [number, number] {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const latitudes = polygons.flatMap(([ring = []]) => ring.map(([, latitude = 0]) => latitude));
  return [Math.min(...latitudes), Math.max(...latitudes)];
}
