import { type BlockColumns, BOUNDED, type Bounded } from "./columns.ts";

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
  /** `countryBit` of every country in the block. */
  countries: Uint32Array;
}

/** Bounds that are not known yet. */
export function boundsTable(blocks: number): BlockBounds {
  const column = (name: Bounded) =>
    (name === "time" ? new Float64Array(blocks) : new Float32Array(blocks)).fill(Number.NaN);
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

export function boundsOf(columns: BlockColumns): Bounds {
  const least = {} as Record<Bounded, number | null>;
  const most = {} as Record<Bounded, number | null>;
  for (const name of BOUNDED) {
    let [low, high] = [Number.NaN, Number.NaN];
    for (const value of columns[name]) {
      if (!(value >= low)) low = Number.isNaN(value) ? low : value;
      if (!(value <= high)) high = Number.isNaN(value) ? high : value;
    }
    least[name] = Number.isNaN(low) ? null : name === "time" ? low : Math.max(singleBelow(low), -Number.MAX_VALUE);
    // A value beyond single precision is infinite there, which JSON cannot say.
    most[name] = Number.isNaN(high) ? null : name === "time" ? high : Math.min(-singleBelow(-high), Number.MAX_VALUE);
  }
  let countries = 0;
  for (const word of columns.word) countries |= countryBit(columns.words[word]?.country ?? null);
  return { least, most, countries: countries >>> 0 };
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

const NO_COUNTRY_BIT = 2 ** 31;

/** A bit of 32 for a country; several countries share each, but for the bit of events in no country. */
export function countryBit(country: string | null): number {
  if (country === null) return NO_COUNTRY_BIT;
  return 2 ** ((country.charCodeAt(0) * 26 + country.charCodeAt(1)) % 31);
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
