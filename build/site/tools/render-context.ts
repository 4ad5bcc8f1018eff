import { listedEventHref } from "../addresses.ts";
import { time } from "../format/amounts.ts";
import { neutralNumber } from "../format/numbers.ts";
import { isolating } from "../i18n/isolate.ts";
import type { LanguageTag } from "../i18n/languages.ts";
import type { Texts } from "../i18n/texts.ts";
import { type Translations, translateFrom } from "../i18n/translations.ts";
import type { ToolContext, ToolSlug } from "./tool.ts";

/** The area of a tool's texts. */
export function areaOf<Slug extends ToolSlug>(slug: Slug): `tool-${Slug}` {
  return `tool-${slug}`;
}

/** The texts of a tool: its own before those that all share. */
export function toolTexts(translations: Translations, slug: ToolSlug): Texts {
  return { ...translations.texts("tools"), ...translations.texts(areaOf(slug)) };
}

/** What a tool draws with at build time. @param pagesFrom magnitude from which every earthquake has a page */
export function prebuiltContext(
  texts: Texts,
  language: LanguageTag,
  pagesFrom = Number.NEGATIVE_INFINITY,
): ToolContext {
  return {
    t: isolating(translateFrom(texts), language),
    language,
    number: neutralNumber,
    time,
    country: (_, english) => english,
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
  };
}
