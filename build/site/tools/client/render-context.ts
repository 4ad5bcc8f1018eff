import { listedEventHref } from "../../addresses.ts";
import { readPagesFrom } from "../../client/pages-from.ts";
import { localNumber } from "../../format/numbers.ts";
import { html } from "../../html.ts";
import { isolating } from "../../i18n/isolate.ts";
import { languageOf } from "../../i18n/languages.ts";
import type { Texts } from "../../i18n/texts.ts";
import { translateFrom } from "../../i18n/translations.ts";
import type { ToolContext } from "../tool.ts";

/** What a tool draws with in the browser: numbers, moments and countries as the language of the page writes them. */
export function readerContext(texts: Texts): ToolContext {
  const { lang } = document.documentElement;
  const language = languageOf(lang).tag;
  const pagesFrom = readPagesFrom();
  const moment = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  const countries = new Intl.DisplayNames(lang, { type: "region" });
  return {
    t: isolating(translateFrom(texts), language),
    language,
    number: localNumber(lang),
    time: (instant) => {
      const iso = new Date(instant).toISOString();
      return html`<time datetime="${iso}" title="${`${iso.slice(0, -8).replace("T", " ")} UTC`}">${moment.format(instant)}</time>`;
    },
    country: (iso2, english) => (lang === "en" ? english : (countries.of(iso2) ?? english)),
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
  };
}
