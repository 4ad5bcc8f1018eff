import { type Html, html } from "./html.ts";
import { LANGUAGES, type LanguageTag } from "./i18n/languages.ts";

/** The items of the language menu. @param current the language of the page */
export function languageItems(href: (tag: LanguageTag) => string, current: string): Html[] {
  return LANGUAGES.map(
    ({ tag, name, dir }) => html`<li><a href="${href(tag)}" hreflang="${tag}" lang="${tag}"
dir="${dir}"${tag === current ? html` aria-current="true"` : null}>${name}</a></li>
`,
  );
}
