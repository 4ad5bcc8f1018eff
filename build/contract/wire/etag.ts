/** A content coding in which an answer lies beside itself. */
export type Encoding = "br" | "gzip";

/**
 * Strong ETag of bytes (RFC 9110, section 8.8.3), quotes included: 14 hex digits that follow from the bytes alone, the same on
 * every host.
 */
export function etagOf(bytes: Uint8Array): string {
  return etagOfHash(hashOf(bytes));
}

/** The ETag of what has that hash. */
export function etagOfHash(hash: number): string {
  return `"${hash.toString(16).padStart(14, "0")}"`;
}

/** The ETag of an encoded variant: other bytes, so by RFC 9110 another strong ETag. */
export function encodedEtag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

// RFC 9110, section 8.8.3: entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE; empty list elements are allowed (section 5.6.1).
const ENTITY_TAG = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether an If-None-Match header names the ETag, so that the answer is 304. Compares weakly, as RFC 9110, section 13.1.2
 * asks; `*` matches whatever there is; a header that is not well-formed matches nothing.
 */
export function etagMatches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  let found = false;
  ENTITY_TAG.lastIndex = 0;
  while (ENTITY_TAG.lastIndex < ifNoneMatch.length) {
    const match = ENTITY_TAG.exec(ifNoneMatch);
    if (!match) return false;
    found ||= match[1] === etag.replace(/^W\//, "");
  }
  return found;
}

/**
 * A hash of a sequence of numbers, of which the low 32 bits count; a whole number below 2^53. It is cyrb53 by bryc (public
 * domain): two multiplicative lanes, mixed at the end as in MurmurHash3; small, even, the same in every runtime. Good enough
 * to tell two bodies of one URL apart, no protection against somebody who wants a collision.
 */
export function hashOf(words: ArrayLike<number>, from = 0, to = words.length): number {
  let first = 0xdeadbeef;
  let second = 0x41c6ce57;
  for (let at = from; at < to; at++) {
    const word = words[at] as number;
    first = Math.imul(first ^ word, 0x9e3779b1);
    second = Math.imul(second ^ word, 0x5f356495);
  }
  first = mix(first, second);
  second = mix(second, first);
  return (second & 0x1fffff) * 2 ** 32 + (first >>> 0);
}

function mix(lane: number, other: number): number {
  return Math.imul(lane ^ (lane >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
}
