import { readTexts } from "../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../build/site/i18n/translations.ts";

/** The interface in English, for tests of pages. */
export const ENGLISH = translationsIn("en", readTexts().en);

/** A page with the addresses of the tree from its root, as its views write them before they are made relative to the page. */
export function fromRoot(page: string): string {
  return page.replace(/(\s(?:href|src|action)=")(?:\.\/|(?:\.\.\/)+)/g, "$1/");
}
