import { type Html, html } from "../html.ts";
import type { Translations } from "./translations.ts";

/**
 * The established name of a plate in the language of the page, with the word for "plate": `Plaque pacifique`. Undefined in English,
 * and for a plate that only has its English name.
 *
 * @param english the name in the API, such as `Pacific`
 */
export function plateName(translations: Translations, english: string): string | undefined {
  return translations.language.tag === "en" ? undefined : translations.texts("plates")[english];
}

/** A link to the page of a plate. @param name in the language of the page, if it has one there */
export function plateLink(href: string, english: string, name: string | undefined): Html {
  return html`<a${name === undefined ? html` lang="en"` : null} href="${href}">${name ?? english}</a>`;
}
