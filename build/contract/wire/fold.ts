/** Letters that Unicode does not decompose and that people type otherwise. */
export const TRANSLITERATIONS: Record<string, string> = {
  ß: "ss",
  ı: "i",
  ø: "o",
  đ: "d",
  ħ: "h",
  ł: "l",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ð: "d",
  ə: "e",
  ς: "σ",
};

/**
 * The form in which texts are compared when searching: without case, accents, full-width forms and superfluous blanks;
 * letters that serve as apostrophes (`Hawaiʻi`) are apostrophes. What makes another letter is no accent: й, ў and ї stay
 * what they are, and so do letters of Arabic, Devanagari or Kana with all their signs; only the vowel signs of Arabic,
 * which are written or not, are left out. `fold(fold(text))` is `fold(text)`.
 *
 * @example fold("  Hualién\tCity ") // "hualien city"
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/([иу]\u0306|і\u0308)|[\u0300-\u036f\u064b-\u0652]/g, "$1")
    .replace(/[ßıøđħłæœþðəς]/g, (letter) => TRANSLITERATIONS[letter] ?? letter)
    .replace(/[ʹ-ˁ]/g, "'")
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The words of a folded text: its runs of letters and digits, with what signs are on them. A query is split by the same
 * rule, so its terms never hold a comma or a hyphen. There may be none, even in a text of many characters: a query without
 * words finds nothing.
 *
 * @example words("10 km ssw of ridgecrest, ca") // ["10", "km", "ssw", "of", "ridgecrest", "ca"]
 */
export function words(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}
