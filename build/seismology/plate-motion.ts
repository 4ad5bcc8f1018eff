import { cross, dot, type Vector, vectorOf } from "../geo/sphere.ts";

/** The rotation of a plate relative to the Pacific: axis and speed, positive counter-clockwise as seen from outside. */
export interface RotationPole {
  latitude: number;
  longitude: number;
  degreesPerMyr: number;
}

/** The motion of the plate on the left of an arc relative to the one on the right, at the midpoint of the arc; mm a year. */
export interface Motion {
  /** Speed of separation; negative: the plates converge. */
  opening: number;
  /** Slip along the arc; negative: left-lateral. */
  rightLateral: number;
}

/** The Earth radius with which the speeds of Bird's steps were computed; mm a year equal km in a million years. */
export const RADIUS_KM = 6371;

/**
 * The motion across a boundary by the rotation poles of its plates: the cross product of the difference of the rotations with the
 * position (Cox and Hart 1986, Plate Tectonics: How It Works, chapter 4).
 *
 * @param left the pole of the plate on the left in the direction from `from` to `to`
 * @param from `[longitude, latitude]` in degrees
 */
export function motionAcross(
  left: RotationPole,
  right: RotationPole,
  from: readonly [number, number],
  to: readonly [number, number],
): Motion {
  const [start, end] = [vectorOf(from[1], from[0]), vectorOf(to[1], to[0])];
  const relative = difference(spin(left), spin(right));
  const middle = unit([start[0] + end[0], start[1] + end[1], start[2] + end[2]]);
  const towardsLeft = unit(cross(start, end));
  const onward = cross(towardsLeft, middle);
  const velocity = cross(relative, middle);
  // Seen from the right plate, looking across the boundary, the direction of the arc is to the right.
  return { opening: dot(velocity, towardsLeft), rightLateral: dot(velocity, onward) };
}

/** Speed of a plate relative to another one at a position in degrees; mm a year. */
export function speedAt(plate: RotationPole, other: RotationPole, latitude: number, longitude: number): number {
  return velocityAt(plate, other, latitude, longitude).speed;
}

/** The motion of a plate relative to another one at a position. */
export interface Velocity {
  /** mm a year. */
  speed: number;
  /** Components of the velocity, mm a year. */
  east: number;
  north: number;
  /** Degrees clockwise from north, 0 to 360; 0 if the plates do not move. */
  azimuth: number;
}

/**
 * Speed and direction of a plate relative to another one at a position in degrees: the east and north components of the cross
 * product of the difference of the rotations with the position (Cox and Hart 1986, chapter 4). At a pole of the Earth, north is
 * along the given meridian.
 */
export function velocityAt(plate: RotationPole, other: RotationPole, latitude: number, longitude: number): Velocity {
  const velocity = cross(difference(spin(plate), spin(other)), vectorOf(latitude, longitude));
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  const east = dot(velocity, [-Math.sin(lambda), Math.cos(lambda), 0]);
  const north = dot(velocity, [-Math.sin(phi) * Math.cos(lambda), -Math.sin(phi) * Math.sin(lambda), Math.cos(phi)]);
  const azimuth = (Math.atan2(east, north) * 180) / Math.PI;
  return { speed: Math.hypot(east, north), east, north, azimuth: azimuth < 0 ? azimuth + 360 : azimuth };
}

/** The pole of the rotation of a plate relative to another one: the difference of the rotation vectors; all 0 if they are equal. */
export function relativePole(plate: RotationPole, other: RotationPole): RotationPole {
  return poleOf(difference(spin(plate), spin(other)), DEGREES / RADIUS_KM);
}

const DEGREES = 180 / Math.PI;

/** The pole of a rotation vector. @param unit degrees in a million years of its unit */
function poleOf([x, y, z]: Vector, unit: number): RotationPole {
  const latitude = Math.atan2(z, Math.hypot(x, y)) * DEGREES;
  return { latitude, longitude: Math.atan2(y, x) * DEGREES, degreesPerMyr: Math.hypot(x, y, z) * unit };
}

/** The rotation as a vector along its axis, km in a million years at the equator of the rotation. */
function spin({ latitude, longitude, degreesPerMyr }: RotationPole): Vector {
  const [x, y, z] = vectorOf(latitude, longitude);
  const speed = ((degreesPerMyr * Math.PI) / 180) * RADIUS_KM;
  return [x * speed, y * speed, z * speed];
}

