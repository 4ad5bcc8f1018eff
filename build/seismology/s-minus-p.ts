import { firstArrival } from "./travel-times.ts";

/** Farther away the core stands between: S comes later than waves through the core, and is not the first of its kind. */
export const S_MINUS_P_TO_DEGREES = 98;

/**
 * Seconds from the first P to the first S, in iasp91.
 *
 * @param depthKm of the source, 0 … 750
 * @param degrees 0 … 98
 */
export function sMinusP(depthKm: number, degrees: number): number {
  const p = firstArrival("P", depthKm, degrees);
  const s = firstArrival("S", depthKm, degrees);
  return p && s ? s.seconds - p.seconds : Number.NaN;
}

/**
 * The distance at which S follows P by so many seconds. It grows with the distance, since S is everywhere slower.
 *
 * @param depthKm of the source, 0 … 750
 * @returns degrees; undefined where no distance has it: too short for the depth, or longer than at 98 degrees
 */
export function distanceOfSMinusP(depthKm: number, seconds: number): number | undefined {
  let [near, far] = [0, S_MINUS_P_TO_DEGREES];
  if (seconds < sMinusP(depthKm, near) || seconds > sMinusP(depthKm, far)) return undefined;
  // A tenth of a metre is left.
  for (let i = 0; i < 30; i++) {
    const middle = (near + far) / 2;
    if (sMinusP(depthKm, middle) < seconds) near = middle;
    else far = middle;
  }
  return (near + far) / 2;
}

/**
 * The same by the rule for one velocity: d = Δt · vP·vS / (vP − vS) (Bormann 2012, New Manual of Seismological Observatory
 * Practice 2, chapter 11: some 8 km for each second in the crust).
 *
 * @returns km from the hypocentre
 */
export function distanceByRule(seconds: number, vp: number, vs: number): number {
  return (seconds * vp * vs) / (vp - vs);
}
