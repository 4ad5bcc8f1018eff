/** Content coding of a precompressed variant. */
export type Encoding = "br" | "gzip";

/** Strong ETag of bytes (RFC 9110, section 8.8.3), quotes included: 14 hex digits derived from the bytes, the same on every host. */
export function etagOf(bytes: Uint8Array): string {
  return etagOfHash(cyrb53(bytes));
}

export function etagOfHash(hash: number): string {
  return `"${hash.toString(16).padStart(14, "0")}"`;
}

/** The ETag of an encoded variant. Its bytes differ, so RFC 9110 requires another strong ETag. */
export function encodedEtag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

// RFC 9110, section 8.8.3: entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE; empty list elements are allowed (section 5.6.1).
const ENTITY_TAG = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether an If-None-Match header contains the ETag, so that the answer is 304. The comparison is weak (RFC 9110, section 13.1.2).
 * `*` matches everything; a malformed header matches nothing.
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
 * A hash of a sequence of numbers, by their low 32 bits; an integer below 2^53. It is cyrb53 by bryc (public domain): two
 * multiplicative lanes, mixed at the end as in MurmurHash3. It distinguishes two bodies of a URL and does not protect against
 * deliberate collisions.
 */
export function cyrb53(words: ArrayLike<number>, from = 0, to = words.length): number {
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
