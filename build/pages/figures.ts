const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/**
 * `7 February 2018, 01:49 UTC`.
 *
 * @param instant ms since 1970 UTC
 */
export function dateWords(instant: number): string {
  const date = new Date(instant);
  const clock = date.toISOString().slice(-13, -8);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${clock} UTC`;
}

/** `1,707`. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** `3 minutes`, `2 days`: in the largest unit of which there is at least one. @param s seconds */
export function durationWords(s: number): string {
  const [unit, length] = UNITS.find(([, least]) => s >= least) ?? (["second", 1] as const);
  const count = Math.floor(s / length);
  return `${thousands(count)} ${unit}${count === 1 ? "" : "s"}`;
}

const UNITS = [
  ["year", 365.25 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
