/** An invalid parameter value; the message is a continuation of the name of the parameter. */
export class ValueError extends Error {}

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{0,9}))?)?(?:Z|([ +-])(\d\d):?(\d\d))?)?$/i;

/**
 * Parses a time in the formats of the specification and of the agencies' services: a date, or date and time separated by `T`
 * or a space. Seconds are optional and have up to nine decimals. The time is in UTC or has an offset, whose `+` an HTML form
 * turns into a space. 23:59:60 is the following midnight.
 *
 * @param round direction of rounding, because event times have milliseconds and the value may have microseconds
 * @returns ms since 1970 UTC
 * @throws ValueError
 */
export function readTime(text: string, round: "up" | "down"): number {
  const match = TIME.exec(text.trim());
  if (!match) throw new ValueError("is not a time such as 2026-01-31 or 2026-01-31T23:59:59.123");
  const [, year, month, day, hour = "0", minute = "0", second = "0", decimals = "", sign, hours, minutes] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || Number(year) < 1) throw new ValueError("is not a date of the calendar");
  const isLeap = second === "60" && hour === "23" && minute === "59";
  if (Number(hour) > 23 || Number(minute) > 59 || (Number(second) > 59 && !isLeap)) throw new ValueError("has no such time of day");
  if (Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) throw new ValueError("has no such offset from UTC");
  const thousandths = Number(`0.${decimals || "0"}`) * 1000;
  const ms = round === "up" ? Math.ceil(Number(thousandths.toFixed(6))) : Math.floor(Number(thousandths.toFixed(6)));
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return date.getTime() + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000 + ms;
}

/** @throws ValueError */
export function readNumber(text: string, least: number, most: number): number {
  // HTML forms turn a plus sign into a space.
  if (!/^[ +-]?(?:\d{1,20}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,2})?$/i.test(text)) throw new ValueError("is not a number");
  const value = Number(text.trim());
  if (value < least || value > most) throw new ValueError(`is not between ${least} and ${most}`);
  return value;
}

/** @throws ValueError */
export function readInteger(text: string, least: number, most: number): number {
  if (!/^[ +]?\d{1,12}$/.test(text)) throw new ValueError("is not a whole number");
  return readNumber(text, least, most);
}

/** Accepts the notations of the agencies' services. @throws ValueError */
export function readBoolean(text: string): boolean {
  if (/^(?:true|t|yes|y|1)$/i.test(text)) return true;
  if (/^(?:false|f|no|n|0)$/i.test(text)) return false;
  throw new ValueError("is neither true nor false");
}

/** @throws ValueError */
export function readChoice<Choice extends string>(text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((one) => one === text.toLowerCase());
  if (found === undefined) throw new ValueError(`is none of ${choices.join(", ")}`);
  return found;
}
