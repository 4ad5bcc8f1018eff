import { fold } from "./fold.ts";

/** Maximum length of the place name in a slug. */
const MAXIMUM_WORDS_LENGTH = 80;

/** File systems allow names of 255 bytes. `.json` and the `.br` of a compressed variant take eight of them. */
export const MAXIMUM_SLUG_LENGTH = 247;

/**
 * The words of a text in a slug: `a–z 0–9`, separated by hyphens, cut at a word. Empty if the text has no such letter.
 * Apostrophes join (`hawaii`, `cote-divoire`), all other characters separate.
 *
 * @example slugWords("18 km NNE of Hualien City, Taiwan") // "18-km-nne-of-hualien-city-taiwan"
 */
export function slugWords(text: string): string {
  const words = fold(text)
    .replace(/['’‘ʻʼ`]/g, "")
    .match(/[a-z0-9]+/g);
  return cutAtWord((words ?? []).join("-"), MAXIMUM_WORDS_LENGTH);
}

function cutAtWord(words: string, length: number): string {
  if (words.length <= length) return words;
  const lastBreak = words.lastIndexOf("-", length);
  return words.slice(0, lastBreak < 0 ? length : lastBreak);
}

/**
 * The slug of an event: magnitude and place for readers, and at the end the id, which identifies the event. The
 * magnitude is rounded to hundredths and written as `m6-4`, a negative one as `m-0-5`; it is omitted if unknown. An id
 * of `a–z 0–9` follows after `-`, any other id is escaped after `--`. The words are shortened if a long id leaves no
 * room for them.
 *
 * @example eventSlug({ magnitude: 6.4, place: "Hualien City, Taiwan", id: "us1000chhc" }) //
 * "m6-4-hualien-city-taiwan-us1000chhc"
 * @example eventSlug({ magnitude: null, place: "Crete", id: "us_20-A" }) // "crete--us-5f20-2d-41"
 */
export function eventSlug(event: { magnitude: number | null; place: string; id: string }): string {
  const escaped = escapeId(event.id);
  const end = escaped === event.id ? `-${escaped}` : `--${escaped}`;
  const words = wordsWithin(MAXIMUM_SLUG_LENGTH - end.length, magnitudeWord(event.magnitude), slugWords(event.place));
  return words === "" && escaped === event.id ? escaped : words + end;
}

/** The magnitude is never cut, because a part of it would be another magnitude. */
function wordsWithin(length: number, magnitude: string, place: string): string {
  const room = magnitude === "" ? length : length - magnitude.length - 1;
  const cut = room > 0 ? cutAtWord(place, room) : "";
  return [magnitude.length <= length ? magnitude : "", cut].filter((word) => word !== "").join("-");
}

function magnitudeWord(magnitude: number | null): string {
  return magnitude === null ? "" : `m${Math.round(magnitude * 100) / 100}`.replace(".", "-");
}

/**
 * Escapes an id for a slug: `a–z 0–9` stay, each other byte of its UTF-8 form becomes `-hh`. An id that would be longer
 * than a slug may be becomes `-z` and its bytes in base 32 (RFC 4648, lower case, no padding).
 *
 * @example escapeId("us_20-A") // "us-5f20-2d-41"
 */
export function escapeId(id: string): string {
  if (/^[a-z0-9]+$/.test(id)) return id;
  const bytes = new TextEncoder().encode(id);
  const escaped = Array.from(bytes, escapeByte).join("");
  return escaped.length <= MAXIMUM_SLUG_LENGTH - "--".length ? escaped : BASE_32_MARK + toBase32(bytes);
}

/** Escaping a byte never produces this mark. */
const BASE_32_MARK = "-z";
const BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";

function toBase32(bytes: Uint8Array): string {
  return regroup(bytes, 8, 5, true)
    .map((digit) => BASE_32[digit])
    .join("");
}

function fromBase32(text: string): number[] {
  return regroup(
    Array.from(text, (letter) => BASE_32.indexOf(letter)),
    5,
    8,
    false,
  );
}

/** Regroups bits. The remainder at the end is padded with zeros, or dropped. */
function regroup(groups: Iterable<number>, from: number, to: number, fill: boolean): number[] {
  const all: number[] = [];
  let bits = 0;
  let count = 0;
  for (const group of groups) {
    bits = ((bits << from) | group) & 0xffff;
    for (count += from; count >= to; count -= to) all.push((bits >> (count - to)) & ((1 << to) - 1));
  }
  if (fill && count > 0) all.push((bits << (to - count)) & ((1 << to) - 1));
  return all;
}

function escapeByte(byte: number): string {
  const letter = String.fromCharCode(byte);
  return /[a-z0-9]/.test(letter) ? letter : `-${byte.toString(16).padStart(2, "0")}`;
}

/**
 * The id at the end of a slug, whatever its words. The part after the first `--` is an escaped id if it is a valid one;
 * otherwise the id is the part after the last `-`, or the whole slug. Whether the id is known is not checked.
 *
 * @example idOfSlug("m6-1-ridgecrest-ca-us7000abcd") // "us7000abcd"
 */
export function idOfSlug(slug: string): string {
  const setOff = slug.indexOf("--");
  const unescaped = setOff < 0 ? undefined : unescapeId(slug.slice(setOff + 2));
  return unescaped ?? slug.slice(slug.lastIndexOf("-") + 1);
}

function unescapeId(escaped: string): string | undefined {
  const bytewise = /^-z[a-z2-7]+$/.test(escaped) ? fromBase32(escaped.slice(BASE_32_MARK.length)).map(escapeByte).join("") : escaped;
  if (!/^(?:[a-z0-9]|-[0-9a-f]{2})*$/.test(bytewise)) return undefined;
  try {
    return decodeURIComponent(bytewise.replaceAll("-", "%"));
  } catch {
    return undefined;
  }
}
