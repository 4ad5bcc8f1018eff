import { HASH_DIGITS, hashOfPath, type IndexPart, MAX_LINES, partFile, startsWithBits } from "../contract/wire/index-part.ts";
import type { IndexEntry, IndexSection, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { pathFault, SECTIONS } from "./file.ts";

/**
 * The section of shards that are kept although the snapshot does not name them. It depends on the previous content of the folder,
 * so it is not part of the snapshot's id.
 */
export const KEPT_SECTION = "kept";

/** A shard that the snapshot no longer names, and the `as_of` of the first one that did not. */
export interface KeptEntry extends IndexEntry {
  unnamed_since: string;
}

/** A file of the index: that of a section, or of a part of one. */
export interface IndexFile extends IndexPart {
  section: string;
  path: string;
}

/** What a file of the index lists: files of the tree, or parts in files of their own. */
type IndexLines = { entries: readonly IndexEntry[] } | { parts: readonly IndexPart[] };

/** Tells a file of the index from all others of any index. */
export function indexFileKey({ path, section, bits, sha256: hash }: IndexFile): string {
  return `${path} ${section} ${bits} ${hash}`;
}

/** What is wrong with a file of the index. */
export class IndexError extends UserError {
  readonly file: string;
  readonly fault: string;
  /** The path that cannot be in a tree. */
  readonly path: string | undefined;

  constructor(file: string, fault: string, path?: string) {
    const what = path === undefined ? fault : `names ${JSON.stringify(path)}: ${fault}`;
    super("tree-damaged", `${file} ${what}`, "build the tree again");
    this.file = file;
    this.fault = fault;
    this.path = path;
  }
}

/** A JSON array with one element a line. */
export function linesText(elements: readonly object[]): string {
  const lines = elements.map((element) => JSON.stringify(element));
  return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
}

/** The id of a snapshot: the first 16 hex digits of the SHA-256 of its sections' hashes, one per line, in order. */
export function snapshotId(sections: readonly IndexSection[]): string {
  const hashes = sections.filter((section) => section.name !== KEPT_SECTION).map((section) => `${section.sha256}\n`);
  return sha256(hashes.join("")).slice(0, 16);
}

/** The faults of the list of sections in a record, before any section is read. */
export function indexFaults({ id, index }: Pick<SnapshotRecord, "id" | "index">): string[] {
  const missing = SECTIONS.filter((name) => name !== "archive" && !index.some((section) => section.name === name));
  return [
    ...(missing.length > 0 ? [`names no index section ${missing.join(", ")}`] : []),
    ...(snapshotId(index) === id ? [] : ["has an id that does not follow from its index"]),
  ];
}

/** The file of a section that a record names. */
export function fileOfSection({ name, path, sha256: hash, bytes, files }: IndexSection): IndexFile {
  return { section: name, bits: "", path, sha256: hash, bytes, files };
}

export function fileOfPart(section: string, { bits, sha256: hash, bytes, files }: IndexPart): IndexFile {
  return { section, bits, path: partFile(hash), sha256: hash, bytes, files };
}

/** Whether a file of the index lists parts. */
export function isList({ files, bits }: IndexFile): boolean {
  return files > MAX_LINES && bits.length < HASH_DIGITS;
}

/** @throws IndexError if the file is not as it is stated */
export function parseFile(file: IndexFile, bytes: Uint8Array): IndexLines {
  const lines = parseJson(file, new TextDecoder().decode(bytes));
  if (!Array.isArray(lines)) throw new IndexError(file.path, "is not an array");
  return isList(file) ? { parts: checkedParts(file, lines) } : { entries: checkedEntries(file, lines) };
}

function checkedEntries(file: IndexFile, lines: readonly unknown[]): readonly IndexEntry[] {
  let before = "";
  for (const [at, line] of lines.entries()) {
    const named = (line as { path?: unknown } | null)?.path;
    const astray = typeof named === "string" ? pathFault(named) : undefined;
    if (astray) throw new IndexError(file.path, astray, String(named));
    const fault = entryFault(line, file.section === KEPT_SECTION);
    if (fault) throw new IndexError(file.path, `entry ${at}: ${fault}`);
    const entry = line as IndexEntry;
    const { path } = entry;
    if (path <= before)
      throw new IndexError(file.path, `entry ${at}: ${path} ${path === before ? "is a duplicate path" : "is out of order"}`);
    if (!startsWithBits(hashOfPath(path), file.bits)) throw new IndexError(file.path, `entry ${at}: ${path} belongs to another part`);
    before = path;
  }
  checkCount(file, lines.length);
  return lines as readonly IndexEntry[];
}

function checkedParts(file: IndexFile, lines: readonly unknown[]): readonly IndexPart[] {
  if (lines.length > MAX_LINES) throw new IndexError(file.path, `has ${lines.length} parts, more than ${MAX_LINES}`);
  let before: string | undefined;
  for (const [at, line] of lines.entries()) {
    const fault = partFault(line);
    if (fault) throw new IndexError(file.path, `part ${at}: ${fault}`);
    const { bits } = line as IndexPart;
    if (!bits.startsWith(file.bits) || bits.length <= file.bits.length)
      throw new IndexError(file.path, `part ${at}: is not within ${file.bits || "it"}`);
    if (before !== undefined && (bits <= before || bits.startsWith(before)))
      throw new IndexError(file.path, `part ${at}: is not apart from the one before`);
    before = bits;
  }
  const parts = lines as readonly IndexPart[];
  checkCount(
    file,
    parts.reduce((sum, { files }) => sum + files, 0),
  );
  return parts;
}

function checkCount(file: IndexFile, files: number): void {
  if (files !== file.files) throw new IndexError(file.path, `has ${files} files, and not ${file.files} as is said of it`);
}

function parseJson(file: IndexFile, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new IndexError(file.path, "is not JSON");
  }
}