function difference(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function unit(v: Vector): Vector {
  const length = Math.sqrt(dot(v, v));
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** Degrees in a million years of one milliarcsecond a year. */
const DEGREES_PER_MYR = 1 / 3.6;

/**
 * Rotation vectors of plates by satellite geodesy alone, milliarcseconds a year about the axes of ITRF2014 (Altamimi et al. 2017,
 * Geophys. J. Int. 209, 1906, table 1), by Bird's codes. No spreading rate, and no pole of Bird, went into them.
 */
const ROTATIONS: Readonly<Record<string, readonly [x: number, y: number, z: number]>> = {
  AN: [-0.248, -0.324, 0.675],
  AR: [1.154, -0.136, 1.444],
  AU: [1.51, 1.182, 1.215],
  EU: [-0.085, -0.531, 0.77],
  IN: [1.154, -0.005, 1.454],
  NZ: [-0.333, -1.544, 1.623],
  NA: [0.024, -0.694, -0.063],
  AF: [0.099, -0.614, 0.733],
  PA: [-0.409, 1.047, -2.169],
  SA: [-0.27, -0.301, -0.14],
  SO: [-0.121, -0.794, 0.884],
};

/** The pole of a plate in ITRF2014, relative to the whole Earth; undefined for a plate that the model lacks. @param code Bird's */
export function itrf2014Pole(code: string): RotationPole | undefined {
  const rotation = ROTATIONS[code];
  return rotation && poleOf(rotation, DEGREES_PER_MYR);
}

/** A place on the boundary of two plates for which ITRF2014 has poles. */
interface ComparedPlace {
  boundary: string;
  /** Codes of the plates in Bird's model. */
  plates: readonly [string, string];
  /** Degrees. */
  at: { latitude: number; longitude: number };
}

/** A place on each boundary between two of these plates, chosen before any speed was computed. */
const PLACES: readonly ComparedPlace[] = [
  { boundary: "Gulf of California", plates: ["PA", "NA"], at: { latitude: 22.9, longitude: -109.9 } },
  { boundary: "East Pacific Rise, at Easter Island", plates: ["PA", "NZ"], at: { latitude: -27, longitude: -113 } },
  { boundary: "Pacific-Antarctic Ridge", plates: ["PA", "AN"], at: { latitude: -60, longitude: -150 } },
  { boundary: "Alpine Fault", plates: ["PA", "AU"], at: { latitude: -43.5, longitude: 170 } },
  { boundary: "Peru-Chile Trench, at Valdivia", plates: ["NZ", "SA"], at: { latitude: -39, longitude: -75 } },
  { boundary: "Chile Ridge", plates: ["NZ", "AN"], at: { latitude: -41, longitude: -90 } },
  { boundary: "Mid-Atlantic Ridge, at Ascension", plates: ["AF", "SA"], at: { latitude: -8, longitude: -13.5 } },
  { boundary: "Mid-Atlantic Ridge, at 30° N", plates: ["AF", "NA"], at: { latitude: 30, longitude: -42 } },
  { boundary: "Iceland", plates: ["NA", "EU"], at: { latitude: 64.5, longitude: -20.5 } },
  { boundary: "Azores-Gibraltar, at Gorringe Bank", plates: ["AF", "EU"], at: { latitude: 36.5, longitude: -11 } },
  { boundary: "Red Sea", plates: ["AR", "AF"], at: { latitude: 20, longitude: 38.5 } },
  { boundary: "Gulf of Aden", plates: ["AR", "SO"], at: { latitude: 13, longitude: 50 } },
  { boundary: "East African Rift, in Ethiopia", plates: ["SO", "AF"], at: { latitude: 8, longitude: 39 } },
  { boundary: "Zagros", plates: ["AR", "EU"], at: { latitude: 28, longitude: 52 } },
  { boundary: "Himalaya, at Kathmandu", plates: ["IN", "EU"], at: { latitude: 27.7, longitude: 85.3 } },
  { boundary: "Carlsberg Ridge", plates: ["IN", "SO"], at: { latitude: 5, longitude: 62 } },
  { boundary: "Southeast Indian Ridge", plates: ["AU", "AN"], at: { latitude: -50, longitude: 110 } },
  { boundary: "Southwest Indian Ridge", plates: ["SO", "AN"], at: { latitude: -33, longitude: 57 } },
];

/** A place with the speed by satellite geodesy, mm a year. */
export interface MeasuredSpeed extends ComparedPlace {
  measured: number;
}

/** The speeds of plates relative to each other by ITRF2014, which are independent of Bird's poles. */
export const MEASURED_SPEEDS: readonly MeasuredSpeed[] = PLACES.map((place) => {
  const [one, other] = place.plates.map(itrf2014Pole) as [RotationPole, RotationPole];
  return { ...place, measured: speedAt(one, other, place.at.latitude, place.at.longitude) };
});
