import type { CacheClass } from "../contract/table/endpoints.ts";
import { SNAPSHOT_FILE } from "../contract/wire/snapshot.ts";
import type { Variants } from "../platform/compress.ts";
import { reservedFor } from "./unindexed.ts";

/**
 * The sections of the index, in the order of `snapshot.json`. `pages` are the pages that a browser keeps in its copy;
 * `translations` are the same pages in other languages, `data-pages` those of one country, plate or term, `event-pages` those of
 * one earthquake, whose content the answers have too; `archive` holds what `/fdsnws/` is answered from.
 */
export const SECTIONS = ["api", "earthquakes", "q", "shards", "pages", "translations", "data-pages", "event-pages", "archive"] as const;
export type Section = (typeof SECTIONS)[number];

/** The sections with pages, which are not part of the API. */
export const PAGE_SECTIONS: readonly Section[] = ["pages", "translations", "data-pages", "event-pages"];

/** The sections whose files are named by their content and stay for a while after the last snapshot that names them. */
export const SHARD_SECTIONS: readonly Section[] = ["shards", "archive"];

export interface TreeFile {
  /** Tree-relative, no leading slash: `api/recent.json`. */
  path: string;
  section: Section;
  cache: CacheClass;
  /** Whether precompressed variants are worth two more files. */
  compress: boolean;
  /** Those variants, if they were made before. */
  variants?: Variants | undefined;
  /**
   * Identifies everything that determines the bytes besides the program: the same path and key mean the same bytes. Without
   * spaces, at most 64 characters. Absent: the bytes are always made and compared.
   */
  key?: string | undefined;
  /** Makes the bytes. Called at most once, and not if the previous tree has this path with this key. */
  bytes: () => Uint8Array;
}

/** Files that are made together, such as the details and pages of a UTC day. */
export interface FileGroup {
  /** Names the group in its tree, such as `earthquakes-2018-02-06`; without spaces. */
  name: string;
  /**
   * Identifies everything that determines the files: their paths, bytes and classes. In the form of the key of a file. Absent: the
   * files are always made.
   */
  key: string | undefined;
  /** Makes the files. Called at most once, and not if the previous tree has this group with this key, undamaged. */
  files: () => Iterable<TreeFile>;
}

/** The path of its signature, if there is one; written just before the record. */
export const SIGNATURE_FILE = "snapshot.json.sig";

/** The file of an index section. */
export function sectionFile(name: string): string {
  return `index/${name}.json`;
}

/** Suffixes of precompressed variants. */
export const VARIANT_SUFFIX = { br: ".br", gzip: ".gz" } as const;

// Letters with the same meaning in every file system, every object store and, unescaped, in every URL.
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Most file systems hold 255 bytes; a variant needs three for its suffix. */
const SEGMENT_LENGTH = 252;

/**
 * Why a path may not be in a tree; undefined if it may. A valid path cannot leave the folder that it is joined to: it has no empty
 * segment, no `.` or `..`, no dotfile, no backslash, no drive letter.
 */
export function pathFault(path: string): string | undefined {
  const segments = path.split("/");
  if (!segments.every((segment) => SEGMENT.test(segment))) return "not a plain relative path";
  if (segments.some((segment) => segment.length > SEGMENT_LENGTH)) return `a part is longer than ${SEGMENT_LENGTH} characters`;
  return undefined;
}

/** Why the index may not name a path; undefined if it may. Some names are reserved for the record, for variants and for unindexed files. */
export function writeFault(path: string): string | undefined {
  if (path === SNAPSHOT_FILE || path === SIGNATURE_FILE || path.startsWith("index/")) return "the name belongs to the tree's own record";
  const kind = reservedFor(path);
  if (kind) return `the name belongs to ${kind.owner}`;
  if (Object.values(VARIANT_SUFFIX).some((suffix) => path.endsWith(suffix))) return "the name is that of a compressed variant";
  return pathFault(path);
}

export interface Fault {
  path: string;
  /** The kind of fault, for scripts. */
  kind: "missing" | "changed" | "variant" | "stray" | "record" | "content" | "delta" | "link";
  /** Without the path. */
  message: string;
}
