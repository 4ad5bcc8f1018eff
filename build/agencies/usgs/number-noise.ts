/** The shortest decimal that identifies a single-precision number is rarely longer (IEEE 754 binary32: 7.2 digits). */
const SINGLE_DIGITS = 7;

/** `%.9g` is the shortest format that agencies use which prints every binary32 number so that it can be read back. */
const PRINTED_DIGITS = 9;

/**
 * Takes back what a detour through single precision did to a number: 4.90000009536743 was 4.9, 1.10000002 was 1.1.
 * Only where it is certain: the number must be, to its last printed digit, the binary32 neighbour of its rounding to
 * seven digits. Every other number is returned as it is; genuine digits are never rounded away.
 */
export function withoutSingleNoise(value: number): number {
  const short = Number(value.toPrecision(SINGLE_DIGITS));
  if (short === value) return value + 0;
  const widened = Math.fround(short).toPrecision(Math.max(significantDigits(value), PRINTED_DIGITS));
  return Number(widened) === value ? short : value;
}

function significantDigits(value: number): number {
  const mantissa = Math.abs(value).toExponential().split("e")[0] ?? "";
  return mantissa.length > 1 ? mantissa.length - 1 : 1;
}
