import type { PlateBoundary, PlateFacts } from "../../build/catalogue/catalogue.ts";
import { distanceKm, type Vector, vectorOf } from "../../build/geo/sphere.ts";

const MEAN_RADIUS_KM = 6371;

/** Mean over a line of how fast its sides part (negative: close) and of how fast they move at all, mm a year. */
export interface Motion {
  opening: number;
  speed: number;
}

/**
 * The motion across a boundary as the poles of the plates on its sides would have it: the cross product of the difference of
 * the rotations with the place, averaged over the line so that the steps of a ridge and its transforms count together.
 */
export function motionAcross({ left, right, line }: PlateBoundary, plates: readonly PlateFacts[]): Motion {
  const relative = add(spin(left, plates), scale(spin(right, plates), -1));
  const sum = { km: 0, opening: 0, slip: 0 };
  line.forEach((to, i) => {
    const from = line[i - 1];
    if (!from) return;
    const [start, end] = [vectorOf(from[1], from[0]), vectorOf(to[1], to[0])];
    const middle = unit(add(start, end));
    const towardsLeft = unit(cross(start, end));
    const velocity = cross(relative, middle);
    const km = distanceKm(from[1], from[0], to[1], to[0]);
    sum.km += km;
    sum.opening += km * dot(velocity, towardsLeft);
    sum.slip += km * dot(velocity, cross(towardsLeft, middle));
  });
  return { opening: sum.opening / sum.km, speed: Math.hypot(sum.opening, sum.slip) / sum.km };
}

/** Rotation of a plate relative to the Pacific, as km per million years (mm a year) at the surface. */
function spin(code: string, plates: readonly PlateFacts[]): Vector {
  const pole = plates.find((plate) => plate.code === code)?.rotationPole;
  if (!pole) throw new Error(`no plate ${code}`);
  return scale(vectorOf(pole.latitude, pole.longitude), ((pole.degreesPerMyr * Math.PI) / 180) * MEAN_RADIUS_KM);
}

function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function scale([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(v: Vector): Vector {
  return scale(v, 1 / Math.sqrt(dot(v, v)));
}
