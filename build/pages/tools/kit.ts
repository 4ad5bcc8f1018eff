import { listedEventHref } from "../addresses.ts";
import { time } from "../amounts.ts";
import type { LanguageTag } from "../languages.ts";
import type { Texts } from "../texts.ts";
import { sayFrom, type Words } from "../words.ts";
import { isolating } from "./isolate.ts";
import type { ToolSlug } from "./list.ts";
import { neutralNumber } from "./numbers.ts";
import type { Kit } from "./tool.ts";

/** The area of a tool's texts. */
export function areaOf<Slug extends ToolSlug>(slug: Slug): `tool-${Slug}` {
  return `tool-${slug}`;
}

/** The texts of a tool: its own before those that all share. */
export function toolTexts(words: Words, slug: ToolSlug): Texts {
  return { ...words.texts("tools"), ...words.texts(areaOf(slug)) };
}

/** What a tool draws with at build time. @param pagesFrom magnitude from which every earthquake has a page */
export function neutralKit(texts: Texts, language: LanguageTag, pagesFrom = Number.NEGATIVE_INFINITY): Kit {
  return {
    say: isolating(sayFrom(texts), language),
    language,
    number: neutralNumber,
    time,
    country: (_, english) => english,
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
  };
}
