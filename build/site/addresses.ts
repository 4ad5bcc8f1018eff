import type { LanguageTag } from "./i18n/languages.ts";

/** A page that is prebuilt in every language. @param path without the slash before, such as `map/` */
export function pageHref(language: LanguageTag, path: string): string {
  return language === "en" ? `/${path}` : `/${language}/${path}`;
}

/** A page that is prebuilt in English and rendered anew in the browser for other languages, such as `countries/japan/`. */
export function dataHref(language: LanguageTag, path: string): string {
  return language === "en" ? `/${path}` : `/${path}?lang=${language}`;
}

/** The page of results of a search. */
export const SEARCH_PATH = "search/";

/** The file of a page that is prebuilt in every language. */
export function pageFile(language: LanguageTag, path: string): string {
  return `${pageHref(language, path).slice(1)}index.html`;
}

/** Where to read about an earthquake: its page, or the answer of the API where the tree has no page of it. */
export function eventHref(language: LanguageTag, slug: string, hasPage: boolean): string {
  return hasPage ? dataHref(language, `earthquakes/${slug}/`) : `/api/v1/earthquakes/${slug}/`;
}

/** What a list says of an earthquake. */
export interface ListedEvent {
  slug: string;
  magnitude: number | null;
  /** Whether it is known to be of the historical catalogue. */
  historical?: boolean;
}

/**
 * The same for an earthquake of a list. It leads to a page only where the tree is certain to have one.
 *
 * @param pagesFrom magnitude, as `pagesFrom` gives it
 */
export function listedEventHref(language: LanguageTag, event: ListedEvent, pagesFrom: number): string {
  const { slug, magnitude, historical = false } = event;
  const all = historical ? pagesFrom !== Number.POSITIVE_INFINITY : pagesFrom === Number.NEGATIVE_INFINITY;
  return eventHref(language, slug, all || (magnitude !== null && magnitude >= pagesFrom));
}
