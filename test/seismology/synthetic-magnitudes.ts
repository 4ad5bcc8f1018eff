import { magnitudeClass } from "../../build/seismology/frequency-magnitude.ts";

/** A generator of its own, so that every run draws the same catalogue (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Magnitudes that follow the law above `least` exactly, rounded to tenths; below `seenFrom` networks miss ever more of them. */
export function synthetic(b: number, events: number, least: number, seed: number, seenFrom = least - 0.05): Map<number, number> {
  const draw = random(seed);
  const counts = new Map<number, number>();
  for (let at = 0; at < events; at++) {
    const magnitude = least - 0.05 - Math.log10(1 - draw()) / b;
    const seen = magnitude >= seenFrom || draw() < 10 ** (2.5 * (magnitude - seenFrom));
    const tenths = magnitudeClass(magnitude);
    if (seen) counts.set(tenths, (counts.get(tenths) ?? 0) + 1);
  }
  return counts;
}
