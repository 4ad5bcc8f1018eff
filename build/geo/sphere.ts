/** Mean radius R1 of the Earth, km (IUGG; Moritz 2000, Geodetic Reference System 1980, doi:10.1007/s001900050278). */
export const EARTH_RADIUS_KM = 6371.0088;

const RADIANS = Math.PI / 180;

/** A point of the unit sphere: x towards 0° N 0° E, y towards 0° N 90° E, z towards the north pole. */
export type Vector = readonly [x: number, y: number, z: number];

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Square of the chord between two points of the unit sphere. */
export function chord2Between(a: Vector, b: Vector): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

/**
 * Longitude in [-180, 180), degrees. A changed longitude is rounded to ten decimals, so that 183.2 becomes -176.8 and not its
 * binary neighbour.
 */
export function normalLongitude(longitude: number): number {
  if (longitude >= -180 && longitude < 180) return longitude;
  const turned = Number((longitude - 360 * Math.floor((longitude + 180) / 360)).toFixed(10)) + 0;
  return turned >= 180 ? -180 : turned;
}

/**
 * The unit vector of a position in degrees. Each point of the globe has exactly one vector: 180° W is 180° E, and a pole is the
 * same at any longitude. So shared vertices can be recognized by equality.
 */
export function vectorOf(latitude: number, longitude: number): Vector {
  const vector: [number, number, number] = [0, 0, 0];
  writeVector(vector, 0, latitude, longitude);
  return vector;
}

/** Like `vectorOf`, but writes into an array, which avoids half a million small arrays. */
export function writeVector(target: Float64Array | number[], at: number, latitude: number, longitude: number): void {
  const phi = latitude * RADIANS;
  const lambda = normalLongitude(longitude) * RADIANS;
  const isPole = Math.abs(latitude) === 90;
  const cosine = isPole ? 0 : Math.cos(phi);
  target[at] = isPole ? 0 : cosine * Math.cos(lambda);
  target[at + 1] = isPole ? 0 : cosine * Math.sin(lambda);
  target[at + 2] = isPole ? Math.sign(latitude) : Math.sin(phi);
}

/** Great-circle distance in km between two positions in degrees, on the mean sphere (within 0.6 % of the ellipsoid's). */
export function distanceKm(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  return kmOfChord2(chord2Between(vectorOf(latitudeA, longitudeA), vectorOf(latitudeB, longitudeB)));
}

/**
 * Initial bearing of the great circle from one position to another, degrees clockwise from north, 0 to 360; 0 if they
 * are equal (Snyder 1987, USGS Prof. Paper 1395, equation 5-4b).
 */
export function azimuthDegrees(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const [a, b, across] = [latitudeA * RADIANS, latitudeB * RADIANS, (longitudeB - longitudeA) * RADIANS];
  const east = Math.cos(b) * Math.sin(across);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(across);
  const azimuth = Math.atan2(east, north) / RADIANS;
  return azimuth < 0 ? azimuth + 360 : azimuth;
}

/** The midpoint of the arc between two positions, `[longitude, latitude]` in degrees; undefined for antipodes. */
export function midpoint(
  [ax, ay]: readonly [longitude: number, latitude: number],
  [bx, by]: readonly [longitude: number, latitude: number],
): [longitude: number, latitude: number] {
  const [a, b] = [vectorOf(ay, ax), vectorOf(by, bx)];
  const [x, y, z] = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS];
}

/**
 * The position at a distance and an initial bearing (degrees clockwise from north) from another (Snyder 1987, equations 5-5 and
 * 5-6). Degrees; the longitude is normal.
 */
export function pointAt(latitude: number, longitude: number, azimuth: number, km: number): { latitude: number; longitude: number } {
  const [north, bearing, angle] = [latitude * RADIANS, azimuth * RADIANS, km / EARTH_RADIUS_KM];
  const sine = Math.sin(north) * Math.cos(angle) + Math.cos(north) * Math.sin(angle) * Math.cos(bearing);
  const east = Math.atan2(
    Math.sin(angle) * Math.sin(bearing),
    Math.cos(north) * Math.cos(angle) - Math.sin(north) * Math.sin(angle) * Math.cos(bearing),
  );
  return { latitude: Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS, longitude: normalLongitude(longitude + east / RADIANS) };
}

/** Distance along the surface, km, for an angle at the Earth's centre, degrees. */
export function kmOfDegrees(degrees: number): number {
  return (degrees * Math.PI * EARTH_RADIUS_KM) / 180;
}

/** The angle at the Earth's centre between two positions; all in degrees. */
export function degreesBetween(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  return distanceKm(latitudeA, longitudeA, latitudeB, longitudeB) / kmOfDegrees(1);
}

/** Distance along the surface, km, for the squared chord of the unit sphere. */
export function kmOfChord2(chord2: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord2) / 2));
}

/** The squared chord of the unit sphere for a distance along the surface, km; 4 beyond the antipode. */
export function chord2OfKm(km: number): number {
  return km >= Math.PI * EARTH_RADIUS_KM ? 4 : (2 * Math.sin(km / (2 * EARTH_RADIUS_KM))) ** 2;
}

/**
 * The longitudes that a circle around a position covers, as the largest difference from its own, degrees: sin Δλ = sin r / cos φ
 * (Bronstein, spherical trigonometry); 180 if it contains a pole.
 *
 * @param radius of the circle, degrees
 */
export function reachInLongitude(radius: number, latitude: number): number {
  if (Math.abs(latitude) + radius >= 90) return 180;
  return Math.asin(Math.min(1, Math.sin(radius * RADIANS) / Math.cos(latitude * RADIANS))) / RADIANS;
}

/** A box of longitudes and latitudes, degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** More than the rounding errors of distances and boxes, degrees. */
const MARGIN = 1e-6;

/** Boxes that together contain every point within a distance of a position. One that crosses 180° is also there on the other side. */
export function boxesAround(km: number, latitude: number, longitude: number): Box[] {
  const radius = km / EARTH_RADIUS_KM / RADIANS + MARGIN;
  const [south, north] = [latitude - radius, latitude + radius];
  const reach = reachInLongitude(radius, latitude) + MARGIN;
  if (reach >= 180) return [[-180, south, 180, north]];
  const x = normalLongitude(longitude);
  const [west, east] = [x - reach, x + reach];
  const boxes: Box[] = [[west, south, east, north]];
  if (west <= -180) boxes.push([west + 360, south, 180, north]);
  if (east >= 180) boxes.push([-180, south, east - 360, north]);
  return boxes;
}

/**
 * A number for each cell of one degree, from 0.
 *
 * @param latitude, longitude whole degrees of its south-west corner; longitudes of any turn
 */
export function cellOf(latitude: number, longitude: number): number {
  return (latitude + 90) * 360 + ((((longitude + 180) % 360) + 360) % 360);
}

/**
 * All cells that a circle on the sphere touches, each once, and a few others. A circle around a pole has all longitudes.
 *
 * @param latitude, longitude of the centre, degrees
 */
export function cellsWithin(km: number, latitude: number, longitude: number): number[] {
  const radius = km / kmOfDegrees(1) + MARGIN;
  const width = reachInLongitude(radius, latitude) + MARGIN;
  const west = Math.floor(longitude - width);
  const east = Math.min(Math.floor(longitude + width), west + 359);
  const south = Math.max(-90, Math.floor(latitude - radius));
  const north = Math.min(90, latitude + radius);
  const cells: number[] = [];
  for (let row = south; row <= north; row++) {
    for (let column = west; column <= east; column++) cells.push(cellOf(row, column));
  }
  return cells;
}
