/** 0 to below 1. */
export type Random = () => number;

/** The same numbers for the same seed, on every machine: mulberry32 of Tommy Ettinger (public domain). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `low` to below `high`. */
export function wholeWithin(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low));
}

export function oneOf<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
