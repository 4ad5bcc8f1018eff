import { type GeoContext, type GeoPermissibleObjects, geoEqualEarth, geoPath } from "d3-geo";

/** Units: about a pixel where the page has room. The height follows from the projection. */
export const WORLD_SIZE = { width: 1000, height: 487 };

/** The Pacific in the middle, so that the ring of fire stays whole. Degrees. */
const CENTRAL_MERIDIAN = 150;

/** Equal areas: a crowd of earthquakes is as dense as it looks (Šavrič, Patterson and Jenny 2019, Int. J. Geogr. Inf. Sci. 33, 454-465). */
const projection = () =>
  geoEqualEarth().rotate([-CENTRAL_MERIDIAN, 0]).fitSize([WORLD_SIZE.width, WORLD_SIZE.height], { type: "Sphere" });

const PROJECTION = projection();

/** @param longitude, latitude degrees. @returns units from the left and from the top */
export function onWorld(longitude: number, latitude: number): [x: number, y: number] {
  return PROJECTION([longitude, latitude]) ?? [0, 0];
}

/** The lines that draw an object, `[x, y, x, y, …]` in whole units. It has points enough: none is reckoned between them. */
export function linesOnWorld(object: GeoPermissibleObjects): number[][] {
  const lines: number[][] = [];
  const context: GeoContext = {
    moveTo: (x, y) => void lines.push([Math.round(x), Math.round(y)]),
    lineTo: (x, y) => void lines.at(-1)?.push(Math.round(x), Math.round(y)),
    closePath: () => undefined,
    beginPath: () => undefined,
    arc: () => undefined,
  };
  geoPath(projection().precision(0), context)(object);
  return lines;
}

/** The edge of the world. */
export function worldEdge(): string {
  return geoPath(PROJECTION).digits(0)({ type: "Sphere" }) ?? "";
}
