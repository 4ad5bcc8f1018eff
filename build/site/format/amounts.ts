import { thousands } from "../../platform/text.ts";
import { type Html, html } from "../html.ts";

/** What `Intl.NumberFormat` calls the units that pages use, and how each is written without it. */
const UNIT_SIGNS = {
  kilometer: " km",
  degree: "°",
  second: " s",
  minute: " min",
  hour: " h",
  day: " d",
  percent: " %",
} as const;

type Unit = keyof typeof UNIT_SIGNS;

/** How a number is written: enough for a reader, no more than is known. */
export interface AmountStyle {
  unit?: Unit | undefined;
  /** Digits after the point; as the number has them where it is not said. */
  digits?: number | undefined;
}

/**
 * A number that reads well as it is; a script of the page writes it as the reader's language does. Nothing here asks `Intl`,
 * whose answers differ from one version of Node to the next: the same store gives the same bytes.
 */
export function numberElement(value: number, { unit, digits }: AmountStyle = {}): Html {
  const text = plainNumber(value, digits) + (unit ? UNIT_SIGNS[unit] : "");
  return html`<data value="${value}"${attribute("data-unit", unit)}${attribute("data-digits", digits)}>${text}</data>`;
}

/**
 * A moment as `2026-11-21 11:47 UTC`, which a script of the page writes in the reader's language and time zone.
 *
 * @param instant ms since 1970 UTC
 */
export function time(instant: number): Html {
  const iso = new Date(instant).toISOString();
  return html`<time datetime="${iso}">${`${iso.slice(0, -14)} ${iso.slice(-13, -8)} UTC`}</time>`;
}

/** `-1,234.5`. @param digits after the point; as the number has them where it is not said */
function plainNumber(value: number, digits?: number): string {
  const [whole = "", fraction] = (digits === undefined ? String(value) : value.toFixed(digits)).split(".");
  return thousands(whole) + (fraction === undefined ? "" : `.${fraction}`);
}

function attribute(name: string, value: string | number | undefined): Html | undefined {
  return value === undefined ? undefined : html` ${name}="${value}"`;
}

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
