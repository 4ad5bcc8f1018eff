import { createHash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { unpack } from "../platform/compress.ts";
import { sha256 } from "../platform/hash.ts";
import { PAGE_SECTIONS, SHARD_SECTIONS, SIGNATURE_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import { type IndexFile, KEPT_SECTION, type KeptEntry, type ParsedFile } from "../tree/index-section.ts";
import { readIndex, readRecord, type Sections } from "../tree/read.ts";
import { replacedFile, UNINDEXED } from "../tree/unindexed.ts";
import { type Listed, unpublishable } from "./target.ts";

/** The tree to be published. */
export interface LocalTree {
  dir: string;
  snapshot: SnapshotRecord;
  recordBytes: Buffer;
  signature: Buffer | undefined;
  sections: Sections;
  /** The files of the index. */
  index: readonly ParsedFile[];
}

/** @throws UserError `tree-missing`, `tree-damaged` */
export async function readLocalTree(dir: string): Promise<LocalTree> {
  const { snapshot, recordBytes } = await readRecord(dir);
  const { sections, files: index } = await readIndex(dir, snapshot);
  const signature = readPlain(dir, SIGNATURE_FILE);
  return { dir, snapshot, recordBytes: Buffer.from(recordBytes), signature, sections, index };
}

/** The content of a regular file; undefined if there is none, or a part of its path is a symbolic link. */
export function readPlain(dir: string, path: string): Buffer | undefined {
  try {
    const file = join(realpathSync.native(dir), path);
    if (realpathSync.native(file) !== file || !lstatSync(file).isFile()) return undefined;
    return readFileSync(file);
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** A file of the index, or a variant of it, to be sent. */
export interface IndexedFile {
  entry: IndexEntry;
  encoding: "br" | "gzip" | undefined;
}

/** The path at the target. */
export function pathOf({ entry, encoding }: IndexedFile): string {
  return encoding ? entry.path + VARIANT_SUFFIX[encoding] : entry.path;
}

/** The content of a file to be sent. Content that does not match the index is never sent. @throws UserError `tree-damaged` */
export function readIndexed(dir: string, file: IndexedFile): Buffer {
  const path = pathOf(file);
  const bytes = readPlain(dir, path);
  if (!bytes) throw unpublishable(path, "is in the index but is not a regular file of the tree");
  if (isContent(bytes, file)) return bytes;
  throw unpublishable(path, file.encoding ? `does not unpack to ${file.entry.path}` : "does not match the index");
}

function isContent(bytes: Buffer, { entry, encoding }: IndexedFile): boolean {
  try {
    return sha256(encoding ? unpack(bytes, encoding, entry.bytes) : bytes) === entry.sha256;
  } catch {
    return false;
  }
}

/** The ETag that stores compute for an object that was sent in one piece: its MD5. */
export function md5Etag(bytes: Uint8Array): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

/** The local tree and the state of the target. */
export interface Standing {
  ours: Published;
  /** From the target's record and index; undefined if it has none. */
  theirs: Published | undefined;
  /** The objects at the target by path, if they were listed; otherwise its index is trusted. */
  seen: ReadonlyMap<string, Listed> | undefined;
  /** The ETag that the store gives to these bytes of ours; used only with `seen`. */
  etagOf: (file: IndexedFile) => string;
}

export interface Published {
  asOf: string;
  /** The files of the index, and the entries of each section. */
  index: readonly IndexFile[];
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
  /** Whether compressed variants have, or get, their own keys. */
  variants: boolean;
}

/** A path whose bytes are kept under their hash before they are replaced or removed. */
interface Replaced {
  path: string;
  sha256: string;
}

/** What publishing does, part by part, in this order; the record comes between `index` and `removed`. */
export interface PublishPlan {
  shards: readonly IndexedFile[];
  replaced: readonly Replaced[];
  answers: readonly IndexedFile[];
  pages: readonly IndexedFile[];
  index: readonly IndexFile[];
  /** Paths of the previous snapshot that no reader needs any more. */
  removed: readonly string[];
  /** Shards that an older snapshot may need and our index does not name: their age is reset, and they stay. */
  left: readonly string[];
}

/** The work that gives the target our tree. Pure. */
export function planPublish(given: Standing): PublishPlan {
  const standing = withoutShared(given);
  const { ours, theirs } = standing;
  const sections = [...ours.sections].map(([name, entries]) => ({ name, files: filesOf(entries, ours.variants) }));
  const isToSend = isMissing(standing);
  const send = (choose: (name: string) => boolean) =>
    sections.filter(({ name }) => choose(name)).flatMap(({ files }) => files.filter(isToSend));
  const here = new Set(sections.flatMap(({ files }) => files.map(pathOf)));
  const { removed, left } = removals(theirs, here, ours.asOf);
  return {
    shards: send((name) => SHARDS.has(name)),
    replaced: replacedFiles(standing),
    answers: send((name) => !SHARDS.has(name) && !PAGES.has(name)),
    pages: send((name) => PAGES.has(name)),
    index: missingIndex(standing),
    removed,
    left,
  };
}

/**
 * Leaves out the entries that both have, where these need no work. Entries of a file of the index that both have are the same
 * objects, so that no paths and hashes are compared.
 */
function withoutShared(standing: Standing): Standing {
  const { ours, theirs, seen } = standing;
  if (!theirs || seen || ours.variants !== theirs.variants) return standing;
  const here = new Set([...ours.sections.values()].flat());
  const shared = new Set([...theirs.sections.values()].flat().filter((entry) => here.has(entry)));
  const others = (published: Published): Published => ({
    ...published,
    sections: new Map([...published.sections].map(([name, all]) => [name, all.filter((entry) => !shared.has(entry))])),
  });
  return { ...standing, ours: others(ours), theirs: others(theirs) };
}

const SHARDS: ReadonlySet<string> = new Set([...SHARD_SECTIONS, KEPT_SECTION]);
const PAGES: ReadonlySet<string> = new Set(PAGE_SECTIONS);

/** A file of the index, and its variants if they are objects of their own. */
export function filesOf(entries: readonly IndexEntry[], variants: boolean): IndexedFile[] {
  if (!variants) return entries.map((entry) => ({ entry, encoding: undefined }));
  return entries.flatMap((entry) => [undefined, ...entry.encodings].map((encoding) => ({ entry, encoding })));
}

function isMissing({ theirs, seen, etagOf }: Standing): (file: IndexedFile) => boolean {
  const before = new Map([...(theirs?.sections.values() ?? [])].flat().map((entry) => [entry.path, entry]));
  return (file) => {
    const { entry, encoding } = file;
    const earlier = before.get(entry.path);
    // The cache class is a header of the object, so a change requires sending it again.
    if (earlier && earlier.cache !== entry.cache) return true;
    if (seen) return seen.get(pathOf(file))?.etag !== etagOf(file);
    if (earlier?.sha256 !== entry.sha256) return true;
    return encoding !== undefined && !(theirs?.variants && earlier.encodings.includes(encoding));
  };
}

/** Files of the index that the target lacks. Each is named by its hash, so that equal ones of two sections are one. */
function missingIndex({ ours, theirs, seen, etagOf }: Standing): IndexFile[] {
  const before = new Set(theirs?.index.map(({ path }) => path));
  const all = new Map(ours.index.map((file) => [file.path, file]));
  return [...all.values()].filter((file) => (seen ? seen.get(file.path)?.etag !== etagOf(asIndexedFile(file)) : !before.has(file.path)));
}

/** A file of the index as it is sent. */
export function asIndexedFile({ path, sha256, bytes }: IndexFile): IndexedFile {
  return { entry: { path, sha256, bytes, etag: "", cache: "immutable", encodings: [] }, encoding: undefined };
}

/** Files at fixed paths of the previous snapshot that will change or be removed. */
function replacedFiles({ ours, theirs, seen }: Standing): Replaced[] {
  if (!theirs) return [];
  const now = new Map([...ours.sections.values()].flat().map(({ path, sha256 }) => [path, sha256]));
  const files = [...theirs.sections.values()].flat().filter(({ cache }) => cache !== "immutable");
  // If a copy exists, an interrupted run may have replaced the file already.
  const isThere = (sha256: string) => seen?.has(replacedFile(sha256)) === true;
  const other = files.filter(({ path, sha256 }) => now.get(path) !== sha256 && !isThere(sha256));
  return [...new Map(other.map(({ path, sha256 }) => [sha256, { path, sha256 }])).values()];
}

function removals(theirs: Published | undefined, here: ReadonlySet<string>, asOf: string): { removed: string[]; left: string[] } {
  const removed: string[] = [];
  const left: string[] = [];
  for (const [name, entries] of theirs?.sections ?? []) {
    const gone = filesOf(entries, theirs?.variants ?? false).filter((file) => !here.has(pathOf(file)));
    for (const file of gone) {
      const isNeeded = SHARDS.has(name) && !here.has(file.entry.path) && !isOverdue(file.entry, asOf);
      (isNeeded ? left : removed).push(pathOf(file));
    }
  }
  return { removed, left };
}

/** Whether the previous tree kept a shard for its full time. */
function isOverdue(entry: IndexEntry & Partial<KeptEntry>, asOf: string): boolean {
  const { unnamed_since: since } = entry;
  return since !== undefined && Date.parse(asOf) - Date.parse(since) > UNINDEXED.replaced.keptFor;
}
