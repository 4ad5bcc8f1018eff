import type { Loss } from "../../store/records.ts";

/** The minimum of each of NOAA's classes of deaths: none, few (1 to 50), some (to 100), many (to 1,000), very many. */
const LEAST_OF_CLASS = [0, 1, 51, 101, 1001];

/** The minimum number of deaths of an earthquake: the figure, or the minimum of the class if only that is known; otherwise null. */
export function leastDeaths({ value, class: order }: Loss): number | null {
  return value ?? (order === null ? null : (LEAST_OF_CLASS[order] ?? null));
}
