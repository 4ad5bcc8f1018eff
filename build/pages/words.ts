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
