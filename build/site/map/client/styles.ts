import { dataHref, listedEventHref } from "../../addresses.ts";
import { readPagesFrom } from "../../client/pages-from.ts";
import type { LanguageTag } from "../../i18n/languages.ts";
import type { CardStyle, MapSay } from "../card.ts";
import type { RowStyle } from "../list-rows.ts";
import { type Formatter, momentHtml } from "./formatter.ts";

/** How the card of an earthquake is written in the reader's language. */
export function cardStyle(written: Formatter, language: LanguageTag): CardStyle {
  const pagesFrom = readPagesFrom();
  return {
    magnitude: (magnitude) => written.number(magnitude, 1),
    depth: (km) => written.km(Math.round(km)),
    time: (instant) => momentHtml(instant, written.time(instant)),
    number: (value) => written.number(value, Number.isInteger(value) ? 0 : 1),
    km: written.km,
    year: written.year,
    country: written.country,
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
    countryHref: (slug) => dataHref(language, `countries/${slug}/`),
    plateHref: (slug) => dataHref(language, `plates/${slug}/`),
  };
}

/** How the rows of the list are; what is new and what is looked at changes from one time to the next. */
export function rowStyle(
  written: Formatter,
  language: LanguageTag,
  t: MapSay,
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
