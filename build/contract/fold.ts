/** Letters that Unicode does not decompose and that people type otherwise. */
const TRANSLITERATIONS: Record<string, string> = {
  ß: "ss",
  ı: "i",
  ø: "o",
  đ: "d",
  ł: "l",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ð: "d",
  ς: "σ",
};

/**
 * The form in which texts are compared when searching: without case, accents, full-width forms and superfluous blanks.
 * `fold(fold(text))` is `fold(text)`.
 *
 * @example fold("  Hualién\tCity ") // "hualien city"
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßıøđłæœþðς]/g, (letter) => TRANSLITERATIONS[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The words of a folded text: its runs of letters and digits. A query is split by the same rule, so its terms never hold a
 * comma or a hyphen. There may be none, even in a text of many characters: a query without words finds nothing.
 *
 * @example words("10 km ssw of ridgecrest, ca") // ["10", "km", "ssw", "of", "ridgecrest", "ca"]
 */
export function words(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
