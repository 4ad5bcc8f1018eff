import { type BinaryFormat, readBinary, readJson, readText, ShardError, writeBinary } from "../../rewrite/shards/binary.ts";
import type { FeedFeature } from "../../store/feed-feature.ts";
import type { BlockColumns, RowWords } from "./columns.ts";
import { readFeature } from "./rows.ts";

export interface OpenBlock {
  columns: BlockColumns;
  /**
   * The feature of a row: callers must not change it. It takes several times the memory of its line, so that those of a scan or of a long
   * answer are not kept. @throws ShardError
   */
  feature: (row: number, isKept?: boolean) => FeedFeature;
}

export const BLOCK_FORMAT = {
  name: "archive-block",
  magic: "QTAB",
  version: 2,
  counts: ["rows", "words", "records"],
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
    ["u8", "words", "words"],
    ["u8", "records", "records"],
  ],
} as const satisfies BinaryFormat;

/** @param lines the record of each row */
export function writeBlock(block: BlockColumns, lines: readonly string[]): Uint8Array {
  const words = block.words.map((one) => WORDS.map((name) => one[name]));
  const encoder = new TextEncoder();
  const records = encoder.encode(lines.map((line) => `${line}\n`).join(""));
  return writeBinary(BLOCK_FORMAT, { ...block, words: encoder.encode(JSON.stringify(words)), records });
}

/** @throws ShardError */
export function readBlock(bytes: Uint8Array): OpenBlock {
  const { name } = BLOCK_FORMAT;
  const { words: text, records, ...values } = readBinary(BLOCK_FORMAT, bytes).sections;
  const { time, updated, latitude, longitude, depth, magnitude, significance, word } = values;
  const words = readJson(name, text, isWords).map(
    (values) => Object.fromEntries(WORDS.map((key, at) => [key, values[at]])) as unknown as RowWords,
  );
  for (let row = 0; row < time.length; row++) {
    if (!Number.isFinite(time[row])) throw new ShardError(name, "time", row);
    if (!Number.isFinite(updated[row])) throw new ShardError(name, "updated", row);
    if (!(Math.abs(latitude[row] as number) <= 90)) throw new ShardError(name, "latitude", row);
    if (!((longitude[row] as number) >= -180 && (longitude[row] as number) < 180)) throw new ShardError(name, "longitude", row);
    for (const column of [depth, magnitude, significance])
      if (Math.abs(column[row] as number) === Number.POSITIVE_INFINITY) throw new ShardError(name, "infinite", row);
    if ((word[row] as number) >= words.length) throw new ShardError(name, "word", row, word[row]);
  }
  const columns = { ...values, words };
  return { columns, feature: featuresOf(columns, records) };
}

/** Lines are parsed when they are needed: most queries need few rows of a block, and counts need none. */
function featuresOf(columns: BlockColumns, records: Uint8Array): OpenBlock["feature"] {
  let lines: string[] | undefined;
  const features: FeedFeature[] = [];
  return (row, isKept) => {
    lines ??= linesOf(records, columns.time.length);
    const feature = features[row] ?? readFeature(lines[row] ?? "", columns, row);
    if (isKept) features[row] = feature;
    return feature;
  };
}

function linesOf(records: Uint8Array, rows: number): string[] {
  const { name } = BLOCK_FORMAT;
  const lines = readText(name, records).split("\n");
  if (lines.pop() !== "" || lines.length !== rows) throw new ShardError(name, "lines", lines.length);
  return lines;
}

const WORDS = ["type", "catalog", "sources", "magnitudeType", "status", "alert", "country"] as const;
const KNOWN: ReadonlySet<string> = new Set(["type", "catalog", "status"]);

function isWords(value: unknown): value is (string | null)[][] {
  return Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === WORDS.length && isTuple(one));
}

function isTuple(values: unknown[]): boolean {
  return WORDS.every((name, at) => typeof values[at] === "string" || (values[at] === null && !KNOWN.has(name)));
}
