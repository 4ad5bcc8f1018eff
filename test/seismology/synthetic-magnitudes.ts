import { mulberry32 } from "../../build/platform/random.ts";
import { magnitudeClass } from "../../build/seismology/frequency-magnitude.ts";

/** Magnitudes that follow the law above `least` exactly, rounded to tenths; below `seenFrom` networks miss ever more of them. */
export function synthetic(b: number, events: number, least: number, seed: number, seenFrom = least - 0.05): Map<number, number> {
  const draw = mulberry32(seed);
  const counts = new Map<number, number>();
  for (let at = 0; at < events; at++) {
    const magnitude = least - 0.05 - Math.log10(1 - draw()) / b;
    const seen = magnitude >= seenFrom || draw() < 10 ** (2.5 * (magnitude - seenFrom));
    const tenths = magnitudeClass(magnitude);
    if (seen) counts.set(tenths, (counts.get(tenths) ?? 0) + 1);
  }
  return counts;
}
