import type { IndexEntry, IndexSection, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { pathFault, SECTIONS, sectionFile } from "./file.ts";

/**
 * The section of shards that are kept although the snapshot does not name them. It depends on the previous content of the folder,
 * so it is not part of the snapshot's id.
 */
export const KEPT_SECTION = "kept";

/** A shard that the snapshot no longer names, and the `as_of` of the first one that did not. */
export interface KeptEntry extends IndexEntry {
  unnamed_since: string;
}

/** The text of a section: a JSON array, sorted by path, one file per line, so that two sections are easy to compare. */
export function sectionText(entries: readonly IndexEntry[]): string {
  const lines = entries.toSorted(byPath).map((entry) => JSON.stringify(entry));
  return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
}

/** The entry of a section in `snapshot.json`. */
export function sectionRecord(name: string, text: string, files: number): IndexSection {
  return { name, path: sectionFile(name), sha256: sha256(text), bytes: Buffer.byteLength(text), files };
}

/** The id of a snapshot: the first 16 hex digits of the SHA-256 of its sections' hashes, one per line, in order. */
export function snapshotId(sections: readonly IndexSection[]): string {
  const hashes = sections.filter((section) => section.name !== KEPT_SECTION).map((section) => `${section.sha256}\n`);
  return sha256(hashes.join("")).slice(0, 16);
}

/** The faults of the list of sections in a record, before any section is read. */
export function indexFaults({ id, index }: Pick<SnapshotRecord, "id" | "index">): string[] {
  const missing = SECTIONS.filter((name) => !index.some((section) => section.name === name));
  return [
    ...(missing.length > 0 ? [`names no index section ${missing.join(", ")}`] : []),
    ...(snapshotId(index) === id ? [] : ["has an id that does not follow from its index"]),
  ];
}

/** The fault of the number of entries of a section; undefined if it agrees with the record. */
export function countFault({ files }: IndexSection, entries: readonly IndexEntry[]): string | undefined {
  return entries.length === files ? undefined : `has ${entries.length} files, the record states ${files}`;
}

/**
 * Reads a section strictly: every entry must be complete, and every path must stay inside the tree.
 *
 * @throws UserError `tree-broken` with section and fault
 */
export function parseSection(name: string, text: string): IndexEntry[] {
  const entries = parseJson(name, text);
  if (!Array.isArray(entries)) throw broken(name, "is not an array");
  entries.forEach((entry: unknown, at) => {
    const fault = entryFault(entry, name === KEPT_SECTION);
    if (fault) throw broken(name, `entry ${at}: ${fault}`);
  });
  return entries as IndexEntry[];
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken(name, "is not JSON");
  }
}

const CACHES: readonly unknown[] = ["minute", "day", "immutable"];
const ENCODINGS: readonly unknown[] = ["br", "gzip"];

function entryFault(entry: unknown, kept: boolean): string | undefined {
  if (typeof entry !== "object" || entry === null) return "is not an object";
  const { path, bytes, sha256: hash, etag, cache, encodings, unnamed_since: since } = entry as Partial<KeptEntry>;
  if (typeof path !== "string") return "has no path";
  const fault = pathFault(path);
  if (fault) return `${JSON.stringify(path)}: ${fault}`;
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) return `${path}: bytes is not a size`;
  if (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash)) return `${path}: sha256 is not a hash`;
  if (typeof etag !== "string" || !/^"[\x21\x23-\x7e]+"$/.test(etag)) return `${path}: etag is not an ETag`;
  if (!CACHES.includes(cache)) return `${path}: unknown cache class`;
  if (!Array.isArray(encodings) || !encodings.every((one) => ENCODINGS.includes(one)))
    return `${path}: unknown encoding`;
  if (new Set(encodings).size !== encodings.length) return `${path}: an encoding occurs twice`;
  if (kept && (typeof since !== "string" || Number.isNaN(Date.parse(since))))
    return `${path}: unnamed_since is not a time`;
  return undefined;
}

function byPath(a: IndexEntry, b: IndexEntry): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function broken(name: string, what: string): UserError {
  return new UserError("tree-broken", `${sectionFile(name)} ${what}`, "build the tree again");
}
