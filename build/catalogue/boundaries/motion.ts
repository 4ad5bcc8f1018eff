import { distanceKm } from "../../geo/sphere.ts";
import { motionAcross, type RotationPole } from "../../seismology/plate-motion.ts";
import type { PlateBoundary } from "../catalogue.ts";

/** A straight piece of a boundary, and how the plates on its sides move against each other in its middle. */
export interface MeasuredSegment {
  km: number;
  /** mm a year; negative where the plates part. */
  convergence: number;
  /** mm a year; negative where the slip is left-lateral. */
  rightLateral: number;
}

/** The least, the greatest, and the mean over the length. */
export interface Spread {
  min: number;
  mean: number;
  max: number;
}

/** How two plates move against each other along what they have in common; mm a year. */
export interface BoundaryMotion {
  /** Of the one plate relative to the other, whatever the direction of the boundary. */
  speed: Spread;
  convergence: Spread;
  rightLateral: Spread;
}

/**
 * The segments of a boundary line, with the motion that the rotation poles of its plates make there. Points that are repeated
 * make no segment.
 *
 * @throws Error if the pole of a plate is not known
 */
export function measureBoundary(
  { left, right, line }: PlateBoundary,
  poles: ReadonlyMap<string, RotationPole>,
): MeasuredSegment[] {
  const [l, r] = [poles.get(left), poles.get(right)];
  if (!l || !r) throw new Error(`the boundary of ${left} and ${right} has a plate without a pole`);
  return line.slice(1).flatMap((to, i) => {
    const from = line[i] as readonly [number, number];
    const km = distanceKm(from[1], from[0], to[1], to[0]);
    if (km === 0) return [];
    const { opening, rightLateral } = motionAcross(l, r, from, to);
    return [{ km, convergence: -opening, rightLateral }];
  });
}

/** km of all segments together. */
export function lengthOf(segments: readonly MeasuredSegment[]): number {
  return segments.reduce((sum, { km }) => sum + km, 0);
}

/** The motion along segments, of which there is at least one. */
export function motionAlong(segments: readonly MeasuredSegment[]): BoundaryMotion {
  return {
    speed: spreadOf(segments, ({ convergence, rightLateral }) => Math.hypot(convergence, rightLateral)),
    convergence: spreadOf(segments, ({ convergence }) => convergence),
    rightLateral: spreadOf(segments, ({ rightLateral }) => rightLateral),
  };
}

function spreadOf(segments: readonly MeasuredSegment[], valueOf: (segment: MeasuredSegment) => number): Spread {
  const spread = { min: Number.POSITIVE_INFINITY, mean: 0, max: Number.NEGATIVE_INFINITY };
  const whole = lengthOf(segments);
  for (const segment of segments) {
    const value = valueOf(segment);
    spread.min = Math.min(spread.min, value);
    spread.max = Math.max(spread.max, value);
    spread.mean += (value * segment.km) / whole;
  }
  return spread;
}
