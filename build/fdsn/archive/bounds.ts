import { type BlockColumns, BOUNDED, type Bounded, type RowOrder } from "./columns.ts";

/**
 * Maximum number of rows in a block: enough that one or two blocks usually answer a query, and few enough that little
 * unneeded data is read.
 */
export const MOST_ROWS = 128;

/** The bounds of blocks, one element for each block. NaN if no value is known. */
export interface BlockBounds {
  /** The least value, or a little less: bounds other than those of times have single precision. */
  least: Readonly<Record<Bounded, Float64Array | Float32Array>>;
  /** The greatest value, or a little more. */
  most: Readonly<Record<Bounded, Float64Array | Float32Array>>;
  /** `countryBit` of every country in the block; if rows are sorted by country, `countrySpan`. */
  countries: Uint32Array;
}

/** Bounds that are not known yet. */
export function boundsTable(blocks: number): BlockBounds {
  const column = (name: Bounded) => (name === "time" ? new Float64Array(blocks) : new Float32Array(blocks)).fill(Number.NaN);
  const columns = () => Object.fromEntries(BOUNDED.map((name) => [name, column(name)])) as BlockBounds["least"];
  return { least: columns(), most: columns(), countries: new Uint32Array(blocks) };
}

/** The bounds of a block, rounded as in a fence. */
export interface Bounds {
  /** Null if no value is known. */
  least: Record<Bounded, number | null>;
  most: Record<Bounded, number | null>;
  countries: number;
}

/** @param order of the rows */
export function boundsOf(columns: BlockColumns, order: RowOrder): Bounds {
  const least = {} as Record<Bounded, number | null>;
  const most = {} as Record<Bounded, number | null>;
  for (const name of BOUNDED) {
    let [low, high] = [Number.NaN, Number.NaN];
    for (const value of columns[name]) {
      if (!(value >= low)) low = Number.isNaN(value) ? low : value;
      if (!(value <= high)) high = Number.isNaN(value) ? high : value;
    }
    least[name] = Number.isNaN(low) ? null : rounded(name, low, -1);
    most[name] = Number.isNaN(high) ? null : rounded(name, high, 1);
  }
  return { least, most, countries: order === "country" ? countrySpan(columns) : countryBits(columns) };
}

/** A bound in the precision of a fence, outwards. @param side -1 for the least, 1 for the most */
function rounded(name: Bounded, value: number, side: -1 | 1): number {
  if (name === "time") return value;
  const single = -side * singleBelow(-side * value);
  // JSON can neither say -0 nor what is beyond single precision and infinite there.
  return Math.min(Math.max(single, -Number.MAX_VALUE), Number.MAX_VALUE) + 0;
}

const SINGLE = new Float32Array(1);
const BITS = new Int32Array(SINGLE.buffer);

/** The greatest number of single precision that is not above a value. */
function singleBelow(value: number): number {
  SINGLE[0] = value;
  if (SINGLE[0] > value) {
    // The bits of a single ascend with its absolute value.
    BITS[0] = (BITS[0] as number) + (SINGLE[0] > 0 ? -1 : 1);
  }
  return SINGLE[0];
}

function countryBits({ word, words }: BlockColumns): number {
  let bits = 0;
  for (const at of word) bits |= countryBit(words[at]?.country ?? null);
  return bits >>> 0;
}

const NO_COUNTRY_BIT = 2 ** 31;

/** A bit of 32 for a country; several countries share each, but for the bit of events in no country. */
export function countryBit(country: string | null): number {
  if (country === null) return NO_COUNTRY_BIT;
  return 2 ** ((country.charCodeAt(0) * 26 + country.charCodeAt(1)) % 31);
}

/** The first and the last country of a block whose rows are sorted by country. */
function countrySpan({ word, words }: BlockColumns): number {
  const numbers = [word[0], word.at(-1)].map((at) => countryNumber(words[at ?? 0]?.country ?? ""));
  return (numbers[0] as number) * 2 ** 16 + (numbers[1] as number);
}

/** Whether a country is between the two of a `countrySpan`. */
export function isInSpan(span: number, country: string): boolean {
  const number = countryNumber(country);
  return number >= span >>> 16 && number <= (span & 0xffff);
}

/** Ascends with the code. 0 for a text that is not a code. */
function countryNumber(code: string): number {
  return /^[A-Z]{2}$/.test(code) ? (code.charCodeAt(0) - 64) * 32 + code.charCodeAt(1) - 64 : 0;
}

/** The bounds of packs from those of their blocks. */
export function widened(blocks: BlockBounds, packs: readonly { firstBlock: number; endBlock: number }[]): BlockBounds {
  const table = boundsTable(packs.length);
  for (const [at, { firstBlock, endBlock }] of packs.entries()) {
    for (let block = firstBlock; block < endBlock; block++) {
      for (const name of BOUNDED) {
        const [least, most] = [blocks.least[name][block] as number, blocks.most[name][block] as number];
        if (!((table.least[name][at] as number) <= least) && !Number.isNaN(least)) table.least[name][at] = least;
        if (!((table.most[name][at] as number) >= most) && !Number.isNaN(most)) table.most[name][at] = most;
      }
      table.countries[at] = ((table.countries[at] as number) | (blocks.countries[block] as number)) >>> 0;
    }
  }
  return table;
}
