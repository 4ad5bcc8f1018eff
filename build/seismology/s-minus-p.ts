import { memoize } from "../contract/wire/memoize.ts";
import { arrivals, firstArrival } from "./travel-times.ts";

/**
 * The distance in degrees up to which S is the first shear wave, in iasp91. Beyond it SKS, which crosses the core, arrives earlier:
 * from 83.3 degrees for a source at the surface, from 80.1 for one at 750 km.
 *
 * @param depthKm of the source, 0 … 750
 */
export const sMinusPReach = memoize(String, (depthKm: number): number => {
  let [near, far] = [70, 90];
  for (let i = 0; i < 20; i++) {
    const middle = (near + far) / 2;
    const sks = arrivals(depthKm, middle, ["SKS"]).find(({ phase }) => phase === "SKS");
    const s = firstArrival("S", depthKm, middle);
    if (sks && s && sks.seconds < s.seconds) far = middle;
    else near = middle;
  }
  return near;
});

/**
 * Seconds from the first P to the first S, in iasp91.
 *
 * @param depthKm of the source, 0 … 750
 * @param degrees 0 … `sMinusPReach`
 */
export function sMinusP(depthKm: number, degrees: number): number {
  const p = firstArrival("P", depthKm, degrees);
  const s = firstArrival("S", depthKm, degrees);
  return p && s ? s.seconds - p.seconds : Number.NaN;
}

/**
 * The distance at which S follows P by the given time. It increases with the time, since S is slower everywhere.
 *
 * @param depthKm of the source, 0 … 750
 * @returns degrees; undefined if no distance has this difference: it is too short for the depth, or longer than at `sMinusPReach`
 */
export function distanceOfSMinusP(depthKm: number, seconds: number): number | undefined {
  let [near, far] = [0, sMinusPReach(depthKm)];
  if (seconds < sMinusP(depthKm, near) || seconds > sMinusP(depthKm, far)) return undefined;
  // The remaining error is a tenth of a metre.
  for (let i = 0; i < 30; i++) {
    const middle = (near + far) / 2;
    if (sMinusP(depthKm, middle) < seconds) near = middle;
    else far = middle;
  }
  return (near + far) / 2;
}

/**
 * The distance by the rule for constant velocities: d = Δt · vP·vS / (vP − vS) (Bormann 2012, New Manual of Seismological
 * Observatory Practice 2, chapter 11: some 8 km for each second in the crust).
 *
 * @returns km from the hypocentre
 */
export function distanceByRule(seconds: number, vp: number, vs: number): number {
  return (seconds * vp * vs) / (vp - vs);
}
