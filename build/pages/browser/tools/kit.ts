import { listedEventHref } from "../../addresses.ts";
import { html } from "../../html.ts";
import { languageOf } from "../../languages.ts";
import type { Texts } from "../../texts.ts";
import { isolating } from "../../tools/isolate.ts";
import type { Kit } from "../../tools/tool.ts";
import { sayFrom } from "../../words.ts";
import { readPagesFrom } from "../shared/pages-from.ts";
import { readersNumber } from "./numbers.ts";

/** What a tool draws with in the browser: numbers, moments and countries as the language of the page writes them. */
export function readersKit(texts: Texts): Kit {
  const { lang } = document.documentElement;
  const language = languageOf(lang).tag;
  const pagesFrom = readPagesFrom();
  const moment = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  const countries = new Intl.DisplayNames(lang, { type: "region" });
  return {
    say: isolating(sayFrom(texts), language),
    language,
    number: readersNumber(lang),
    time: (instant) => {
      const iso = new Date(instant).toISOString();
      return html`<time datetime="${iso}" title="${`${iso.slice(0, -8).replace("T", " ")} UTC`}">${moment.format(instant)}</time>`;
    },
    country: (iso2, english) => (lang === "en" ? english : (countries.of(iso2) ?? english)),
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
  };
}
