import type { TimePrecision } from "../../contract/texts/vocabulary.ts";
import { thousands } from "../../platform/text.ts";
import { type Html, html } from "../html.ts";
import type { Translate } from "../i18n/translations.ts";
import type { ToolContext } from "../tools/tool.ts";
import { NO_BREAK } from "./numbers.ts";

/** Number of known characters of `YYYY-MM-DDTHH:MM`. Years with a sign and six digits have three more. */
export const KNOWN_CHARACTERS: Record<TimePrecision, number> = { year: 4, month: 7, day: 10, minute: 16, second: 16 };

/** The known part of a time, such as `1755-11-01`; all of it if it is known to the second. @param iso ISO 8601 */
export function knownPart(iso: string, precision: TimePrecision): string {
  return precision === "second" ? iso : iso.slice(0, KNOWN_CHARACTERS[precision] + (/^[+-]/.test(iso) ? 3 : 0));
}

/**
 * A time with the precision to which it is known. Only times that are known to the minute are converted to the reader's time
 * zone: for old dates even the calendar is uncertain.
 *
 * @param occurredAt as in the API
 */
export function moment(occurredAt: string, precision: TimePrecision, t: Translate<"year_bc">): Html {
  const toTheMinute = precision === "minute" || precision === "second";
  if (toTheMinute && isModern(occurredAt)) return time(Date.parse(occurredAt));
  return dateElement(occurredAt, precision, t);
}

/**
 * A date as precisely as it is known. The script of the page writes a day and a month in the reader's language, but not in years BC,
 * which HTML has no form for.
 */
export function dateElement(occurredAt: string, precision: TimePrecision, t: Translate<"year_bc">): Html {
  const day = dayAtMost(precision);
  const text = dateText(occurredAt, day, t);
  const date =
    day === "year" || !/^(?!0000)\d{4}-/.test(occurredAt)
      ? html`<span class="date">${text}</span>`
      : html`<time data-day datetime="${knownPart(occurredAt, day)}">${text}</time>`;
  return day === precision ? date : html`${date} · ${knownPart(occurredAt, "minute").slice(-"HH:MM".length)} UTC`;
}

/** A date in a sentence: as a browser writes it in English (`Intl`), so that no line moves when the script of the page does. */
export function dateInSentence(occurredAt: string, precision: TimePrecision, t: Translate<"year_bc">): Html {
  const shown = dayAtMost(precision);
  if (shown !== "day" || !/^(?!0000)\d{4}-/.test(occurredAt)) return dateElement(occurredAt, shown, t);
  return html`<time data-day datetime="${knownPart(occurredAt, shown)}">${browserDay(new Date(occurredAt))}</time>`;
}

function browserDay(date: Date): string {
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** Lists of historical earthquakes show no more than the day. */
export function dayAtMost(precision: TimePrecision): TimePrecision {
  return precision === "minute" || precision === "second" ? "day" : precision;
}

/** Since when the data cover a window. @param from ISO 8601 */
export function coveredText(from: string, t: Translate<"data_since">): Html {
  return t.html("data_since", { date: day(Date.parse(from)) });
}

/** Before 1900, clocks showed local solar time, many countries used another calendar, and no seismograph gave a position. */
export function isModern(occurredAt: string): boolean {
  return /^(19|[2-9]\d)\d\d-/.test(occurredAt);
}

/** `1498-09-20`, `115-12-13`, `464 BC`, `2018-02-06 15:50 UTC`. */
export function dateText(occurredAt: string, precision: TimePrecision, t: Translate<"year_bc">): string {
  const [, year = "", rest = ""] = /^([+-]\d{6}|\d{4})(.*)$/.exec(occurredAt) ?? [];
  const known = rest.slice(0, KNOWN_CHARACTERS[precision] - 4);
  const dated = known.slice(0, 6) + (known.length > 6 ? ` ${known.slice(7)} UTC` : "");
  const number = Number(year);
  if (number > 0) return yearText(number, { t }) + dated;
  const bc = yearText(number, { t });
  return known.length >= 3 ? `${bc}, ${dated.slice(1)}` : bc;
}

/** `2018-02-06 15:50:42`, for a time that is known to the second. */
export function secondText(occurredAt: string): string {
  return `${occurredAt.slice(0, 10)} ${occurredAt.slice(11, 19)}`;
}

/** `1755`, `464 BC`. @param year astronomical year, an integer */
export function yearText(year: number, { t }: { t: Translate<"year_bc"> }): string {
  return year > 0 ? String(year) : t("year_bc", { year: 1 - year });
}

/** `45.3 s`, `12 min 6 s`, `7 h 5 min`: the precision decreases with the length. @param seconds 0 or more */
export function durationText(seconds: number, { number }: ToolContext): string {
  const whole = { digits: 0 } as const;
  // Up to what is rounded to 60.0 s.
  if (seconds < 59.95) return number(seconds, { digits: 1, unit: "s" });
  const s = Math.round(seconds);
  if (s < 3600) {
    return `${number(Math.floor(s / 60), { ...whole, unit: "min" })}${NO_BREAK}${number(s % 60, { ...whole, unit: "s" })}`;
  }
  const minutes = Math.round(seconds / 60);
  return `${number(Math.floor(minutes / 60), { ...whole, unit: "h" })}${NO_BREAK}${number(minutes % 60, { ...whole, unit: "min" })}`;
}

/**
 * A time as `2026-11-21 11:47 UTC`. The script of the page converts it to the reader's language and time zone.
 *
 * @param instant ms since 1970 UTC
 */
export function time(instant: number): Html {
  const iso = new Date(instant).toISOString();
  return html`<time datetime="${iso}">${`${iso.slice(0, -14)} ${iso.slice(-13, -8)} UTC`}</time>`;
}

/** A UTC day as `2018-02-07`. The script of the page converts it to the reader's language. @param instant ms since 1970 UTC */
export function day(instant: number): Html {
  const date = new Date(instant).toISOString().slice(0, 10);
  return html`<time data-day datetime="${date}">${date}</time>`;
}

/** The English names of the months. */
export const MONTHS = "January February March April May June July August September October November December".split(" ");

/** `7 February 2018, 01:49 UTC`. @param instant ms since 1970 UTC */
export function dateWords(instant: number): string {
  return `${dayWords(instant)}, ${new Date(instant).toISOString().slice(-13, -8)} UTC`;
}

/** `7 February 2018`: its UTC day. */
export function dayWords(instant: number): string {
  const date = new Date(instant);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `3 minutes`, `2 days`: in the largest unit of which the duration contains at least one. @param s seconds */
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
