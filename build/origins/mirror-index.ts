import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { sha256 } from "../platform/hash.ts";
import { pathFault, SNAPSHOT_FILE, sectionFile, writeFault } from "../tree/file.ts";
import { countFault, indexFaults, parseSection } from "../tree/index-section.ts";
import { readInsideSync } from "../tree/read.ts";
import { replacedFile } from "../tree/unindexed.ts";
import { badPath, malformed, mayBeMixed, tooLarge, wrongHash } from "./mirror-errors.ts";
import { type Origin, type ReadOptions, readWhole } from "./origin.ts";

/** The index of the tree to copy. */
export interface MirrorIndex {
  /** The sections with their text. */
  sections: readonly { path: string; sha256: string; text: () => Buffer }[];
  /** Entries by the name of their section. */
  bySection: ReadonlyMap<string, readonly IndexEntry[]>;
  /** Every file except sections and record, in the best order to fetch them. */
  entries: readonly IndexEntry[];
  /** Size of all of them, without variants. */
  bytes: number;
}

interface IndexOptions {
  /** For all files and sections together. */
  maxBytes: number;
  /** Folder of the local tree: unchanged sections are read there. */
  dir?: string;
  /** Known texts of sections, by SHA-256. */
  here?: ReadonlyMap<string, Buffer>;
  signal?: AbortSignal;
}

/**
 * Reads the index that a record names. Sizes are bounded by the record, hashes of sections are checked, and each path must be inside
 * the tree and unique.
 *
 * @throws UserError `mirror-malformed`, `mirror-bad-path`, `mirror-too-large`, `mirror-wrong-hash`, and as `Origin.read`
 */
export async function readIndex(origin: Origin, snapshot: SnapshotRecord, options: IndexOptions): Promise<MirrorIndex> {
  checkSections(snapshot);
  const ofSections = snapshot.index.reduce((sum, { bytes }) => sum + bytes, 0);
  if (ofSections > options.maxBytes) throw tooLarge("the index", options.maxBytes);
  const sections: { path: string; sha256: string; text: () => Buffer }[] = [];
  const bySection = new Map<string, IndexEntry[]>();
  for (const section of snapshot.index) {
    const text =
      options.here?.get(section.sha256) ??
      ownSection(section, options.dir) ??
      (await fetchSection(origin, section, options.signal));
    sections.push({ path: section.path, sha256: section.sha256, text: () => text });
    const listed = parse(section.name, text);
    const fault = countFault(section, listed);
    if (fault) throw malformed(section.path, fault);
    bySection.set(section.name, listed);
  }
  const entries = [...bySection.values()].flat();
  checkPaths(entries);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes + ofSections > options.maxBytes) throw tooLarge("the tree", options.maxBytes);
  return { sections, bySection, entries: entries.toSorted((a, b) => ORDER[a.cache] - ORDER[b.cache]), bytes };
}

/** Files that a rebuild replaces are last: on a slow line the others are complete by then, and stay valid after a replacement. */
const ORDER: Record<IndexEntry["cache"], number> = { immutable: 0, day: 1, minute: 2 };

function checkSections(snapshot: SnapshotRecord): void {
  const names = new Set<string>();
  for (const { name, path, bytes, files } of snapshot.index) {
    if (path !== sectionFile(name)) throw badPath(path, `not where the section ${name} belongs`);
    if (names.has(name)) throw badPath(path, "a section of that name is there already");
    if (bytes < 0 || files < 0) throw malformed(path, "has a negative size");
    names.add(name);
  }
  const [fault] = indexFaults(snapshot);
  if (fault) throw malformed(SNAPSHOT_FILE, fault);
}

type Section = SnapshotRecord["index"][number];

function ownSection({ path, sha256: hash }: Section, dir: string | undefined): Buffer | undefined {
  const text = dir === undefined ? undefined : readInsideSync(dir, path);
  return text && sha256(text) === hash ? text : undefined;
}

async function fetchSection(origin: Origin, section: Section, signal: AbortSignal | undefined): Promise<Buffer> {
  try {
    return await readSection(origin, section, { signal, fresh: false });
  } catch (error) {
    if (!mayBeMixed(error)) throw error;
    return readReplaced(origin, section, signal);
  }
}

/** Reads a section past caches, or under its hash, where an object store keeps the previous ones. */
async function readReplaced(origin: Origin, section: Section, signal: AbortSignal | undefined): Promise<Buffer> {
  try {
    return await readSection(origin, section, { signal, fresh: true });
  } catch (error) {
    if (!mayBeMixed(error)) throw error;
    const path = replacedFile(section.sha256);
    return readSection(origin, { ...section, path }, { signal, fresh: false }).catch(() => {
      throw error;
    });
  }
}

async function readSection(
  origin: Origin,
  { path, bytes, sha256: hash }: Section,
  { signal, fresh }: { signal: AbortSignal | undefined; fresh: boolean },
): Promise<Buffer> {
  const options: ReadOptions = { maxBytes: bytes, fresh, ...(signal && { signal }) };
  const text = await readWhole(origin, path, options);
  if (sha256(text) !== hash) throw wrongHash(path, "is not the one that snapshot.json names");
  return text;
}

function parse(name: string, text: Buffer): IndexEntry[] {
  try {
    return parseSection(name, text.toString("utf8"));
  } catch (error) {
    const path = pathsIn(text).find((one) => pathFault(one));
    if (path !== undefined) throw badPath(path, pathFault(path) ?? "");
    throw malformed(sectionFile(name), (error as Error).message.replace(`${sectionFile(name)} `, ""));
  }
}

/** The error for a malformed section. */
function pathsIn(text: Buffer): string[] {
  try {
    const list: unknown = JSON.parse(text.toString("utf8"));
    if (!Array.isArray(list)) return [];
    return list.map((entry: { path?: unknown } | null) => entry?.path).filter((path) => typeof path === "string");
  } catch {
    return [];
  }
}

/** Also refuses a file that would be the folder of another. */
function checkPaths(entries: readonly IndexEntry[]): void {
  const paths = new Set<string>();
  for (const { path } of entries) {
    const fault = writeFault(path) ?? (paths.has(path) ? "it stands there twice" : undefined);
    if (fault) throw badPath(path, fault);
    paths.add(path);
  }
  for (const path of paths) {
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
      if (paths.has(path.slice(0, at))) throw badPath(path, "a file has the name of its folder");
    }
  }
}
