import { DAY_MS } from "../../platform/time.ts";
import { type CivilTime, instantOf, precisionOf } from "../../store/civil-time.ts";

/** The difference of two dates. */
export interface DateGap {
  /** 0 if both can be the same instant. */
  days: number;
  /** Both have a clock time. */
  clocks: boolean;
  /** One has only a month or a year. */
  coarse: boolean;
}

/**
 * The difference of two dates as far as both are known: clock times to the millisecond, days by the calendar; for a
 * clock time and a day, how far it is outside that day. A month or year that contains the other date makes no
 * difference.
 *
 * @returns null if one has only a month or year and the other is outside it
 */
export function dateGap(a: CivilTime, b: CivilTime): DateGap | null {
  const [fine, other] = rank(a) >= rank(b) ? [a, b] : [b, a];
  if (rank(other) < DAY) {
    const isWithin = fine.year === other.year && (other.month === null || fine.month === other.month);
    return isWithin ? { days: 0, clocks: false, coarse: true } : null;
  }
  const apart = instantOf(fine) - instantOf(other);
  const isInstant = rank(fine) > DAY;
  if (rank(other) > DAY || !isInstant) return { days: Math.abs(apart) / DAY_MS, clocks: isInstant, coarse: false };
  const outside = apart < 0 ? -apart : Math.max(0, apart - DAY_MS + 1);
  return { days: outside / DAY_MS, clocks: false, coarse: false };
}

const DAY = 2;

/** 0 a year, 1 a month, 2 a day, 3 a clock time. */
function rank(time: CivilTime): number {
  const precision = precisionOf(time);
  return precision === "second" ? 3 : ["year", "month", "day", "minute"].indexOf(precision);
}
