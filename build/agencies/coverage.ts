/** What of an event decides whether an answer can have left it out without our noticing. */
interface Placed {
  /** Origin time, ms since 1970 UTC. */
  time: number;
  magnitude: number | null;
}

/**
 * Which events an answer shows that it would list: those between its oldest and its newest, of at least its least magnitude.
 * An agency that lists only so many leaves out the oldest, the newest or the smallest. An unknown magnitude is the smallest.
 * Pure.
 */
export function coverageOf(listed: readonly Placed[]): (event: Placed) => boolean {
  let [oldest, newest, least] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const event of listed) {
    oldest = Math.min(oldest, event.time);
    newest = Math.max(newest, event.time);
    least = Math.min(least, sizeOf(event));
  }
  return (event) => event.time >= oldest && event.time <= newest && sizeOf(event) >= least;
}

function sizeOf({ magnitude }: Placed): number {
  return magnitude ?? Number.NEGATIVE_INFINITY;
}
