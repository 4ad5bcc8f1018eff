/** How many of its strongest, deadliest and most recent earthquakes a country's profile lists. */
export const HIGHLIGHTS = 10;
