import { dataHref, listedEventHref, usgsHref } from "../../addresses.ts";
import { CLOCK, MOMENT, milesText, preferredZone, prefersMiles } from "../../client/localise.ts";
import { dataOfPage, readPagesFrom } from "../../client/page-data.ts";
import { type ListedEarthquake, precisionOf } from "../../earthquakes/table.ts";
import { countryNames } from "../../format/country-names.ts";
import { approximately, localNumber } from "../../format/numbers.ts";
import { titleOf } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import type { LanguageTag } from "../../i18n/languages.ts";
import type { Names } from "../../i18n/translations.ts";
import type { CardStyle, TranslateMap } from "../card.ts";
import type { RowStyle } from "../list-rows.ts";

/**
 * Formats numbers, times and country names in the reader's language, in the units and the time zone that the reader chose. The
 * `Intl` formatters are created only once, because their creation is slow.
 */
export interface Formatter extends Pick<CardStyle, "number" | "km" | "year" | "country"> {
  time: (instant: number) => string;
  /** A time without year and time zone, for the narrow columns of the list; only for recent earthquakes. */
  shortTime: (instant: number) => string;
  /** A day of any age (UTC), with its era if needed. */
  date: (instant: number) => string;
  /** The time of an earthquake as precisely as it is known. */
  when: (one: ListedEarthquake) => string;
  /** The name of the reader's time zone at an instant, in ms since 1970 UTC. */
  zone: (instant: number) => string;
  /** The order of texts. */
  compare: (one: string, other: string) => number;
}

const DATE = { year: "numeric", month: "short", day: "numeric" } as const;

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
  const dated = (style: Intl.DateTimeFormatOptions) => {
    const [plain, old] = [style, { ...style, era: "short" as const }].map(
      (one) => new Intl.DateTimeFormat(language, { ...one, timeZone: "UTC" }),
    );
    return (instant: number) => (new Date(instant).getUTCFullYear() < 1 ? old : plain)?.format(instant) ?? "";
  };
  const [year, month, date] = [dated({ year: "numeric" }), dated({ year: "numeric", month: "short" }), dated(DATE)];
  const time = (instant: number) => times().format(instant);
  return {
    number: (value, digits = 0) => number(value, { digits }),
    km: (value) => (prefersMiles() ? milesText(language, value) : kilometres.format(value)),
    time,
    date,
    when(one) {
      const precision = precisionOf(one.when);
      if (precision === "year" || precision === "month") return (precision === "year" ? year : month)(one.time);
      return one.historical || precision === "day" ? date(one.time) : time(one.time);
    },
    shortTime: (instant) => shortTimes().format(instant),
    zone: (instant) =>
      times()
        .formatToParts(instant)
        .find(({ type }) => type === "timeZoneName")?.value ?? "",
    year: (iso) => year(Date.parse(iso)),
    country: countryNames(language),
    compare: new Intl.Collator(language, { numeric: true }).compare,
  };
}

/**
 * A time with the UTC time as tooltip. It is not a `time` element, because the script of every page would rewrite that with
 * the year.
 *
 * @param text the time in the reader's format
 */
function momentHtml({ time, historical }: ListedEarthquake, text: string): Html | string {
  return historical ? text : html`<span title="${new Date(time).toISOString().slice(0, -5).replace("T", " ")} UTC">${text}</span>`;
}

/** The format of the card in the reader's language. @param isArchived whether an earthquake is only in the archive, and so has no page */
export function cardStyle(written: Formatter, language: LanguageTag, isArchived: (id: string) => boolean): CardStyle {
  const pagesFrom = readPagesFrom();
  const plates = dataOfPage("plates") as Names;
  const stepKm = Number(document.querySelector<HTMLElement>(".map-page")?.dataset["boundaryStep"]);
  return {
    magnitude: (magnitude) => (magnitude === null ? "–" : written.number(magnitude, 1)),
    depth: (km) => (km === null ? "–" : written.km(Math.round(km))),
    when: (one) => momentHtml(one, written.when(one)),
    number: (value, digits = Number.isInteger(value) ? 0 : 1) => written.number(value, digits),
    km: written.km,
    boundaryKm: (value) => {
      const { sign, km } = approximately(value, stepKm);
      return `${sign} ${written.km(km)}`;
    },
    year: written.year,
    country: written.country,
    plate: (english) => plates[english],
    eventHref: (event) =>
      event.id !== undefined && isArchived(event.id) ? usgsHref(event.id) : listedEventHref(language, event, pagesFrom),
    countryHref: (slug) => dataHref(language, `countries/${slug}/`),
    plateHref: (slug) => dataHref(language, `plates/${slug}/`),
  };
}

/** The format of the list rows. The new and the selected earthquakes change, so the style is created for each update. */
export function rowStyle(
  written: Formatter,
  language: LanguageTag,
  t: TranslateMap,
  isArchived: (id: string) => boolean,
): (isNew: (id: string) => boolean, selected: string | null) => RowStyle {
  const { magnitude, depth, eventHref } = cardStyle(written, language, isArchived);
  return (isNew, selected) => ({
    magnitude,
    depth,
    when: (one) => momentHtml(one, one.historical || isArchived(one.id) ? written.when(one) : written.shortTime(one.time)),
    href: eventHref,
    show: (quake) => t("show_on_map", { magnitude: magnitude(quake.magnitude), place: titleOf(quake) }),
    mark: ({ id }) => (isNew(id) ? t("new") : undefined),
    selected,
  });
}
