/** The row values of a block that queries compare. Unknown numbers are NaN. */
export interface BlockColumns {
  /** Origin time, ms since 1970 UTC. */
  time: Float64Array;
  /** Last change, ms since 1970 UTC. */
  updated: Float64Array;
  /** Degrees, north positive. */
  latitude: Float64Array;
  /** Degrees, in [-180, 180). */
  longitude: Float64Array;
  /** km, positive down. */
  depth: Float64Array;
  magnitude: Float64Array;
  significance: Float64Array;
  /** `idHash` of the preferred id. */
  id: Uint32Array;
  /** Index of the row's texts in `words`. */
  word: Uint16Array;
  words: readonly RowWords[];
}

/** The text values of a row that queries compare. */
export interface RowWords {
  type: string;
  /** The network of the preferred solution. */
  catalog: string;
  /** All contributing networks as the agency lists them: `,us,ci,`. */
  sources: string | null;
  magnitudeType: string | null;
  status: string;
  alert: string | null;
  /** ISO 3166-1 alpha-2 of the country of the epicentre, up to 200 nautical miles offshore. */
  country: string | null;
}

/** The columns whose bounds are stored for each block, in the order of both formats. */
export const BOUNDED = ["time", "updated", "latitude", "longitude", "depth", "magnitude"] as const;
export type Bounded = (typeof BOUNDED)[number];

/**
 * How the rows of a pack are sorted: newest first, along a curve that keeps neighbouring places together, largest first, or by the
 * country and in it newest first.
 */
export const ROW_ORDERS = ["time", "place", "magnitude", "country"] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];

/** All contributing networks of a row, with that of the preferred solution. */
export function contributorsOf({ catalog, sources }: RowWords): string[] {
  return [catalog, ...(sources ?? "").split(",")].filter((name) => name !== "");
}

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
