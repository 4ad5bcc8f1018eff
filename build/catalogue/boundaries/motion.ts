import type { BoundaryType } from "../../contract/texts/vocabulary.ts";
import { distanceKm } from "../../geo/sphere.ts";
import { type Motion, motionAcross, type RotationPole } from "../../seismology/plate-motion.ts";
import type { PlateBoundary } from "../catalogue.ts";

/** A straight segment of a boundary, with the relative motion of its plates at its midpoint. */
export interface MeasuredSegment {
  km: number;
  /** mm a year; negative if the plates diverge. */
  convergence: number;
  /** mm a year; negative for left-lateral slip. */
  rightLateral: number;
}

/** Minimum, maximum, and mean weighted by length. */
export interface Spread {
  min: number;
  mean: number;
  max: number;
}

/** The relative motion of two plates along their common boundary, mm a year. */
export interface BoundaryMotion {
  /** Speed of the relative motion, whatever the direction of the boundary. */
  speed: Spread;
  convergence: Spread;
  rightLateral: Spread;
}

/**
 * The segments of a boundary line, each with the motion computed from the rotation poles of its plates. Repeated points make no
 * segment.
 *
 * @throws Error if the pole of a plate is not known
 */
export function measureBoundary({ left, right, line }: PlateBoundary, poles: ReadonlyMap<string, RotationPole>): MeasuredSegment[] {
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

/** Total length of segments, km. */
export function lengthOf(segments: readonly MeasuredSegment[]): number {
  return segments.reduce((sum, { km }) => sum + km, 0);
}

/** The motion along segments, of which there must be at least one. */
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

/** Maximum angle between slip and strike of a transform fault, degrees (Bird 2003, section 5). */
export const TRANSFORM_DEGREES = 20;

/** The type of a boundary from its motion, by Bird's rule for boundaries that are not known subduction zones. */
export function typeOfMotion({ opening, rightLateral }: Motion): BoundaryType {
  const steepest = Math.abs(rightLateral) * Math.tan((TRANSFORM_DEGREES * Math.PI) / 180);
  if (Math.abs(opening) <= steepest) return "transform";
  return opening > 0 ? "divergent" : "convergent";
}
