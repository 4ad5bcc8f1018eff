/** Members sorted by group. */
export interface Groups {
  /** Index of the first member of each group in `members`, and a last entry with the number of members. */
  first: Uint32Array;
  members: Uint32Array;
}

/**
 * Groups members by their keys 0, 1, 2, … with a counting sort; members keep their order.
 *
 * @param keys the group of each member, less than `count`
 * @param count number of groups
 */
export function groupBy(keys: ArrayLike<number>, count: number): Groups {
  const first = new Uint32Array(count + 1);
  for (let at = 0; at < keys.length; at++) first[(keys[at] as number) + 1]!++;
  for (let group = 0; group < count; group++) first[group + 1]! += first[group] as number;
  const next = first.slice();
  const members = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at++) members[next[keys[at] as number]!++] = at;
  return { first, members };
}

/** Prefix sums: the sums of the first 0, 1, 2, … sizes. */
export function prefixSums(sizes: Uint32Array): Float64Array {
  const sums = new Float64Array(sizes.length + 1);
  for (let at = 0; at < sizes.length; at++) sums[at + 1] = (sums[at] as number) + (sizes[at] as number);
  return sums;
}
