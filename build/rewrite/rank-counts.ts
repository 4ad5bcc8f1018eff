import { lowerBound } from "../platform/lists.ts";

/**
 * A sequence of magnitudes, as ranks among the distinct ones, with cumulative counts: for each rank, the number of items with a
 * lower rank before every `block`th position and before the end. The counts have about as many u32 as there are items.
 */
interface RankCounts {
  ranks: Uint16Array;
  /** Distance between positions with counts. */
  block: number;
  /** Counts per position: one for each rank, and the total. */
  stride: number;
  counts: Uint32Array;
}

/** Scanning fewer items costs less than skipping them. */
const MIN_BLOCK = 512;

/** @param width number of distinct ranks */
export function buildCounts(ranks: Uint16Array, width: number): RankCounts {
  const block = Math.max(MIN_BLOCK, width);
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

/** Counts the items before `end` with a rank in [low, high): a difference of counts, and a scan of less than a block. */
export function countBetween(sequence: RankCounts, end: number, low: number, high: number): number {
  const { ranks, block } = sequence;
  const position = end === ranks.length ? Math.ceil(end / block) : Math.floor(end / block);
  let count = countedBetween(sequence, position, low, high);
  for (let at = position * block; at < end; at++) count += isBetween(ranks[at] as number, low, high);
  return count;
}

/**
 * Returns 1 for a rank in [low, high), otherwise 0. It avoids a branch, which would often be mispredicted because ranks are
 * practically random.
 */
function isBetween(rank: number, low: number, high: number): number {
  return 1 + (((rank - low) | (high - 1 - rank)) >> 31);
}

function countedBetween({ stride, counts }: RankCounts, position: number, low: number, high: number): number {
  return (counts[position * stride + high] as number) - (counts[position * stride + low] as number);
}

/**
 * Takes items of [from, end) with a rank in [low, high), after skipping `offset` of them by means of the counts. Blocks without
 * such items are skipped.
 *
 * @param limit at most the number of items that remain after skipping
 * @returns the indexes of the items; not a typed array, which takes longer to allocate than to fill
 */
export function selectBetween(
  sequence: RankCounts,
  [from, end]: readonly [number, number],
  [low, high]: readonly [number, number],
  offset: number,
  limit: number,
): number[] {
  const { ranks, block } = sequence;
  const before = countBetween(sequence, from, low, high);
  const last = Math.ceil(ranks.length / block);
  // The last counted position with no more items before it than are to be skipped.
  let position = lowerBound(0, last + 1, (at) => countedBetween(sequence, at, low, high) > before + offset) - 1;
  let skip = before + offset - countedBetween(sequence, position, low, high);
  let at = position * block;
  if (at < from) {
    at = from;
    skip = offset;
  }
  // oxlint-disable-next-line unicorn/no-new-array -- as fast as it can be: an array that grows takes twice as long
  const taken = new Array<number>(Math.max(0, limit));
  let found = 0;
  for (; found < limit; position++, at = position * block) {
    const stop = Math.min((position + 1) * block, end);
    if (countedBetween(sequence, position + 1, low, high) === countedBetween(sequence, position, low, high)) continue;
    // The remaining items to skip are in the first block.
    for (; skip > 0; at++) skip -= isBetween(ranks[at] as number, low, high);
    for (; at < stop && found < limit; at++) {
      taken[found] = at;
      found += isBetween(ranks[at] as number, low, high);
    }
  }
  return taken;
}
