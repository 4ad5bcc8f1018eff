import { join } from "node:path";
import { sha256 } from "../platform/hash.ts";
import type { Derive } from "../store/derive.ts";
import type { Transition } from "../tree/transition.ts";
import { DATA_FOLDER, PARTS_LIST, yearFile } from "../tree/unindexed.ts";
import type { Year } from "./by-year.ts";
import { columns, EVENT_COLUMNS } from "./columns.ts";
import { pointsParquet } from "./parquet.ts";

/** A file that contains a part of all earthquakes. */
export interface PartFile {
  /** Path relative to the folder of the data set. */
  file: string;
  /** UTC year; null if the file contains several years. */
  year: number | null;
  events: number;
  /** Origin times, ms since 1970 UTC. */
  first: number | null;
  last: number | null;
  bytes: number;
  sha256: string;
}

export const PART_COLUMNS = columns<PartFile>("earthquakes.files", {
  file: (part) => part.file,
  year: (part) => part.year,
  events: (part) => part.events,
  first: (part) => part.first,
  last: (part) => part.last,
  bytes: (part) => part.bytes,
  sha256: (part) => part.sha256,
});

/** @param rows oldest first */
export function partFile(path: string, year: number | null, rows: readonly { time: number }[], bytes: Uint8Array): PartFile {
  return {
    file: path.slice(DATA_FOLDER.length),
    year,
    events: rows.length,
    first: rows[0]?.time ?? null,
    last: rows.at(-1)?.time ?? null,
    bytes: bytes.length,
    sha256: sha256(bytes),
  };
}

/** The stored key and list entry of the file of each year. */
type Known = Record<string, { key: string; part: PartFile }>;

/**
 * Adds a file for each year to the tree. The file of the previous tree is reused if its input is unchanged, which is the case
 * for nearly all years.
 *
 * @returns the files that contain earthquakes, oldest first
 */
export function putYears(years: readonly Year[], derive: Derive, transition: Transition): PartFile[] {
  const known = (derive.recall(YEARS) ?? {}) as Known;
  const listed = listBefore(transition);
  const made: Known = {};
  const parts = years.flatMap(({ year, key, rows }) => {
    const path = yearFile(year);
    const before = known[path];
    const part = before && before.key === key && isThere(before.part, path, listed, transition) ? before.part : undefined;
    if (part) transition.keep(path);
    const put = part ?? writeYear(path, year, rows(), transition);
    if (put) made[path] = { key, part: put };
    return put ?? [];
  });
  derive.put(YEARS, [], made);
  return parts;
}

/** The cell with the list of files of the last build. */
const YEARS = "years";

/** The list of files in the previous tree, as text. */
function listBefore({ fs, before }: Transition): string {
  const list = before && join(before.dir, PARTS_LIST);
  return list && fs.stat(list)?.kind === "file" ? Buffer.from(fs.read(list)).toString("utf8") : "";
}

/**
 * Whether the previous tree has the file. The previous tree may belong to another store, so its list and the size of the file
 * are checked.
 */
function isThere({ bytes, sha256: hash }: PartFile, path: string, listed: string, { fs, before }: Transition): boolean {
  const there = before && listed.includes(hash) ? fs.stat(join(before.dir, path)) : undefined;
  return there?.kind === "file" && there.size === bytes;
}

function writeYear(path: string, year: number | null, rows: ReturnType<Year["rows"]>, { write }: Transition) {
  if (rows.length === 0) return undefined;
  const bytes = pointsParquet(EVENT_COLUMNS, rows);
  write(path, bytes);
  return partFile(path, year, rows, bytes);
}
