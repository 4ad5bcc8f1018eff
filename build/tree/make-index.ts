import { basename, join } from "node:path";
import { bitsOf, HASH_DIGITS, hashOfPath, type IndexPart, MAX_LINES, partFile } from "../contract/wire/index-part.ts";
import type { IndexEntry, IndexSection } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { entriesText, type IndexFile, linesText } from "./index-section.ts";
import { cachedLeaf, cacheLeaf } from "./leaf-cache.ts";
import { linkOrCopy, type Staging } from "./staging.ts";

/** A section of the index as it is written. */
export interface MadeSection {
  record: IndexSection;
  /** Its own file and those of its parts. */
  files: readonly MadeFile[];
}

export interface MadeFile extends IndexFile {
  text: () => string | Uint8Array;
}

/**
 * The files of a section. Its entries are split by the hashes of their paths, digit by digit, until no part has more than
 * `MAX_LINES`; neighbouring parts are joined in lists likewise. So the files follow from the entries alone, and an entry that is
 * new changes one part and the lists above it.
 */
export function makeSection(name: string, entries: readonly IndexEntry[]): MadeSection {
  const files: MadeFile[] = [];
  const rows = entries.map((entry) => ({ entry, hash: hashOfPath(entry.path) })).toSorted(byHash);
  const put = (bits: string, { sha256: hash, bytes }: Leaf, count: number, text: () => string): IndexPart => {
    files.push({ section: name, bits, path: partFile(hash), sha256: hash, bytes, files: count, text });
    return { bits, sha256: hash, bytes, files: count };
  };
  const putLeaf = (bits: string, some: readonly Row[]) => {
    const listed = some.map(({ entry }) => entry);
    return put(bits, leafOf(listed), listed.length, () => entriesText(listed));
  };
  const putList = (bits: string, parts: readonly IndexPart[]) => {
    const text = linesText(parts);
    return put(bits, hashed(text), countOf(parts), () => text);
  };
  const partsOf = (some: readonly Row[], digits: number): IndexPart[] => {
    const [first] = some;
    if (!first) return [];
    if (some.length <= MAX_LINES || digits === HASH_DIGITS) return [putLeaf(bitsOf(first.hash, digits), some)];
    const ones = some.findIndex(({ hash }) => (hash >>> (HASH_DIGITS - 1 - digits)) % 2 === 1);
    const middle = ones < 0 ? some.length : ones;
    const sides = [some.slice(0, middle), some.slice(middle)].map((side) => partsOf(side, digits + 1));
    if (sides.reduce((sum, side) => sum + side.length, 0) <= MAX_LINES) return sides.flat();
    const prefix = bitsOf(first.hash, digits);
    return sides.flatMap((side, digit) => (side.length > 1 ? [putList(`${prefix}${digit}`, side)] : side));
  };
  const root = rows.length <= MAX_LINES ? putLeaf("", rows) : putList("", partsOf(rows, 0));
  const { sha256: hash, bytes } = root;
  return { record: { name, path: partFile(hash), sha256: hash, bytes, files: entries.length }, files };
}

interface Row {
  entry: IndexEntry;
  hash: number;
}

function byHash(a: Row, b: Row): number {
  return a.hash - b.hash || (a.entry.path < b.entry.path ? -1 : 1);
}

function countOf(parts: readonly IndexPart[]): number {
  return parts.reduce((sum, { files }) => sum + files, 0);
}

type Leaf = Pick<IndexFile, "sha256" | "bytes">;

function hashed(text: string): Leaf {
  return { sha256: sha256(text), bytes: Buffer.byteLength(text) };
}

function leafOf(entries: readonly IndexEntry[]): Leaf {
  const known = cachedLeaf(entries);
  if (known) return known;
  const [least] = entries;
  const leaf = { entries, ...hashed(entriesText(entries)) };
  if (least) cacheLeaf(least, leaf);
  return leaf;
}

/**
 * Writes the files of the index. Those that the tree before has are linked.
 *
 * @param before the files of the index of the tree before
 */
export function writeIndex(
  { fs, dir, before }: Staging,
  files: readonly MadeFile[],
  known: readonly IndexFile[],
): void {
  const index = join(dir, "index");
  fs.makeFolder(index);
  const named = new Set(files.map(({ path }) => basename(path)));
  for (const name of fs.list(index)) if (!named.has(name)) fs.remove(join(index, name));
  const there = new Set(known.map(({ path, sha256: hash }) => `${path} ${hash}`));
  for (const { path, sha256: hash, text } of files) {
    const to = join(dir, path);
    const from = before && there.has(`${path} ${hash}`) ? join(before.dir, path) : undefined;
    if (from !== undefined && fs.isSame(from, to)) continue;
    fs.remove(to);
    if (from === undefined) fs.write(to, text());
    else linkOrCopy(fs, from, to);
  }
}
