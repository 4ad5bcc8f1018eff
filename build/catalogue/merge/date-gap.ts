import { DAY_MS } from "../../platform/time.ts";
import { type CivilTime, instantOf, precisionOf } from "../../store/civil-time.ts";

/** How far two dates are apart. */
export interface DateGap {
  /** 0 where both can be the same instant. */
  days: number;
  /** Both know the clock time. */
  clocks: boolean;
  /** One knows the month or the year only. */
  coarse: boolean;
}

/**
 * The gap between two dates as far as both know them: clock times to the millisecond, days by the calendar, a clock time and a day
 * by how far it is outside of that day. A month or a year that holds the other date is no gap.
 *
 * @returns null where one knows the month or year only and the other is not in it
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
