import { dataHref, type ListedEvent, listedEventHref, usgsHref } from "../../addresses.ts";
import { CLOCK, countryNames, MOMENT, milesText, preferredZone, prefersMiles } from "../../client/localise.ts";
import { dataOfPage, readPagesFrom } from "../../client/page-data.ts";
import { type ListedEarthquake, precisionOf } from "../../earthquakes/table.ts";
import { approximately, localNumber } from "../../format/numbers.ts";
import type { PlaceContext } from "../../format/place-text.ts";
import { type Html, html } from "../../html.ts";
import type { LanguageTag } from "../../i18n/languages.ts";
import type { Names } from "../../i18n/translations.ts";

const DATE = { year: "numeric", month: "short", day: "numeric" } as const;

/** How the map writes values; see `createFormatter`. */
export type Formatter = ReturnType<typeof createFormatter>;

/**
 * Formats numbers, times and names in the reader's language, in the units and the time zone that the reader chose. The `Intl`
 * formatters are created only once, because their creation is slow.
 *
 * @param isArchived whether an earthquake is only in the archive, and so has no page
 */
export function createFormatter(language: LanguageTag, t: PlaceContext["t"], isArchived: (id: string) => boolean) {
  const [local, pagesFrom, plates] = [localNumber(language), readPagesFrom(), dataOfPage("plates") as Names];
  const stepKm = Number(document.querySelector<HTMLElement>(".map-page")?.dataset["boundaryStep"]);
  const kilometres = new Intl.NumberFormat(language, { style: "unit", unit: "kilometer", maximumFractionDigits: 0 });
  const country = countryNames(language);
  const inZones = (style: Intl.DateTimeFormatOptions) => {
    const own = new Intl.DateTimeFormat(language, style);
    const utc = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
    return () => (preferredZone() === undefined ? own : utc);
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
  const number = (value: number, digits = Number.isInteger(value) ? 0 : 1) => local(value, { digits });
  const km = (value: number) => (prefersMiles() ? milesText(language, value) : kilometres.format(value));
  const when = (one: ListedEarthquake) => {
    const precision = precisionOf(one.when);
    if (precision === "year" || precision === "month") return (precision === "year" ? year : month)(one.time);
    return one.historical || precision === "day" ? date(one.time) : time(one.time);
  };
  return {
    number,
    magnitude: (magnitude: number | null) => (magnitude === null ? "–" : number(magnitude, 1)),
    depth: (depthKm: number | null) => (depthKm === null ? "–" : km(Math.round(depthKm))),
    /** A distance. */
    km,
    /** The distance to a plate boundary as exactly as it is known. */
    boundaryKm: (value: number) => {
      const { sign, km: known } = approximately(value, stepKm);
      return `${sign} ${km(known)}`;
    },
    /** @param instant ms since 1970 UTC, as those below */
    time,
    /** A day of any age (UTC), with its era if needed. */
    date,
    /** The time of an earthquake as precisely as it is known. */
    when,
    whenInCard: (one: ListedEarthquake) => momentHtml(one, when(one)),
    /** The time of a recent earthquake without year and time zone: the columns of the list are narrow. */
    whenInList: (one: ListedEarthquake) =>
      momentHtml(one, one.historical || isArchived(one.id) ? when(one) : shortTimes().format(one.time)),
    /** The name of the reader's time zone at an instant. */
    zone: (instant: number) =>
      times()
        .formatToParts(instant)
        .find(({ type }) => type === "timeZoneName")?.value ?? "",
    /** The year of a time of any age, with its era if needed. */
    year: (iso: string) => year(Date.parse(iso)),
    country,
    /** With what places are said. */
    places: { t, number: local, country, english: countryNames("en") } satisfies PlaceContext,
    /** The name of a plate in the language of the page; undefined if it only has its English name. */
    plate: (english: string) => plates[english],
    /** The address that describes an earthquake. */
    eventHref: (event: ListedEvent & { id?: string }) =>
      event.id !== undefined && isArchived(event.id) ? usgsHref(event.id) : listedEventHref(language, event, pagesFrom),
    countryHref: (slug: string) => dataHref(language, `countries/${slug}/`),
    plateHref: (slug: string) => dataHref(language, `plates/${slug}/`),
    /** The order of texts. */
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
