import { firstWhere } from "../shards/groups.ts";

/**
 * A sequence of magnitudes (as ranks among the different ones) with cumulative counts: at every `block`th position, and at
 * the end, how many before it are less than each rank. Takes about as many u32 as there are items.
 */
export interface RankCounts {
  ranks: Uint16Array;
  /** Distance of two positions that have counts. */
  block: number;
  /** Counts per position: one for each rank, and one for all. */
  stride: number;
  counts: Uint32Array;
}

/** Scanning fewer items than this costs less than looking up what could be skipped. */
const LEAST_BLOCK = 512;

/** @param width how many different ranks there are */
export function countRanks(ranks: Uint16Array, width: number): RankCounts {
  const block = Math.max(LEAST_BLOCK, width);
  const stride = width + 1;
  const positions = Math.ceil(ranks.length / block) + 1;
  const counts = new Uint32Array(positions * stride);
  const seen = new Uint32Array(width);
  for (let position = 1; position < positions; position++) {
    const end = Math.min(position * block, ranks.length);
    for (let at = (position - 1) * block; at < end; at++) seen[ranks[at] as number]!++;
    let sum = 0;
    for (let rank = 0; rank < width; rank++) {
      sum += seen[rank] as number;
      counts[position * stride + rank + 1] = sum;
    }
  }
  return { ranks, block, stride, counts };
}

/** How many of the first `end` items have a rank in [low, high): a difference of counts, and less than a block to scan. */
export function countBetween(sequence: RankCounts, end: number, low: number, high: number): number {
  const { ranks, block } = sequence;
  const position = end === ranks.length ? Math.ceil(end / block) : Math.floor(end / block);
  let count = countedBetween(sequence, position, low, high);
  for (let at = position * block; at < end; at++) {
    const rank = ranks[at] as number;
    if (rank >= low && rank < high) count++;
  }
  return count;
}

function countedBetween({ stride, counts }: RankCounts, position: number, low: number, high: number): number {
  return (counts[position * stride + high] as number) - (counts[position * stride + low] as number);
}

/**
 * The items of [from, end) with a rank in [low, high): skips `offset` of them, by the counts, and takes as many as there
 * is room for. Blocks without any are passed over.
 *
 * @param taken receives the items' numbers; no longer than there are such items after the skipped ones
 */
export function takeBetween(
  sequence: RankCounts,
  [from, end]: readonly [number, number],
  [low, high]: readonly [number, number],
  offset: number,
  taken: Uint32Array,
): void {
  const { ranks, block } = sequence;
  const before = countBetween(sequence, from, low, high);
  const last = Math.ceil(ranks.length / block);
  // Where to begin: the last position with counts before which there are no more than are to be skipped.
  let position = firstWhere(0, last + 1, (at) => countedBetween(sequence, at, low, high) > before + offset) - 1;
  let skip = before + offset - countedBetween(sequence, position, low, high);
  let at = position * block;
  if (at < from) {
    at = from;
    skip = offset;
  }
  let found = 0;
  for (; found < taken.length; position++, at = position * block) {
    const stop = Math.min((position + 1) * block, end);
    if (countedBetween(sequence, position + 1, low, high) === countedBetween(sequence, position, low, high)) continue;
    for (; at < stop && found < taken.length; at++) {
      const rank = ranks[at] as number;
      if (rank < low || rank >= high) continue;
      if (skip > 0) skip--;
      else taken[found++] = at;
    }
  }
}
