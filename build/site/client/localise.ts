import { preference } from "./page-data.ts";

const AGE_UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Of 24 hours in every language: times of earthquakes are UTC, and "3:50 PM UTC" is read wrongly beside "15:50:42". */
export const CLOCK = {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const satisfies Intl.DateTimeFormatOptions;

/** Minutes and the time zone, as in the prebuilt page. Seconds are shown separately where they matter. */
export const MOMENT: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  ...CLOCK,
  timeZoneName: "short",
};

/** Days in the data are UTC days, so they are formatted in UTC for every reader. */
const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" };

/**
 * Formats the numbers, times and distances of a part of the page for the reader's language, with times in the reader's time
 * zone. If the browser does not support a format, the prebuilt text stays.
 *
 * @param now ms since 1970 UTC, to which ages refer
 */
export function localise(part: ParentNode, now: number): void {
  const inMiles = prefersMiles();
  const zone = preferredZone();
  for (const element of part.querySelectorAll("data")) localiseAmount(element, inMiles);
  for (const element of part.querySelectorAll("time")) localiseTime(element, now, zone);
}

/** Whether the reader chose miles instead of kilometres. */
export function prefersMiles(): boolean {
  return preference("distance") === "mi";
}

/** The time zone that the reader chose; undefined: that of the device. */
export function preferredZone(): "UTC" | undefined {
  return preference("zone") === "utc" ? "UTC" : undefined;
}

/**
 * Updates the ages in a part of the page. Only ages change with time, so the reader's text selection and the texts that
 * scripts wrote stay unchanged.
 *
 * @param now ms since 1970 UTC
 */
export function localiseAges(part: ParentNode, now: number): void {
  for (const element of part.querySelectorAll<HTMLTimeElement>("time[data-age]")) localiseTime(element, now, undefined);
}

function localiseAmount(element: HTMLDataElement, inMiles: boolean): void {
  const value = Number(element.value);
  if (!Number.isFinite(value)) return;
  const { unit, digits } = element.dataset;
  if (unit === "kilometer" && inMiles) {
    element.textContent = milesText(languageOf(element), value);
    return;
  }
  const fixed = digits === undefined ? undefined : Number(digits);
  // Coordinates have the sign in every language; `Intl` writes the word in Arabic.
  const isAngle = unit === "degree";
  const style: Intl.NumberFormatOptions = {
    ...(unit === undefined || isAngle ? {} : { style: "unit", unit, unitDisplay: "short" }),
    ...(fixed === undefined ? { maximumFractionDigits: 20 } : { minimumFractionDigits: fixed, maximumFractionDigits: fixed }),
  };
  // Most languages have the hyphen of keyboards there.
  element.textContent = new Intl.NumberFormat(languageOf(element), style).format(value).replace("-", "−") + (isAngle ? "°" : "");
}

/**
 * The names of countries in a language, by ISO 3166-1 alpha-2, as the browser has them; undefined for a code that it does not know.
 *
 * @param language BCP 47
 */
export function countryNames(language: string): (iso2: string) => string | undefined {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  return (iso2) => names.of(iso2);
}

const MILE_KM = 1.609344;

/** A distance in miles, not more exact than whole kilometres: whole miles, or two digits below 10 miles. */
export function milesText(language: string, km: number): string {
  const miles = km / MILE_KM;
  const digits = Math.abs(miles) < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 };
  const style = { style: "unit", unit: "mile", unitDisplay: "short", ...digits } as const;
  return new Intl.NumberFormat(language, style).format(miles);
}

function localiseTime(element: HTMLTimeElement, now: number, timeZone: "UTC" | undefined): void {
  const instant = Date.parse(element.dateTime);
  if (Number.isNaN(instant)) return;
  if (element.dataset["day"] !== undefined) {
    const { day, ...month } = DAY;
    const isMonth = /^\d{4}-\d\d$/.test(element.dateTime);
    element.textContent = new Intl.DateTimeFormat(languageOf(element), isMonth ? month : { day, ...month }).format(instant);
    return;
  }
  if (element.dataset["zone"] !== undefined) {
    localiseZoned(element, instant, element.dataset["zone"]);
    return;
  }
  const format = new Intl.DateTimeFormat(languageOf(element), { ...MOMENT, timeZone });
  // The tooltip keeps the UTC time, which is the same for every reader.
  element.title = `${new Date(instant).toISOString().slice(0, -5).replace("T", " ")} UTC`;
  element.textContent = element.dataset.age === undefined ? format.format(instant) : age(element, instant, now);
}

/**
 * Formats a time in the time zone of a place. Only browsers have the rules of time zones, so the surrounding element is
 * hidden until the time is written.
 */
function localiseZoned(element: HTMLTimeElement, instant: number, timeZone: string): void {
  try {
    element.textContent = new Intl.DateTimeFormat(languageOf(element), { ...MOMENT, timeZone }).format(instant);
  } catch {
    // This browser does not know the time zone.
    return;
  }
  element.closest("[hidden]")?.removeAttribute("hidden");
}

function age(element: Element, instant: number, now: number): string {
  const seconds = (instant - now) / 1000;
  const [unit, length] = AGE_UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? (["second", 1] as const);
  return new Intl.RelativeTimeFormat(languageOf(element), { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}

function languageOf(element: Element): string {
  return element.closest<HTMLElement>("[lang]")?.lang ?? "en";
}
