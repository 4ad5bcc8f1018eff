/** Most rows of a small group of parts. */
export const GROUP_ROWS = 81_920;

/** So many small groups are one if they are older. */
const JOINED = 2;

/** A group of `regionGroups` has at most this many times `GROUP_ROWS` rows, unless a single part has more. */
export const LARGEST = 2 * JOINED - 1;

/**
 * Divides consecutive parts into groups with a maximum number of rows, each with at least one part. A newer part changes the last group
 * at most.
 *
 * @param parts oldest first
 */
export function consecutiveGroups<Part>(parts: readonly Part[], sizeOf: (part: Part) => number, most: number): Part[][] {
  const groups: Part[][] = [];
  let rows = 0;
  for (const part of parts) {
    const group = groups.at(-1);
    rows += sizeOf(part);
    if (group && rows <= most) group.push(part);
    else {
      groups.push([part]);
      rows = sizeOf(part);
    }
  }
  return groups;
}

/**
 * Divides parts into groups that have a file each in the sets by region. A query of a region reads each file, but a change of a part
 * makes the files of its group again: the newest group, which changes every day, is small, and older ones are large.
 *
 * @param parts oldest first
 */
export function regionGroups<Part>(parts: readonly Part[], sizeOf: (part: Part) => number): Part[][] {
  const small = consecutiveGroups(parts, sizeOf, GROUP_ROWS);
  const newest = small.splice(-1);
  const older: Part[][] = [];
  for (const [at, group] of small.entries()) {
    // Fewer groups at the end would be a file more for each query, with few rows.
    const isFull = at % JOINED === 0 && small.length - at >= JOINED;
    if (isFull || older.length === 0) older.push([...group]);
    else older.at(-1)?.push(...group);
  }
  return [...older, ...newest];
}