const CACHES: readonly unknown[] = ["minute", "day", "immutable"];
const ENCODINGS: readonly unknown[] = ["br", "gzip"];
const HASH = /^[0-9a-f]{64}$/;

/** Larger than any list with the maximum number of lines. */
const LARGEST_PART = 4_000_000;

function partFault(part: unknown): string | undefined {
  if (typeof part !== "object" || part === null) return "is not an object";
  const { bits, sha256: hash, bytes, files } = part as Partial<IndexPart>;
  if (typeof bits !== "string" || !/^[01]{1,32}$/.test(bits)) return "bits are not binary digits";
  if (typeof hash !== "string" || !HASH.test(hash)) return "sha256 is not a hash";
  if (!Number.isSafeInteger(files) || (files as number) < 1) return "files is not a count";
  const isSize = Number.isSafeInteger(bytes) && (bytes as number) > 0;
  if (!isSize || (bits.length < HASH_DIGITS && (bytes as number) > LARGEST_PART)) return "bytes is not its size";
  return undefined;
}

function entryFault(entry: unknown, kept: boolean): string | undefined {
  if (typeof entry !== "object" || entry === null) return "is not an object";
  const { path, bytes, sha256: hash, etag, cache, encodings, unnamed_since: since } = entry as Partial<KeptEntry>;
  if (typeof path !== "string") return "has no path";
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) return `${path}: bytes is not a size`;
  if (typeof hash !== "string" || !HASH.test(hash)) return `${path}: sha256 is not a hash`;
  if (typeof etag !== "string" || !/^"[\x21\x23-\x7e]+"$/.test(etag)) return `${path}: etag is not an ETag`;
  if (!CACHES.includes(cache)) return `${path}: unknown cache class`;
  if (!Array.isArray(encodings) || !encodings.every((one) => ENCODINGS.includes(one))) return `${path}: unknown encoding`;
  if (new Set(encodings).size !== encodings.length) return `${path}: an encoding occurs twice`;
  if (kept && (typeof since !== "string" || Number.isNaN(Date.parse(since)))) return `${path}: unnamed_since is not a time`;
  return undefined;
}
