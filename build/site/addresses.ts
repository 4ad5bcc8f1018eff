import type { LanguageTag } from "./i18n/languages.ts";

/** The address of a page that is prebuilt in every language. @param path without a leading slash, such as `map/` */
export function pageHref(language: LanguageTag, path: string): string {
  return language === "en" ? `/${path}` : `/${language}/${path}`;
}

/** The address of a page that is prebuilt in English and translated in the browser, such as `countries/japan/`. */
export function dataHref(language: LanguageTag, path: string): string {
  return language === "en" ? `/${path}` : `/${path}?lang=${language}`;
}

/** The address of any page for a reader of a language. Pages that are in English only keep the language for the way back. */
export function hrefIn(language: LanguageTag, path: string): string {
  return /^$|^(map|earthquakes|search)\/$|^tools\//.test(path) ? pageHref(language, path) : dataHref(language, path);
}

/** The path of the page of search results. */
export const SEARCH_PATH = "search/";

/** The file of a page that is prebuilt in every language. */
export function pageFile(language: LanguageTag, path: string): string {
  return `${pageHref(language, path).slice(1)}index.html`;
}

export function eventPageFile(slug: string): string {
  return `earthquakes/${slug}/index.html`;
}

/** The address that describes an earthquake: its page, or the API answer if the tree has no page for it. */
export function eventHref(language: LanguageTag, slug: string, hasPage: boolean): string {
  return hasPage ? dataHref(language, `earthquakes/${slug}/`) : `/api/v1/earthquakes/${slug}/`;
}

/** The page that the USGS has of each of its earthquakes. @param id of the USGS, as in the archive */
export function usgsHref(id: string): string {
  return `https://earthquake.usgs.gov/earthquakes/eventpage/${encodeURIComponent(id)}`;
}

/** The fields of a listed earthquake that its link depends on. */
export interface ListedEvent {
  slug: string;
  magnitude: number | null;
  /** Whether the earthquake is known to be in the historical catalogue. */
  historical?: boolean;
}

/**
 * The address of an earthquake in a list. It is a page only if the tree certainly has that page.
 *
 * @param pagesFrom magnitude from which every earthquake has a page, from `pagesFrom`
 */
export function listedEventHref(language: LanguageTag, event: ListedEvent, pagesFrom: number): string {
  const { slug, magnitude, historical = false } = event;
  const all = historical ? pagesFrom !== Number.POSITIVE_INFINITY : pagesFrom === Number.NEGATIVE_INFINITY;
  return eventHref(language, slug, all || (magnitude !== null && magnitude >= pagesFrom));
}

/**
 * What is before an address of the tree in a markup: an attribute, or a member of the structured data. Text cannot match, because
 * `html` escapes its quotation marks.
 */
const NAMES = /(?:\s(?:href|src|action|data-href)=|"(?:license|citation|url|contentUrl)":)$/;
const LONGEST_NAME = '"contentUrl":'.length;

/**
 * Markup whose addresses of the tree, which begin with one `/`, begin with a folder instead, so that the tree works below any path of
 * a host. A search for the two characters takes a fifth of the time of one for the names: a build asks this of each page.
 *
 * @param folder the folder of the tree with a closing slash: `../../`, or `/repo/`
 */
export function withAddressesIn(folder: string, markup: string): string {
  if (folder === "/") return markup;
  let [done, from] = ["", 0];
  for (let at = markup.indexOf('"/'); at !== -1; at = markup.indexOf('"/', at + 1)) {
    if (markup[at + 2] === "/" || !NAMES.test(markup.slice(Math.max(0, at - LONGEST_NAME), at))) continue;
    done += markup.slice(from, at + 1) + folder;
    from = at + 2;
  }
  return done + markup.slice(from);
}

/** From a page to the folder of the tree: `../../`. @param path of the page in the tree, such as `countries/japan/` */
export function folderFrom(path: string): string {
  return "../".repeat(path.split("/").length - 1) || "./";
}
