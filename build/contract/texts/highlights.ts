/** How many of its strongest, deadliest and most recent earthquakes a country's profile names. */
export const HIGHLIGHTS = 10;
