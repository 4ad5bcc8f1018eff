import { dataHref, listedEventHref } from "../../addresses.ts";
import { CLOCK, MOMENT, milesText, preferredZone, prefersMiles } from "../../client/localise.ts";
import { dataOfPage, readPagesFrom } from "../../client/page-data.ts";
import { countryNames } from "../../format/country-names.ts";
import { approximately, localNumber } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import type { LanguageTag } from "../../i18n/languages.ts";
import type { Names } from "../../i18n/translations.ts";
import type { CardStyle, TranslateMap } from "../card.ts";
import type { RowStyle } from "../list-rows.ts";

/**
 * Formats numbers, times and country names in the reader's language, in the units and the time zone that the reader chose. The
 * `Intl` formatters are created only once, because their creation is slow.
 */
export interface Formatter {
  number: (value: number, digits?: number) => string;
  km: (value: number) => string;
  time: (instant: number) => string;
  /** A time without year and time zone, for the narrow columns of the list, which covers one month at most. */
  shortTime: (instant: number) => string;
  /** The name of the reader's time zone at an instant, in ms since 1970 UTC. */
  zone: (instant: number) => string;
  /** The year of a time of any age, with its era if needed. */
  year: (iso: string) => string;
  country: (iso2: string) => string | undefined;
}

/** @param language of the page, BCP 47 */
export function localFormatter(language: string): Formatter {
  const number = localNumber(language);
  const kilometres = new Intl.NumberFormat(language, { style: "unit", unit: "kilometer", maximumFractionDigits: 0 });
  const inZones = (style: Intl.DateTimeFormatOptions) => {
    const local = new Intl.DateTimeFormat(language, style);
    const utc = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
    return () => (preferredZone() === undefined ? local : utc);
  };
  const times = inZones(MOMENT);
  const shortTimes = inZones({ month: "short", day: "numeric", ...CLOCK });
  const years = new Intl.DateTimeFormat(language, { year: "numeric", timeZone: "UTC" });
  const oldYears = new Intl.DateTimeFormat(language, { year: "numeric", era: "short", timeZone: "UTC" });
  return {
    number: (value, digits = 0) => number(value, { digits }),
    km: (value) => (prefersMiles() ? milesText(language, value) : kilometres.format(value)),
    time: (instant) => times().format(instant),
    shortTime: (instant) => shortTimes().format(instant),
    zone: (instant) =>
      times()
        .formatToParts(instant)
        .find(({ type }) => type === "timeZoneName")?.value ?? "",
    year: (iso) => {
      const instant = Date.parse(iso);
      return (new Date(instant).getUTCFullYear() < 1 ? oldYears : years).format(instant);
    },
    country: countryNames(language),
  };
}

/**
 * A time with the UTC time as tooltip. It is not a `time` element, because the script of every page would rewrite that with
 * the year.
 *
 * @param text the time in the reader's format
 */
function momentHtml(instant: number, text: string): Html {
  return html`<span title="${new Date(instant).toISOString().slice(0, -5).replace("T", " ")} UTC">${text}</span>`;
}

/** The format of the card in the reader's language. */
export function cardStyle(written: Formatter, language: LanguageTag): CardStyle {
  const pagesFrom = readPagesFrom();
  const plates = dataOfPage("plates") as Names;
  const stepKm = Number(document.querySelector<HTMLElement>(".map-page")?.dataset["boundaryStep"]);
  return {
    magnitude: (magnitude) => written.number(magnitude, 1),
    depth: (km) => written.km(Math.round(km)),
    time: (instant) => momentHtml(instant, written.time(instant)),
    number: (value, digits = Number.isInteger(value) ? 0 : 1) => written.number(value, digits),
    km: written.km,
    boundaryKm: (value) => {
      const { sign, km } = approximately(value, stepKm);
      return `${sign} ${written.km(km)}`;
    },
    year: written.year,
    country: written.country,
    plate: (english) => plates[english],
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
    countryHref: (slug) => dataHref(language, `countries/${slug}/`),
    plateHref: (slug) => dataHref(language, `plates/${slug}/`),
  };
}

/** The format of the list rows. The new and the selected earthquakes change, so the style is created for each update. */
export function rowStyle(
  written: Formatter,
  language: LanguageTag,
  t: TranslateMap,
): (isNew: (id: string) => boolean, selected: string | null) => RowStyle {
  const { magnitude, depth, eventHref } = cardStyle(written, language);
  return (isNew, selected) => ({
    magnitude,
    depth,
    time: (instant) => momentHtml(instant, written.shortTime(instant)),
    href: eventHref,
    show: (quake) => t("show_on_map", { magnitude: written.number(quake.magnitude, 1), place: quake.place }),
    mark: ({ id }) => (isNew(id) ? t("new") : undefined),
    selected,
  });
}
