import { constants, crc32, deflateRawSync } from "node:zlib";
import type { KnownParts, Part } from "../tree/parts.ts";
import type { Span } from "./spans.ts";

/** A higher level takes longer than the rest of a minute's build and saves only 3 %. */
const EFFORT = 4;

/** What a file needs to know of a part that is compressed separately. */
export interface Unpacked {
  crc: number;
  length: number;
}

/** RFC 1952, section 2.3: deflate, no flags, no time, no compression level, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** RFC 1951, section 3.2.6: an empty final block. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** A file that consists of parts. */
export interface PartedFile<About> {
  bytes: Uint8Array;
  /** Offset of the first part, in bytes; the others follow it. */
  start: number;
  parts: readonly Part<About>[];
}

/**
 * A gzip file (RFC 1952) of a header and one text for each row, oldest first. The same rows give the same bytes: the file contains
 * neither a time stamp nor the name of a system.
 *
 * @param days a known one is not compressed again
 */
export function gzipLines<Row>(
  head: string,
  days: readonly Span<Row>[],
  textOf: (row: Row) => string,
  known: KnownParts<Unpacked>,
): PartedFile<Unpacked> {
  const first = partOf(undefined, head);
  const parts = days.map(({ key, rows }): Part<Unpacked> => {
    const part = key === undefined ? undefined : known.get(key);
    return part ? { key, ...part } : partOf(key, rows.map(textOf).join(""));
  });
  const all = [first, ...parts];
  const { crc, length } = all.map(({ about }) => about).reduce(joined);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  const bytes = Buffer.concat([HEADER, ...all.map((part) => part.bytes), LAST_BLOCK, end]);
  return { bytes, start: HEADER.length + first.bytes.length, parts };
}

/** The flush ends the part at a byte boundary, so that parts can be concatenated in any order. */
function partOf(key: string | undefined, text: string): Part<Unpacked> {
  const plain = Buffer.from(text);
  const bytes = deflateRawSync(plain, { level: EFFORT, finishFlush: constants.Z_SYNC_FLUSH });
  return { key, bytes, about: { crc: crc32(plain), length: plain.length } };
}

/** The CRC-32 of two texts in sequence, from those of each: the first is multiplied by x^(8 length) in GF(2). */
function joined(a: Unpacked, b: Unpacked): Unpacked {
  return { crc: (product(a.crc, powerOfX(8 * b.length)) ^ b.crc) >>> 0, length: a.length + b.length };
}

/** The polynomial of CRC-32 (RFC 1952, section 8), in reversed order: the highest bit is the coefficient of x^0. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** The product of two polynomials over GF(2), modulo that of CRC-32. */
function product(a: number, b: number): number {
  let sum = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
  return sum >>> 0;
}

/** x^exponent, modulo the polynomial of CRC-32. */
function powerOfX(exponent: number): number {
  let power = ONE;
  let square = ONE >>> 1;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(power, square);
    square = product(square, square);
  }
  return power;
}
