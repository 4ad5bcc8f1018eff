/** 0 to below 1. */
export type Random = () => number;

/** A whole number from `low` to below `high`. */
export function wholeWithin(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low));
}

export function oneOf<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
