import { type BinaryFormat, readBinary, writeBinary } from "../../shards/binary.ts";
import { ShardError } from "../../shards/shard-error.ts";
import { readJson } from "../../shards/utf8.ts";

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
  /** All contributing networks. */
  contributors: readonly string[];
  magnitudeType: string | null;
  status: string;
  alert: string | null;
}

/** The columns whose bounds are stored for each block, in the order of both formats. */
export const BOUNDED = ["time", "updated", "latitude", "longitude", "depth", "magnitude"] as const;
export type Bounded = (typeof BOUNDED)[number];

/** The least and the greatest known value of each column in `BOUNDED`; NaN if no value is known. */
export interface Bounds {
  least: Readonly<Record<Bounded, number>>;
  most: Readonly<Record<Bounded, number>>;
}

export const BLOCK_FORMAT: BinaryFormat = {
  name: "archive-block",
  magic: "QTAB",
  version: 1,
  counts: ["rows", "text"],
  sections: [
    ["f64", "rows", "time"],
    ["f64", "rows", "updated"],
    ["f64", "rows", "latitude"],
    ["f64", "rows", "longitude"],
    ["f64", "rows", "depth"],
    ["f64", "rows", "magnitude"],
    ["f64", "rows", "significance"],
    ["u32", "rows", "id"],
    ["u16", "rows", "word"],
    ["u8", "text", "words"],
  ],
};

export function writeBlock(block: BlockColumns): Uint8Array {
  const words = block.words.map((one) => [
    one.type,
    one.catalog,
    one.contributors,
    one.magnitudeType,
    one.status,
    one.alert,
  ]);
  const text = new TextEncoder().encode(JSON.stringify(words));
  const { time, updated, latitude, longitude, depth, magnitude, significance, id, word } = block;
  const sections = [time, updated, latitude, longitude, depth, magnitude, significance, id, word, text];
  return writeBinary(BLOCK_FORMAT, [time.length, text.length], sections);
}

type SevenColumns = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

/** @throws ShardError */
export function readBlock(bytes: Uint8Array): BlockColumns {
  const { name } = BLOCK_FORMAT;
  const { sections } = readBinary(BLOCK_FORMAT, bytes);
  const [time, updated, latitude, longitude, depth, magnitude, significance] = sections as SevenColumns;
  const [id, word, text] = sections.slice(-3) as [Uint32Array, Uint16Array, Uint8Array];
  const words = readJson(name, text, isWords).map(([type, catalog, contributors, magnitudeType, status, alert]) => {
    return { type, catalog, contributors, magnitudeType, status, alert };
  });
  for (let row = 0; row < time.length; row++) {
    if (!Number.isFinite(time[row])) throw new ShardError(name, "time", row);
    if (!Number.isFinite(updated[row])) throw new ShardError(name, "updated", row);
    if (!(Math.abs(latitude[row] as number) <= 90)) throw new ShardError(name, "latitude", row);
    if (!((longitude[row] as number) >= -180 && (longitude[row] as number) < 180))
      throw new ShardError(name, "longitude", row);
    for (const column of [depth, magnitude, significance])
      if (Math.abs(column[row] as number) === Number.POSITIVE_INFINITY) throw new ShardError(name, "infinite", row);
    if ((word[row] as number) >= words.length) throw new ShardError(name, "word", row, word[row]);
  }
  return { time, updated, latitude, longitude, depth, magnitude, significance, id, word, words };
}

type WordsTuple = [string, string, string[], string | null, string, string | null];

function isWords(value: unknown): value is WordsTuple[] {
  return Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 6 && isTuple(one));
}

function isTuple([type, catalog, contributors, magnitudeType, status, alert]: unknown[]): boolean {
  const texts = [type, catalog, status].every(isText) && Array.isArray(contributors) && contributors.every(isText);
  return texts && [magnitudeType, alert].every((one) => one === null || isText(one));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The least and the greatest known value of each bounded column of a block; NaN if no value is known. */
export function boundsOf(columns: Pick<BlockColumns, Bounded>): Bounds {
  const bounds = (better: (a: number, b: number) => boolean) =>
    Object.fromEntries(
      BOUNDED.map((name) => {
        let found = Number.NaN;
        for (const value of columns[name]) if (Number.isNaN(found) || better(value, found)) found = value;
        return [name, found];
      }),
    ) as Record<Bounded, number>;
  return { least: bounds((a, b) => a < b), most: bounds((a, b) => a > b) };
}
