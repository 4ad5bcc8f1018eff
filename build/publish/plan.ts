import { createHash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { unpack } from "../platform/compress.ts";
import { sha256 } from "../platform/hash.ts";
import { PAGE_SECTIONS, SHARD_SECTIONS, SIGNATURE_FILE, VARIANT_SUFFIX } from "../tree/file.ts";
import { indexDifference } from "../tree/index-difference.ts";
import { entriesBelow, type IndexRoots, nodesBelow } from "../tree/index-node.ts";
import { type IndexFile, KEPT_SECTION, type KeptEntry } from "../tree/index-section.ts";
import { readIndex, readRecord } from "../tree/read.ts";
import { replacedFile, UNINDEXED } from "../tree/unindexed.ts";
import { type Listed, unpublishable } from "./target.ts";

export interface LocalTree {
  dir: string;
  snapshot: SnapshotRecord;
  recordBytes: Buffer;
  signature: Buffer | undefined;
  index: IndexRoots;
}

/** @throws UserError `tree-missing`, `tree-damaged` */
export async function readLocalTree(dir: string): Promise<LocalTree> {
  const { snapshot, recordBytes } = await readRecord(dir);
  const signature = readPlain(dir, SIGNATURE_FILE);
  return { dir, snapshot, recordBytes: Buffer.from(recordBytes), signature, index: await readIndex(dir, snapshot) };
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
interface Standing {
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
  index: IndexRoots;
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
export function planPublish(standing: Standing): PublishPlan {
  const { ours } = standing;
  const compared = comparedEntries(standing);
  const sections = [...compared.here].map(([name, entries]) => ({ name, files: filesOf(entries, ours.variants) }));
  const isToSend = isMissing(standing, compared);
  const send = (choose: (name: string) => boolean) =>
    sections.filter(({ name }) => choose(name)).flatMap(({ files }) => files.filter(isToSend));
  const { removed, left } = removals(standing, compared);
  return {
    shards: send((name) => SHARDS.has(name)),
    replaced: replacedFiles(standing, compared),
    answers: send((name) => !SHARDS.has(name) && !PAGES.has(name)),
    pages: send((name) => PAGES.has(name)),
    index: missingIndex(standing),
    removed,
    left,
  };
}

/** Entries by section, of our tree and at the target. */
type Compared = Record<"here" | "there", ReadonlyMap<string, readonly IndexEntry[]>>;

/** The entries that may need work: those that differ, or all if the two indexes do not tell. */
function comparedEntries({ ours, theirs, seen }: Standing): Compared {
  if (!theirs || seen || ours.variants !== theirs.variants) {
    const all = (index: IndexRoots = new Map()) => new Map(Array.from(index, ([name, root]) => [name, [...entriesBelow([root])]]));
    return { here: all(ours.index), there: all(theirs?.index) };
  }
  const difference = [...indexDifference(theirs.index, ours.index)];
  const pick = (which: "before" | "after") =>
    new Map(difference.map(([name, { entries }]) => [name, entries.flatMap((change) => change[which] ?? [])]));
  return { here: pick("after"), there: pick("before") };
}

const SHARDS: ReadonlySet<string> = new Set([...SHARD_SECTIONS, KEPT_SECTION]);
const PAGES: ReadonlySet<string> = new Set(PAGE_SECTIONS);

/** A file of the index, and its variants if they are objects of their own. */
export function filesOf(entries: readonly IndexEntry[], variants: boolean): IndexedFile[] {
  if (!variants) return entries.map((entry) => ({ entry, encoding: undefined }));
  return entries.flatMap((entry) => [undefined, ...entry.encodings].map((encoding) => ({ entry, encoding })));
}

function isMissing({ theirs, seen, etagOf }: Standing, { there }: Compared): (file: IndexedFile) => boolean {
  const before = new Map([...there.values()].flat().map((entry) => [entry.path, entry]));
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
  const before = new Set(Array.from(nodesBelow(theirs?.index.values() ?? []), ({ path }) => path));
  const all = new Map(Array.from(nodesBelow(ours.index.values()), (file) => [file.path, file]));
  return [...all.values()].filter((file) => (seen ? seen.get(file.path)?.etag !== etagOf(asIndexedFile(file)) : !before.has(file.path)));
}

/** A file of the index as it is sent. */
export function asIndexedFile({ path, sha256, bytes }: IndexFile): IndexedFile {
  return { entry: { path, sha256, bytes, etag: "", cache: "immutable", encodings: [] }, encoding: undefined };
}

/** Files at fixed paths of the previous snapshot that will change or be removed. */
function replacedFiles({ seen }: Standing, { here, there }: Compared): Replaced[] {
  const now = new Map([...here.values()].flat().map(({ path, sha256 }) => [path, sha256]));
  const files = [...there.values()].flat().filter(({ cache }) => cache !== "immutable");
  // If a copy exists, an interrupted run may have replaced the file already.
  const isThere = (sha256: string) => seen?.has(replacedFile(sha256)) === true;
  const other = files.filter(({ path, sha256 }) => now.get(path) !== sha256 && !isThere(sha256));
  return [...new Map(other.map(({ path, sha256 }) => [sha256, { path, sha256 }])).values()];
}

function removals({ ours, theirs }: Standing, { here, there }: Compared): { removed: string[]; left: string[] } {
  const paths = new Set(filesOf([...here.values()].flat(), ours.variants).map(pathOf));
  const removed: string[] = [];
  const left: string[] = [];
  for (const [name, entries] of there) {
    const gone = filesOf(entries, theirs?.variants ?? false).filter((file) => !paths.has(pathOf(file)));
    for (const file of gone) {
      const isNeeded = SHARDS.has(name) && !paths.has(file.entry.path) && !isOverdue(file.entry, ours.asOf);
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
