/** Letters that Unicode does not decompose, with the letters that people usually type instead. */
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
 * Normalises a text for searching. It removes case, accents, full-width forms and extra whitespace. Letters that serve as
 * apostrophes (`Hawaiʻi`) become apostrophes. Marks that make a distinct letter are kept: й, ў and ї, and all marks of Arabic,
 * Devanagari and Kana letters, except the optional vowel signs of Arabic. `fold(fold(text))` is `fold(text)`.
 *
 * @example fold("  Hualién\tCity ") // "hualien city"
 */
export function fold(text: string): string {
  // Most texts are such, and a minute folds each place name.
  if (PLAIN.test(text)) return text.toLowerCase();
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

/** ASCII words with one space between them: nothing but the case can change. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The words of a folded text: runs of letters and digits with their marks. Queries are split in the same way, so terms contain no
 * comma or hyphen. Even a long text may have no words. A query without words finds nothing.
 *
 * @example words("10 km ssw of ridgecrest, ca") // ["10", "km", "ssw", "of", "ridgecrest", "ca"]
 */
export function words(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}
