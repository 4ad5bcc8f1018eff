export type LanguageTag =
  | "ar"
  | "de"
  | "el"
  | "en"
  | "es"
  | "fil"
  | "fr"
  | "hi"
  | "id"
  | "it"
  | "ja"
  | "pt"
  | "ru"
  | "tr"
  | "zh";

/** A language of the interface. */
export interface Language {
  /** BCP 47, as in `lang` and in addresses. */
  tag: LanguageTag;
  /** What its speakers call it. */
  name: string;
  dir: "ltr" | "rtl";
}

/** English first: it is what the texts are written in; the others by their own names' Latin order of tags. */
export const LANGUAGES: readonly Language[] = [{ tag: "en", name: "English", dir: "ltr" }];

/** @throws RangeError for a tag that no language has */
export function languageOf(tag: string): Language {
  const found = LANGUAGES.find((language) => language.tag === tag);
  if (!found) throw new RangeError(`there is no language ${tag}`);
  return found;
}
