/** Pixels of a degree of longitude where the world is 512 pixels wide. */
const DEGREE_PX = 512 / 360;
const LETTER_PX = 6.5;
/** From this zoom on a name may stand beside what is too small for it. */
const ANY_FROM_ZOOM = 5.5;

interface NameFeature {
  type: "Feature";
  properties: { name: string; zoom: number };
  geometry: { type: "Point"; coordinates: [number, number] };
}

/**
 * The countries' names in the reader's language, from the browser's own list, each with the zoom from which it fits.
 *
 * @param labels by ISO 3166-1 alpha-2: longitude, latitude, and how far the land reaches around, degrees
 * @param nameOf undefined where the browser knows none
 */
export function nameFeatures(
  labels: Readonly<Record<string, readonly [number, number, number]>>,
  nameOf: (iso2: string) => string | undefined,
): { type: "FeatureCollection"; features: NameFeature[] } {
  const features = Object.entries(labels).flatMap(([iso2, [longitude, latitude, reach]]): NameFeature[] => {
    const name = nameOf(iso2);
    if (name === undefined) return [];
    const properties = { name, zoom: zoomOf(name, reach) };
    return [{ type: "Feature", properties, geometry: { type: "Point", coordinates: [longitude, latitude] } }];
  });
  return { type: "FeatureCollection", features };
}

/** Where the longest word is as wide as the land. */
function zoomOf(name: string, reach: number): number {
  const longest = Math.max(...name.split(" ").map((word) => word.length));
  const fits = Math.log2((longest * LETTER_PX) / (2.4 * reach * DEGREE_PX));
  return Number(Math.min(ANY_FROM_ZOOM, Math.max(1.2, fits)).toFixed(2));
}
