import type { TimePrecision } from "../../contract/texts/vocabulary.ts";
import type { DataSay } from "../data/render-context.ts";
import { type Html, html } from "../html.ts";
import type { Translate } from "../i18n/translations.ts";
import { time } from "./amounts.ts";

/** Characters of `YYYY-MM-DDTHH:MM` that are known; years of six digits and a sign have three more. */
export const KNOWN_CHARACTERS: Record<TimePrecision, number> = { year: 4, month: 7, day: 10, minute: 16, second: 16 };

/**
 * A moment as far as it is known. Only one that is known to the minute is written anew in the reader's time zone: of an old
 * date not even the calendar is certain.
 *
 * @param occurredAt as the API gives it
 */
export function moment(occurredAt: string, precision: TimePrecision, t: DataSay): Html {
  const toTheMinute = precision === "minute" || precision === "second";
  if (toTheMinute && isModern(occurredAt)) return time(Date.parse(occurredAt));
  return html`<span class="date">${dateText(occurredAt, precision, t)}</span>`;
}

/** Before 1900 clocks kept the time of the place, and many countries another calendar. */
function isModern(occurredAt: string): boolean {
  return /^(19|[2-9]\d)\d\d-/.test(occurredAt);
}

/** `1498-09-20`, `464 BC`, `2018-02-06 15:50 UTC`. */
export function dateText(occurredAt: string, precision: TimePrecision, t: DataSay): string {
  const [, year = "", rest = ""] = /^([+-]\d{6}|\d{4})(.*)$/.exec(occurredAt) ?? [];
  const known = rest.slice(0, KNOWN_CHARACTERS[precision] - 4);
  const dated = known.slice(0, 6) + (known.length > 6 ? ` ${known.slice(7)} UTC` : "");
  const number = Number(year);
  if (number > 0) return (year.length === 4 ? year : yearText(number, { t })) + dated;
  const bc = yearText(number, { t });
  return known.length >= 3 ? `${bc}, ${dated.slice(1)}` : bc;
}

/** `2018-02-06 15:50:42`, of a moment that is known to the second. */
export function secondText(occurredAt: string): string {
  return `${occurredAt.slice(0, 10)} ${occurredAt.slice(11, 19)}`;
}

/** `1755`, `464 BC`. @param year astronomical, whole */
export function yearText(year: number, { t }: { t: Translate<"year_bc"> }): string {
  return year > 0 ? String(year) : t("year_bc", { year: 1 - year });
}
