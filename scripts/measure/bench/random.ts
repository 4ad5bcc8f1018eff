/** A source of numbers that is the same on every machine. */
export interface Random {
  /** In [0, 1). */
  next: () => number;
  /** A whole number in [0, n). */
  below: (n: number) => number;
  /** Exponentially distributed with mean 1. */
  exponential: () => number;
  pick: <Item>(items: readonly Item[]) => Item;
}

/** Marsaglia's xorshift128 (2003, doi:10.18637/jss.v008.i14), seeded through a 32-bit mix of the seed. */
export function createRandom(seed: number): Random {
  let [x, y, z, w] = [1, 2, 3, 4].map((at) => mix(seed + at)) as [number, number, number, number];
  const next = () => {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return (w >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    exponential: () => -Math.log(1 - next()),
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}

function mix(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) | 1;
}
