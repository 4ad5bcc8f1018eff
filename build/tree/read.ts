import { type BigIntStats, constants, lstatSync, readFileSync, realpathSync } from "node:fs";
import { type FileHandle, open, readFile, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { IndexEntry, IndexSection, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { pathFault, SNAPSHOT_FILE } from "./file.ts";
import { parseSection } from "./index-section.ts";
import { parseRecord } from "./record.ts";

/** A tree on disk as its record and index describe it. */
export interface Tree {
  dir: string;
  snapshot: SnapshotRecord;
  /** The bytes of `snapshot.json`. */
  recordBytes: Uint8Array;
  /** Of the file that was read; it may have been replaced since. */
  recordStat: BigIntStats;
  /** Every file except the record, the sections and the variants. */
  files: ReadonlyMap<string, IndexEntry>;
}

/**
 * Reads `snapshot.json`.
 *
 * @throws UserError `tree-missing` if there is none, `tree-broken` if it is malformed
 */
export async function readRecord(dir: string): Promise<Omit<Tree, "dir" | "files">> {
  const handle = await openInside(dir, SNAPSHOT_FILE);
  if (!handle) throw new UserError("tree-missing", `there is no tree at ${dir}`, "run `quaketree build` first");
  try {
    const recordStat = await handle.stat({ bigint: true });
    const recordBytes = await readFile(handle);
    return { snapshot: parseRecord(new TextDecoder().decode(recordBytes)), recordBytes, recordStat };
  } finally {
    await handle.close();
  }
}

/**
 * Reads the record and the whole index.
 *
 * @throws UserError `tree-missing`, or `tree-broken` if a section is missing, malformed or not the one in the record
 */
export async function openTree(dir: string): Promise<Tree> {
  const record = await readRecord(dir);
  return { dir, ...record, files: filesByPath(await readSections(dir, record.snapshot)) };
}

/** Entries of the index by the name of their section, in the order of the record. */
export type Sections = ReadonlyMap<string, readonly IndexEntry[]>;

/**
 * Reads the whole index.
 *
 * @param known another tree: sections that both have are not parsed again
 * @throws UserError `tree-broken`
 */
export async function readSections(
  dir: string,
  { index }: Pick<SnapshotRecord, "index">,
  known?: { snapshot: Pick<SnapshotRecord, "index">; sections: Sections },
): Promise<Sections> {
  const sections = new Map<string, readonly IndexEntry[]>();
  for (const section of index) {
    const text = await readSectionText(dir, section);
    const same = known?.snapshot.index.some(
      ({ name, sha256: hash }) => name === section.name && hash === section.sha256,
    );
    const entries = same ? known?.sections.get(section.name) : undefined;
    sections.set(section.name, entries ?? parseSection(section.name, new TextDecoder().decode(text)));
  }
  return sections;
}

/** The files of an index by path. */
export function filesByPath(sections: Sections): Map<string, IndexEntry> {
  return new Map([...sections.values()].flat().map((entry) => [entry.path, entry]));
}

/** One section of the index, checked against its hash. */
async function readSectionText(dir: string, section: IndexSection): Promise<Buffer> {
  const bytes = await readInside(dir, section.path);
  const hint = "build the tree again";
  if (!bytes) throw new UserError("tree-broken", `${section.path} is missing`, hint);
  if (sha256(bytes) === section.sha256) return bytes;
  throw new UserError("tree-broken", `${section.path} does not have the hash that ${SNAPSHOT_FILE} states`, hint);
}

/** The content of a file of the tree; undefined if there is no regular file at that path. */
export async function readInside(dir: string, path: string): Promise<Buffer | undefined> {
  const handle = await openInside(dir, path);
  if (!handle) return undefined;
  try {
    return await readFile(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file of the tree for reading; undefined if there is no regular file at that path, or a symbolic link leads out of the
 * tree. The caller closes the handle.
 */
export async function openInside(dir: string, path: string): Promise<FileHandle | undefined> {
  if (pathFault(path)) return undefined;
  try {
    const root = await realpath(dir);
    const file = await realpath(join(root, path));
    if (!isInside(root, file)) return undefined;
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** As `readInside`, for thousands of files one after the other: a promise for each costs more than the call. */
export function readInsideSync(dir: string, path: string): Buffer | undefined {
  if (pathFault(path)) return undefined;
  try {
    const root = realpathSync.native(dir);
    const file = realpathSync.native(join(root, path));
    if (!isInside(root, file) || !lstatSync(file).isFile()) return undefined;
    return readFileSync(file);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function isInside(root: string, file: string): boolean {
  return file.startsWith(root.endsWith(sep) ? root : root + sep);
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ENXIO" || code === "ENAMETOOLONG";
}
