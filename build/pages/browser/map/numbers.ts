import { html } from "../../html.ts";
import type { CardStyle } from "../../map/card.ts";
import type { RowStyle } from "../../map/list-rows.ts";

/** How a reader's browser writes numbers, moments and countries. Each way is made once: that is what takes time. */
export interface Written {
  number: (value: number, digits?: number) => string;
  km: (value: number) => string;
  time: (instant: number) => string;
  /** `3 minutes ago`. */
  ago: (instant: number, now: number) => string;
  /** The year of a moment of any age, with its era where that is needed. */
  year: (iso: string) => string;
  country: (iso2: string) => string | undefined;
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** @param language of the page, BCP 47 */
export function writtenIn(language: string): Written {
  const numbers = [0, 1, 2].map(
    (digits) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  const kilometres = new Intl.NumberFormat(language, { style: "unit", unit: "kilometer", maximumFractionDigits: 0 });
  const times = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const ages = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const years = new Intl.DateTimeFormat(language, { year: "numeric", timeZone: "UTC" });
  const oldYears = new Intl.DateTimeFormat(language, { year: "numeric", era: "short", timeZone: "UTC" });
  const countries = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  return {
    number: (value, digits = 0) => (numbers[digits] ?? numbers[0])?.format(value) ?? String(value),
    km: (value) => kilometres.format(value),
    time: (instant) => times.format(instant),
    ago: (instant, now) => {
      const seconds = (instant - now) / 1000;
      const [unit, length] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? (["second", 1] as const);
      return ages.format(Math.trunc(seconds / length), unit);
    },
    year: (iso) => {
      const instant = Date.parse(iso);
      return (new Date(instant).getUTCFullYear() < 1 ? oldYears : years).format(instant);
    },
    country: (iso2) => countries.of(iso2),
  };
}

/** The cells of the list, and what the card has in common with them. */
export function cellsOf(written: Written): Pick<RowStyle & CardStyle, "magnitude" | "depth" | "time"> {
  return {
    magnitude: (magnitude) => written.number(magnitude, 1),
    depth: (km) => written.km(Math.round(km)),
    time: (instant) => {
      const iso = new Date(instant).toISOString();
      return html`<time datetime="${iso}" title="${iso.slice(0, -5).replace("T", " ")} UTC">${written.time(instant)}</time>`;
    },
  };
}
