import { dataHref, eventHref as hrefOf } from "../addresses.ts";
import type { Html } from "../html.ts";
import type { Translate, Translations } from "../i18n/translations.ts";

export type TranslateData = Translate<keyof typeof import("../../../data/languages/data/en.json")>;

/** What the pages of data are written with, at build time and in a browser. */
export interface RenderContext {
  t: TranslateData;
  translations: Translations;
  /** A page of data in the language of the reader, such as `countries/japan/`. */
  href: (path: string) => string;
  /** Whether the earthquake has a page; a link to it leads to the answer of the API otherwise. */
  hasPage: (slug: string) => boolean;
  /** Names in the language of the reader; the English ones where there is none. */
  country: (iso2: string, english: string) => string;
  term: (slug: string, english: string) => string;
  /** The English name of a plate. */
  plate: (slug: string) => string;
  /** The map, drawn at build time; undefined where there is none. */
  map?: Html | undefined;
}

export type NameLookup = Pick<RenderContext, "hasPage" | "country" | "term" | "plate">;

/** The context for one language. */
export function renderContext(translations: Translations, names: NameLookup): RenderContext {
  return {
    ...names,
    translations,
    t: translations.area("data"),
    href: (path) => dataHref(translations.language.tag, path),
  };
}

/** Where an earthquake is to be read about. */
export function eventHref(context: RenderContext, slug: string): string {
  return hrefOf(context.translations.language.tag, slug, context.hasPage(slug));
}
