import { type Html, html } from "../html.ts";

export type LanguageTag = "ar" | "de" | "el" | "en" | "es" | "fil" | "fr" | "hi" | "id" | "it" | "ja" | "pt" | "ru" | "tr" | "zh";

export interface Language {
  /** BCP 47 tag, as in the `lang` attribute and in addresses. */
  tag: LanguageTag;
  /** The name of the language in the language itself. */
  name: string;
  dir: "ltr" | "rtl";
}

/** English is first, because it is the source language of the texts. The others are in alphabetical order of their tags. */
export const LANGUAGES: readonly Language[] = [
  { tag: "en", name: "English", dir: "ltr" },
  { tag: "ar", name: "العربية", dir: "rtl" },
  { tag: "de", name: "Deutsch", dir: "ltr" },
  { tag: "el", name: "Ελληνικά", dir: "ltr" },
  { tag: "es", name: "Español", dir: "ltr" },
  { tag: "fil", name: "Filipino", dir: "ltr" },
  { tag: "fr", name: "Français", dir: "ltr" },
  { tag: "hi", name: "हिन्दी", dir: "ltr" },
  { tag: "id", name: "Bahasa Indonesia", dir: "ltr" },
  { tag: "it", name: "Italiano", dir: "ltr" },
  { tag: "ja", name: "日本語", dir: "ltr" },
  { tag: "pt", name: "Português", dir: "ltr" },
  { tag: "ru", name: "Русский", dir: "ltr" },
  { tag: "tr", name: "Türkçe", dir: "ltr" },
  { tag: "zh", name: "中文", dir: "ltr" },
];

/** @throws RangeError if no language has the tag */
export function languageOf(tag: string): Language {
  const found = LANGUAGES.find((language) => language.tag === tag);
  if (!found) throw new RangeError(`there is no language ${tag}`);
  return found;
}

/** Other tags by which browsers name our languages. */
const OTHER_TAGS: Readonly<Record<string, string>> = { tl: "fil", in: "id" };

/**
 * The first language of the interface that a reader prefers; undefined if there is none.
 *
 * @param chosen the language that the reader has chosen here before, if any
 * @param browser BCP 47 tags, the most preferred first
 */
export function preferredLanguage(chosen: string | undefined, browser: readonly string[]): Language | undefined {
  const preferences = [chosen ?? [], ...browser].flat();
  return preferences
    .map((tag) => {
      const [main = ""] = tag.toLowerCase().split("-");
      return LANGUAGES.find((language) => language.tag === (OTHER_TAGS[main] ?? main));
    })
    .find((language) => language !== undefined);
}

/** The items of the language menu. @param current the language of the page */
export function languageItems(href: (tag: LanguageTag) => string, current: string): Html[] {
  return LANGUAGES.map(
    ({ tag, name, dir }) => html`<li><a href="${href(tag)}" hreflang="${tag}" lang="${tag}"
dir="${dir}"${tag === current ? html` aria-current="true"` : null}>${name}</a></li>
`,
  );
}
