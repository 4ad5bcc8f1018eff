import { UserError } from "../../../platform/error.ts";

/**
 * Applies a difference in the delta format of Fossil (https://fossil-scm.org/home/doc/trunk/www/delta_format.wiki), strictly and
 * within the memory of its result: each length is checked before memory is used.
 *
 * @param bytes length of the result
 * @throws UserError `delta-unsound`
 */
export function applyDifference(base: Uint8Array, encoded: Uint8Array, bytes: number): Uint8Array {
  const reader = readerOf(encoded);
  if (reader.number("\n").value !== bytes) throw unsound("makes a content of another size");
  const made = new Uint8Array(bytes);
  let at = 0;
  for (;;) {
    const { value: count, end } = reader.number("@:;");
    if (end === ";") {
      if (!reader.isAtEnd()) throw unsound("continues after its end");
      if (at !== bytes) throw unsound("ends before its content does");
      if (checksum(made) !== count) throw unsound("makes a content of another checksum");
      return made;
    }
    if (count > bytes - at) throw unsound("makes more than it states");
    made.set(end === "@" ? copied(base, reader.number(",").value, count) : reader.take(count), at);
    at += count;
  }
}

interface Reader {
  /** A number in base 64, and which of the given characters ends it. */
  number: (ends: string) => { value: number; end: string };
  take: (count: number) => Uint8Array;
  isAtEnd: () => boolean;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
const VALUES: ReadonlyMap<number, number> = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]));

/** 36 bits: a checksum has 32. */
const MAX_DIGITS = 6;

function readerOf(encoded: Uint8Array): Reader {
  let at = 0;
  return {
    number(ends) {
      const from = at;
      let value = 0;
      for (let digit = VALUES.get(encoded[at] ?? -1); digit !== undefined; digit = VALUES.get(encoded[++at] ?? -1)) {
        if (at - from === MAX_DIGITS) throw unsound("has a number that is too long");
        value = value * DIGITS.length + digit;
      }
      if (at >= encoded.length) throw unsound("is cut short");
      const end = String.fromCharCode(encoded[at] ?? 0);
      if (at === from || !ends.includes(end)) throw unsound(`has no command at byte ${at}`);
      at++;
      return { value, end };
    },
    take(count) {
      if (count > encoded.length - at) throw unsound("is cut short");
      return encoded.subarray(at, (at += count));
    },
    isAtEnd: () => at === encoded.length,
  };
}

function copied(base: Uint8Array, from: number, count: number): Uint8Array {
  if (from + count > base.length) throw unsound("copies from beyond the end of its base");
  return base.subarray(from, from + count);
}

/** The sum of the bytes as big-endian words of 32 bits, the last padded with zeros. */
function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const words = bytes.length & ~3;
  let sum = 0;
  for (let at = 0; at < words; at += 4) sum = (sum + view.getInt32(at)) | 0;
  for (let at = words; at < bytes.length; at++) sum = (sum + (view.getUint8(at) << (24 - 8 * (at & 3)))) | 0;
  return sum >>> 0;
}

function unsound(what: string): UserError {
  return new UserError("delta-unsound", `the delta cannot be applied: a difference ${what}`);
}
