import { DAY_MS } from "../../platform/time.ts";
import type { Period } from "../client/archive.ts";
import type { ListedEarthquake } from "../earthquakes/table.ts";

/** Periods that are longer have more room for what is newer: few earthquakes of antiquity are on record. */
const LONG_MS = 150 * 365 * DAY_MS;
const EXPONENT = 3;

const exponentOf = ({ from, to }: Period) => (to - from > LONG_MS ? EXPONENT : 1);

/** The part of the timeline that is before a time, from 0 to 1. */
export function shareOf(time: number, period: Period): number {
  const left = (period.to - time) / (period.to - period.from);
  return left < 0 ? 2 : 1 - Math.min(1, left) ** (1 / exponentOf(period));
}

/** The inverse of `shareOf`. */
export function timeAt(share: number, period: Period): number {
  return period.to - (1 - share) ** exponentOf(period) * (period.to - period.from);
}

/** The number of earthquakes in each of several equal parts. @param shareOf the part of a time, from 0 to 1 */
export function countsOver(quakes: readonly ListedEarthquake[], shareOf: (time: number) => number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0);
  for (const { time } of quakes) {
    const share = shareOf(time);
    const part = Math.min(parts - 1, Math.floor(share * parts));
    if (part >= 0 && share <= 1) counts[part] = (counts[part] as number) + 1;
  }
  return counts;
}
