import type { LanguageTag } from "../i18n/languages.ts";

/**
 * The files of the typeface, and the letters of each in the syntax of `unicode-range`. A browser loads only the files whose
 * letters are on the page. Arabic, Devanagari, Chinese and Japanese letters are those of the device.
 */
export const FONT_RANGES = {
  latin: "U+20-7E, U+A0-FF, U+131, U+152-153, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+2212",
  "latin-ext": "U+100-130, U+132-151, U+154-17F, U+1E00-1E9F, U+1EF2-1EFF, U+218-21B, U+259",
  vietnamese: "U+1A0-1A1, U+1AF-1B0, U+1EA0-1EF1",
  greek: "U+384-38A, U+38C, U+38E-3A1, U+3A3-3CE",
  cyrillic: "U+401-45F, U+490-491",
} as const;

export type FontRange = keyof typeof FONT_RANGES;

/** The name of the typeface in style sheets. */
const FAMILY = "Commissioner";

/** The address of a file of the typeface. */
export function fontAddress(range: FontRange): string {
  return `/assets/fonts/${range}.woff2`;
}

/** Letters beyond Latin that the texts of a language consist of. */
const RANGE_OF: Partial<Record<LanguageTag, FontRange>> = { el: "greek", ru: "cyrillic", tr: "latin-ext" };

const OF_THE_DEVICE: readonly LanguageTag[] = ["ar", "hi", "ja", "zh"];

/** The files that a page of a language needs at once. */
export function fontsOf(language: LanguageTag): FontRange[] {
  const own = RANGE_OF[language];
  return OF_THE_DEVICE.includes(language) ? [] : own ? ["latin", own] : ["latin"];
}

/** The rules of the style sheet for the typeface. Until its files are loaded, text has a typeface of the device. */
export function fontFaces(): string {
  const faces = (Object.keys(FONT_RANGES) as FontRange[]).map(
    (range) =>
      `@font-face{font-family:${FAMILY};font-weight:400 700;font-display:swap;src:url(${fontAddress(
        range,
      )}) format("woff2");unicode-range:${FONT_RANGES[range]}}\n`,
  );
  return faces.join("");
}
