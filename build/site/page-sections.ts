import type { TreeFile } from "../tree/file.ts";
import { LANGUAGES } from "./i18n/languages.ts";

const TAGS = LANGUAGES.map(({ tag }): string => tag).filter((tag) => tag !== "en");

/** `ar/map/index.html`, and what pages that are written anew in a browser are written with: `assets/texts/ar.json`. */
const TRANSLATION = new RegExp(`^(?:(?:${TAGS.join("|")})/|assets/(?:texts|names)/(?:${TAGS.join("|")})[.]json$)`);

/** The page of one country, plate or term, not that of their list; and the land that maps of pages are drawn on. */
const DATA_PAGE = /^(?:(?:countries|plates|glossary)\/[^/]+\/index\.html$|assets\/land\/)/;

/** The part of the index that a page, or what pages load, belongs to: what a copy in a browser is better without is apart. */
export function sectionOfPage(path: string): TreeFile["section"] {
  if (TRANSLATION.test(path)) return "translations";
  if (DATA_PAGE.test(path)) return "data-pages";
  return /^earthquakes\/[^/]+\//.test(path) ? "event-pages" : "pages";
}
