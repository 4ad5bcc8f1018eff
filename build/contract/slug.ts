import { fold } from "./fold.ts";

/** As many characters of a place name stand in a slug at the most. */
const MAXIMUM_WORDS_LENGTH = 80;

/**
 * The words of a text as they stand in a slug: `a–z 0–9`, a hyphen between two words, cut at a word.
 * Empty where the text has no such letter. Apostrophes join (`hawaii`, `cote-divoire`), all else separates.
 *
 * @example slugWords("18 km NNE of Hualien City, Taiwan") // "18-km-nne-of-hualien-city-taiwan"
 */
export function slugWords(text: string): string {
  const words = fold(text)
    .replace(/['’‘ʻʼ`]/g, "")
    .match(/[a-z0-9]+/g);
  const joined = (words ?? []).join("-");
  if (joined.length <= MAXIMUM_WORDS_LENGTH) return joined;
  const lastBreak = joined.lastIndexOf("-", MAXIMUM_WORDS_LENGTH);
  return joined.slice(0, lastBreak > 0 ? lastBreak : MAXIMUM_WORDS_LENGTH);
}

/**
 * The slug of an event: magnitude and place for people, and last the id, which is what counts. A magnitude stands as `m6-4`,
 * a negative one as `m-0-5`, rounded to hundredths; where it is unknown there is none.
 * An id of `a–z 0–9` alone follows after `-`, any other one escaped after `--`.
 *
 * @example eventSlug({ magnitude: 6.4, place: "Hualien City, Taiwan", id: "us1000chhc" }) // "m6-4-hualien-city-taiwan-us1000chhc"
 * @example eventSlug({ magnitude: null, place: "Crete", id: "us_20-A" }) // "crete--us-5f20-2d-41"
 */
export function eventSlug(event: { magnitude: number | null; place: string; id: string }): string {
  const words = [magnitudeWord(event.magnitude), slugWords(event.place)].filter((word) => word !== "").join("-");
  const escaped = escapeId(event.id);
  if (escaped !== event.id) return `${words}--${escaped}`;
  return words === "" ? escaped : `${words}-${escaped}`;
}

function magnitudeWord(magnitude: number | null): string {
  return magnitude === null ? "" : `m${Math.round(magnitude * 100) / 100}`.replace(".", "-");
}

/**
 * An id in the letters of a slug: `a–z 0–9` stand for themselves, each other byte of its UTF-8 form as `-hh`.
 *
 * @example escapeId("us_20-A") // "us-5f20-2d-41"
 */
export function escapeId(id: string): string {
  if (/^[a-z0-9]+$/.test(id)) return id;
  return Array.from(new TextEncoder().encode(id), escapeByte).join("");
}

function escapeByte(byte: number): string {
  return isPlain(byte) ? String.fromCharCode(byte) : `-${byte.toString(16).padStart(2, "0")}`;
}

function isPlain(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}

/**
 * The id that a slug ends in, whatever its words. What follows the first `--` is an escaped id if it can be one; otherwise
 * it is what follows the last `-`, the whole slug where there is none. Whether anybody knows the id is another question.
 *
 * @example idOfSlug("m6-1-ridgecrest-ca-us7000abcd") // "us7000abcd"
 */
export function idOfSlug(slug: string): string {
  const setOff = slug.indexOf("--");
  const unescaped = setOff < 0 ? undefined : unescapeId(slug.slice(setOff + 2));
  return unescaped ?? slug.slice(slug.lastIndexOf("-") + 1);
}

function unescapeId(escaped: string): string | undefined {
  if (!/^(?:[a-z0-9]|-[0-9a-f]{2})+$/.test(escaped)) return undefined;
  const parts = escaped.match(/-?[a-z0-9]/g) ?? [];
  const bytes: number[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string;
    bytes.push(part.startsWith("-") ? Number.parseInt(part.slice(1) + parts[++at], 16) : part.charCodeAt(0));
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
