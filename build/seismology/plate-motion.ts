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
  const velocity = cross(difference(spin(plate), spin(other)), vectorOf(latitude, longitude));
  return Math.sqrt(dot(velocity, velocity));
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
  const [x, y, z] = difference(spin(plate), spin(other));
  const speed = Math.hypot(x, y, z);
  const degrees = 180 / Math.PI;
  return {
    latitude: Math.atan2(z, Math.hypot(x, y)) * degrees,
    longitude: Math.atan2(y, x) * degrees,
    degreesPerMyr: (speed / RADIUS_KM) * degrees,
  };
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
