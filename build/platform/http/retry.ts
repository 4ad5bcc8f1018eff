/** Statuses after which the same request may succeed: RFC 9110 and 6585, RFC 8470 for 425. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

const FIRST_WAIT_MS = 1_000;
const GROWTH = 4;
const LONGEST_WAIT_MS = 60_000;

/**
 * How long to wait after the `tried`-th failure, ms: 1 s, 4 s, 16 s … 60 s, of which a random part up to a half is left
 * off, so that those who failed together do not come back together.
 *
 * @param tried from 1
 * @param random 0 to below 1
 */
export function backOff(tried: number, random: number): number {
  const longest = Math.min(FIRST_WAIT_MS * GROWTH ** (tried - 1), LONGEST_WAIT_MS);
  return Math.round(longest * (1 - random / 2));
}

/**
 * What a `Retry-After` header asks for, ms from now; undefined where it says nothing that can be read (RFC 9110, 10.2.3).
 *
 * @param date the `Date` header of the same answer: a moment counts from the server's clock, not from ours
 */
export function retryAfter(value: string | null, date: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const moment = httpDate(value);
  if (moment === undefined) return undefined;
  return Math.max(0, moment - (httpDate(date) ?? now));
}

function httpDate(value: string | null): number | undefined {
  if (value === null || !/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value.trim()))
    return undefined;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : moment;
}
