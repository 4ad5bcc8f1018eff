import { memoize } from "./memoize.ts";
import { arrivals, firstArrival } from "./travel-times.ts";

/**
 * Degrees up to which S is the first wave of its kind, in iasp91. Farther away SKS, which crosses the core, comes before it: from
 * 83.3 degrees on for a source at the surface, from 80.1 for one at 750 km.
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
 * The distance at which S follows P by so many seconds. It grows with the distance, since S is everywhere slower.
 *
 * @param depthKm of the source, 0 … 750
 * @returns degrees; undefined where no distance has it: too short for the depth, or longer than where SKS comes before S
 */
export function distanceOfSMinusP(depthKm: number, seconds: number): number | undefined {
  let [near, far] = [0, sMinusPReach(depthKm)];
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
