import type { CacheClass } from "../contract/table/endpoints.ts";
import { reservedFor } from "./unindexed.ts";

/**
 * The parts of the index, in the order in which `snapshot.json` names them. Of the pages, `pages` is what a browser keeps
 * that keeps a copy; `translations` are the same in the other languages, `data-pages` those of one country, plate or term,
 * and `event-pages` those of one earthquake: what the answers beside them say as well.
 */
export const SECTIONS = [
  "api",
  "earthquakes",
  "q",
  "shards",
  "pages",
  "translations",
  "data-pages",
  "event-pages",
] as const;
export type Section = (typeof SECTIONS)[number];

/** The sections that no answer of the API is made from. */
export const PAGE_SECTIONS: readonly Section[] = ["pages", "translations", "data-pages", "event-pages"];

/** One file that is to stand in the tree. */
export interface TreeFile {
  /** Tree-relative, no leading slash: `api/recent.json`. */
  path: string;
  section: Section;
  cache: CacheClass;
  /** Whether precompressed variants are worth two more files. */
  compress: boolean;
  /**
   * Names everything that the bytes are made of, the program included: the same path and key, the same bytes. Without spaces,
   * at most 64 characters. Absent: the bytes are always made and compared.
   */
  key?: string | undefined;
  /** Makes the bytes. Called at most once, and not where the tree before has this path with this key. */
  bytes: () => Uint8Array;
}

/** Where the record of the tree lies; written last. */
export const SNAPSHOT_FILE = "snapshot.json";

/** Where its signature lies, if there is one; written just before it. */
export const SIGNATURE_FILE = "snapshot.json.sig";

/** The file of an index section. */
export function sectionFile(name: string): string {
  return `index/${name}.json`;
}

/** How the files of precompressed variants end. */
export const VARIANT_SUFFIX = { br: ".br", gzip: ".gz" } as const;

// Letters that mean the same in every file system, every object store and, unescaped, in every URL.
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Most file systems hold 255 bytes; a variant needs three for its suffix. */
const SEGMENT_LENGTH = 252;

/**
 * Why a path may not stand in a tree, or undefined where it may. What passes can be joined to a folder without leaving
 * it: no empty segment, no `.` or `..`, no dotfile, no backslash, no drive letter.
 */
export function pathFault(path: string): string | undefined {
  const segments = path.split("/");
  if (!segments.every((segment) => SEGMENT.test(segment))) return "not a plain relative path";
  if (segments.some((segment) => segment.length > SEGMENT_LENGTH))
    return `a part is longer than ${SEGMENT_LENGTH} characters`;
  return undefined;
}

/** Why the index may not name a path, or undefined: some names belong to the record, to variants and to unindexed files. */
export function writeFault(path: string): string | undefined {
  if (path === SNAPSHOT_FILE || path === SIGNATURE_FILE || path.startsWith("index/"))
    return "the name belongs to the tree's own record";
  const kind = reservedFor(path);
  if (kind) return `the name belongs to ${kind.owner}`;
  if (Object.values(VARIANT_SUFFIX).some((suffix) => path.endsWith(suffix)))
    return "the name is one of a compressed variant";
  return pathFault(path);
}
