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

/** What follows from the position of an earthquake. */
export interface Place {
  /** The IANA's name. */
  timeZone: string;
  towns: readonly Town[];
}

export interface Town {
  name: string;
  iso2: string;
  /** In English. */
  country: string;
  population: number;
  /** From the epicentre. */
  km: number;
}

/** Recent earthquakes within a distance and a time. */
export interface Sequence {
  km: number;
  days: number;
  count: number;
  strongest: readonly { slug: string; magnitude: number; place: string; occurredAt: string; km: number }[];
}

/** What the page of an earthquake has besides the answer. The page carries it, for other languages. */
export interface Around {
  /** Null without a position. */
  place: Place | null;
  /** Those of the USGS that the page links to. */
  products: readonly string[];
  sequence: Sequence | null;
  /** How finely the distance to a plate boundary is known, km. */
  boundaryStepKm: number;
}
