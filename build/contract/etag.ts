/** A content coding in which an answer lies beside itself. */
export type Encoding = "br" | "gzip";

/**
 * Strong ETag of a body (RFC 9110, section 8.8.3), quotes included: 16 hex digits that follow from the bytes alone, the
 * same on every host. The hash is MurmurHash3 x86_128 (Austin Appleby, public domain), seed 0, its first 64 bits: fast in
 * 32-bit arithmetic, good enough to tell two bodies of one URL apart, no protection against somebody who wants a collision.
 */
export function etagOf(bytes: Uint8Array): string {
  return `"${murmur64(bytes)}"`;
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

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

/** Room for the last, incomplete block; filled anew each time, because allocating it takes longer than the hash of 1 KB. */
const TAIL = new DataView(new ArrayBuffer(16));

function murmur64(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length & ~15;
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  for (let at = 0; at < whole; at += 16) {
    h1 ^= scramble(view.getInt32(at, true), C1, 15, C2);
    h1 = (Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= scramble(view.getInt32(at + 4, true), C2, 16, C3);
    h2 = (Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= scramble(view.getInt32(at + 8, true), C3, 17, C4);
    h3 = (Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= scramble(view.getInt32(at + 12, true), C4, 18, C1);
    h4 = (Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17) | 0;
  }
  // A missing byte counts as zero and a zero word scrambles to zero, so the tail may be padded.
  const tail = TAIL;
  for (let at = 0; at < 16; at++) tail.setUint8(at, bytes[whole + at] ?? 0);
  h1 ^= scramble(tail.getInt32(0, true), C1, 15, C2) ^ bytes.length;
  h2 ^= scramble(tail.getInt32(4, true), C2, 16, C3) ^ bytes.length;
  h3 ^= scramble(tail.getInt32(8, true), C3, 17, C4) ^ bytes.length;
  h4 ^= scramble(tail.getInt32(12, true), C4, 18, C1) ^ bytes.length;
  return finish(h1, h2, h3, h4);
}

function finish(h1: number, h2: number, h3: number, h4: number): string {
  const sum = (h1 + h2 + h3 + h4) | 0;
  const first = avalanche(sum);
  const second = avalanche(h2 + sum);
  const all = first + second + avalanche(h3 + sum) + avalanche(h4 + sum);
  return hex(all) + hex(second + all);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function scramble(word: number, before: number, bits: number, after: number): number {
  return Math.imul(rotate(Math.imul(word, before), bits), after);
}

function avalanche(word: number): number {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
