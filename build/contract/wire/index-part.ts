import { cyrb53 } from "./etag.ts";
import type { IndexEntry } from "./snapshot.ts";

/**
 * A part of a section of the index, in a file of its own. It contains some of the section's entries, or a list of parts. The hash
 * of a path determines its part, so that few parts change if few files change.
 */
export interface IndexPart {
  /** The binary digits with which the hashes of its paths begin. No other part of the section has such paths. */
  bits: string;
  /** SHA-256 of its file. */
  sha256: string;
  /** Size of its file. */
  bytes: number;
  /** Number of files of the tree that it lists, including those in its own parts. */
  files: number;
}

export type IndexLine = IndexEntry | IndexPart;

/** A section or part with more files is a list of parts; a list with more parts is a list of lists. */
export const MAX_LINES = 64;

/** Number of binary digits of the hash of a path. Paths with equal hashes are in one part, however many there are. */
export const HASH_DIGITS = 32;

export function partFile(sha256: string): string {
  return `index/${sha256}.json`;
}

const encoder = new TextEncoder();

/** The hash of a path: the low 32 bits of cyrb53 over its bytes, like the hash of an id in packs. */
export function hashOfPath(path: string): number {
  return cyrb53(encoder.encode(path)) >>> 0;
}

/** Whether a hash begins with the given binary digits. */
export function startsWithBits(hash: number, bits: string): boolean {
  return bits === "" || hash >>> (HASH_DIGITS - bits.length) === Number.parseInt(bits, 2);
}

export function isPart(line: IndexLine): line is IndexPart {
  return "bits" in line;
}

/**
 * Finds the entry of a path through the parts of its section; undefined if the section does not list it.
 *
 * @param read returns the lines of a file of the index
 */
export async function findEntry(
  section: { path: string; sha256: string },
  path: string,
  read: (file: { path: string; sha256: string }) => Promise<readonly IndexLine[]>,
): Promise<IndexEntry | undefined> {
  const hash = hashOfPath(path);
  for (let file = section; ; ) {
    const lines = await read(file);
    const found = lines.find((line) => (isPart(line) ? startsWithBits(hash, line.bits) : line.path === path));
    if (!found || !isPart(found)) return found;
    file = { path: partFile(found.sha256), sha256: found.sha256 };
  }
}
