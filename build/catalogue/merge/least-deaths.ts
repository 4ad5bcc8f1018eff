import type { Loss } from "../../store/records.ts";

/** The least of each of NOAA's classes of deaths: none, few (1 to 50), some (to 100), many (to 1,000), very many. */
const LEAST_OF_CLASS = [0, 1, 51, 101, 1001];

/** How many people an earthquake killed at least: the figure, or the least of the class where only that is known; else null. */
export function leastDeaths({ value, class: order }: Loss): number | null {
  return value ?? (order === null ? null : (LEAST_OF_CLASS[order] ?? null));
}
