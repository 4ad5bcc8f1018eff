import { type Dictionary, textAt } from "../shards/dictionary.ts";

/** How well a text matches: not at all, every term somewhere in it, every term as a whole word of it. */
export const NO_MATCH = 0;
export const SOMEWHERE = 1;
export const WHOLE_WORDS = 2;

/**
 * Matches every text of a dictionary: one scan for the longest term, which is most likely the rarest; only the texts that
 * hold it are looked at.
 *
 * @param terms words of a folded query, at least one
 * @returns for each text NO_MATCH, SOMEWHERE or WHOLE_WORDS
 */
export function matchTexts(dictionary: Dictionary, terms: readonly string[]): Uint8Array {
  const { text, start } = dictionary;
  const matches = new Uint8Array(start.length - 1);
  const longest = terms.reduce((best, term) => (term.length > best.length ? term : best), "");
  if (longest === "") return matches;
  let at = 0;
  for (let hit = text.indexOf(longest); hit >= 0; hit = text.indexOf(longest, start[at])) {
    while ((start[at + 1] as number) <= hit) at++;
    matches[at] = matchText(textAt(dictionary, at), terms);
    at++;
  }
  return matches;
}

function matchText(text: string, terms: readonly string[]): number {
  if (!terms.every((term) => text.includes(term))) return NO_MATCH;
  return terms.every((term) => hasWord(text, term)) ? WHOLE_WORDS : SOMEWHERE;
}

/** Whether a word stands in a text with no letter or digit next to it: whether it is among the `words()` of the text. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(codePointBefore(text, at)) && !isWordCharacter(text.codePointAt(at + word.length)))
      return true;
  }
  return false;
}

function codePointBefore(text: string, at: number): number | undefined {
  const unit = text.charCodeAt(at - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return at === 0 ? undefined : text.codePointAt(isLowSurrogate && at > 1 ? at - 2 : at - 1);
}

function isWordCharacter(codePoint: number | undefined): boolean {
  if (codePoint === undefined) return false;
  if (codePoint >= 0x80) return /[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint));
  const isDigit = codePoint >= 0x30 && codePoint <= 0x39;
  const isLetter = (codePoint | 0x20) >= 0x61 && (codePoint | 0x20) <= 0x7a;
  return isDigit || isLetter;
}
