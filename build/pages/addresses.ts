import type { LanguageTag } from "./languages.ts";

/** A page that is prebuilt in every language. @param path without the slash before, such as `map/` */
export function pageHref(language: LanguageTag, path: string): string {
  return language === "en" ? `/${path}` : `/${language}/${path}`;
}

/** A page that is prebuilt in English and rendered anew in the browser for other languages, such as `countries/japan/`. */
export function dataHref(language: LanguageTag, path: string): string {
  return language === "en" ? `/${path}` : `/${path}?lang=${language}`;
}

/** The file of a page that is prebuilt in every language. */
export function pageFile(language: LanguageTag, path: string): string {
  return `${pageHref(language, path).slice(1)}index.html`;
}
