import { HASH_DIGITS, hashOfPath, type IndexPart, MAX_LINES, partFile } from "../contract/wire/index-part.ts";
import type { IndexEntry, IndexSection } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { entriesBelow, entryIn, type IndexNode } from "./index-node.ts";
import { linesText } from "./index-section.ts";

/**
 * A section with these entries. They are split by the hashes of their paths, digit by digit, until no part has more than
 * `MAX_LINES`; neighbouring parts are joined in lists in the same way. So the files follow from the entries alone, and a new
 * entry changes one part and the lists above it.
 */
export function makeSection(name: string, entries: Iterable<IndexEntry>): IndexNode {
  return changeSection(leafOf(name, "", []), entries, []);
}

/**
 * A section after changes: the same as `makeSection` of its entries. Only what lists changed files is read and made.
 *
 * @param put new and changed entries
 * @param gone paths of removed entries; those that the section lacks, or that are put, have no effect
 */
export function changeSection(root: IndexNode, put: Iterable<IndexEntry>, gone: Iterable<string>): IndexNode {
  const { section } = root;
  const changes = changesOf(root, put, gone);
  if (changes.length === 0) return root;
  const before = root.isList ? root.parts() : [root];
  const count = countAfter(before, changes);
  if (count <= MAX_LINES) return leafOf(section, "", entriesAfter(before, changes));
  return listOf(section, "", partsAfter({ section, bits: "", before, changes }), []);
}

/** The line of a section in the record. */
export function recordOfSection({ section: name, path, sha256: hash, bytes, files }: IndexNode): IndexSection {
  return { name, path, sha256: hash, bytes, files };
}

/** A change of an entry: put, or removed. */
interface Change {
  path: string;
  hash: number;
  entry: IndexEntry | undefined;
  /** How many more files there are with it: -1, 0 or 1. */
  more: number;
}

function changesOf(root: IndexNode, put: Iterable<IndexEntry>, gone: Iterable<string>): Change[] {
  const entries = new Map<string, IndexEntry | undefined>();
  for (const path of gone) entries.set(path, undefined);
  for (const entry of put) entries.set(entry.path, entry);
  const changes: Change[] = [];
  for (const [path, entry] of entries) {
    const former = root.files === 0 ? undefined : entryIn(root, path);
    if (former === entry || (entry && isSameEntry(former, entry))) continue;
    changes.push({ path, hash: hashOfPath(path), entry, more: (entry ? 1 : 0) - (former ? 1 : 0) });
  }
  return changes;
}

/** Whether two entries are the same to the byte. */
export function isSameEntry(a: IndexEntry | undefined, b: IndexEntry | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function countAfter(before: readonly IndexNode[], changes: readonly Change[]): number {
  return countOf(before) + changes.reduce((sum, { more }) => sum + more, 0);
}

function entriesAfter(before: readonly IndexNode[], changes: readonly Change[]): IndexEntry[] {
  const entries = new Map(Array.from(entriesBelow(before), (entry) => [entry.path, entry]));
  for (const { path, entry } of changes) {
    if (entry) entries.set(path, entry);
    else entries.delete(path);
  }
  return [...entries.values()];
}

/** The entries whose hashes begin with the same digits. */
interface Range {
  section: string;
  bits: string;
  /** The parts of these entries before the changes. */
  before: readonly IndexNode[];
  changes: readonly Change[];
}

/** The parts of a range: at most `MAX_LINES`, none of which is a list of exactly this range. */
function partsAfter({ section, bits, before, changes }: Range): readonly IndexNode[] {
  if (changes.length === 0) return before;
  const count = countAfter(before, changes);
  if (count === 0) return [];
  if (count <= MAX_LINES || bits.length === HASH_DIGITS) return [leafOf(section, bits, entriesAfter(before, changes))];
  const [only] = before;
  // A list of files that becomes too long.
  if (only && only.bits.length <= bits.length)
    return partsAfter({ section, bits, before: [], changes: additions(entriesAfter(before, changes)) });
  const sides = ["0", "1"].map((digit) => {
    const side = bits + digit;
    const own = changes.filter(({ hash }) => (hash >>> (HASH_DIGITS - side.length)) % 2 === Number(digit));
    return { side, parts: partsAfter({ section, bits: side, before: partsWithin(before, side), changes: own }) };
  });
  if (sides.reduce((sum, { parts }) => sum + parts.length, 0) <= MAX_LINES) return sides.flatMap(({ parts }) => parts);
  return sides.flatMap(({ side, parts }) => (parts.length > 1 ? [listOf(section, side, parts, before)] : parts));
}

function additions(entries: readonly IndexEntry[]): Change[] {
  return entries.map((entry) => ({ path: entry.path, hash: hashOfPath(entry.path), entry, more: 1 }));
}

/** The parts of a range that is within another one. */
function partsWithin(parts: readonly IndexNode[], bits: string): readonly IndexNode[] {
  const within = parts.filter((part) => part.bits.startsWith(bits));
  const [only] = within;
  return within.length === 1 && only?.bits === bits && only.isList ? only.parts() : within;
}

function countOf(nodes: readonly IndexNode[]): number {
  return nodes.reduce((sum, { files }) => sum + files, 0);
}

function leafOf(section: string, bits: string, entries: readonly IndexEntry[]): IndexNode {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const file = fileOf(() => linesText(sorted));
  return { section, bits, files: sorted.length, isList: false, entries: () => sorted, parts: () => [], ...file };
}

/** @param before nodes of the former index, one of which may be this list */
function listOf(section: string, bits: string, parts: readonly IndexNode[], before: readonly IndexNode[]): IndexNode {
  const former = before.find((node) => node.bits === bits && node.isList);
  if (former && isSameList(former.parts(), parts)) return former;
  const file = fileOf(() => linesText(parts.map(lineOf)));
  return { section, bits, files: countOf(parts), isList: true, entries: () => [], parts: () => parts, ...file };
}

function isSameList(a: readonly IndexNode[], b: readonly IndexNode[]): boolean {
  return a.length === b.length && a.every((node, at) => node === b[at]);
}

function lineOf({ bits, sha256: hash, bytes, files }: IndexPart): IndexPart {
  return { bits, sha256: hash, bytes, files };
}

/** The text is made again when it is written: all texts of a large tree would take much memory. */
function fileOf(text: () => string): Pick<IndexNode, "path" | "sha256" | "bytes" | "text"> {
  const made = text();
  const hash = sha256(made);
  return { path: partFile(hash), sha256: hash, bytes: Buffer.byteLength(made), text };
}
