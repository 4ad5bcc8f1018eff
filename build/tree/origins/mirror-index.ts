import { partFile } from "../../contract/wire/index-part.ts";
import { type IndexEntry, SNAPSHOT_FILE, type SnapshotRecord } from "../../contract/wire/snapshot.ts";
import { sha256 } from "../../platform/hash.ts";
import { writeFault } from "../file.ts";
import { entriesBelow, fetchIndex, type IndexNode, type IndexRoots, nodesBelow } from "../index-node.ts";
import { IndexError, type IndexFile, indexFaults } from "../index-section.ts";
import { badPath, malformed, mayBeMixed, tooLarge, wrongHash } from "./mirror-errors.ts";
import { type Origin, placesOf, readWhole } from "./origin.ts";

/** The index of the tree to copy. */
export interface MirrorIndex {
  roots: IndexRoots;
  /** Every file except the index and the record, in the best order to fetch them. */
  entries: readonly IndexEntry[];
  /** Size of all of them, without variants. */
  bytes: number;
}

interface IndexOptions {
  /** For all files and the index together. */
  maxBytes: number;
  /** The index of the local tree, whose files are not fetched. */
  known?: IndexRoots | undefined;
  /** Files of the index that are here. */
  here?: Iterable<IndexNode> | undefined;
}

/** As small files of the tree. */
const AT_A_TIME = 8;

/**
 * Reads the index that a record names. Sizes are bounded by the record and the lists of parts, each file of the index must have the
 * hash that it is named by, and each path must be inside the tree and unique.
 *
 * @throws UserError `mirror-malformed`, `mirror-bad-path`, `mirror-too-large`, `mirror-wrong-hash`, and as `Origin.read`
 */
export async function readIndex(origin: Origin, snapshot: SnapshotRecord, options: IndexOptions): Promise<MirrorIndex> {
  const { maxBytes, known, here = [] } = options;
  checkSections(snapshot);
  const made = new Map(Array.from(here, (file) => [file.sha256, file]));
  let ofIndex = 0;
  const fetch = async (file: IndexFile) => {
    ofIndex += file.bytes;
    if (ofIndex > maxBytes) throw tooLarge("the index", maxBytes);
    return Buffer.from(made.get(file.sha256)?.text() ?? (await fetchIndexFile(origin, file)));
  };
  const fetching = { fetch, atATime: AT_A_TIME, known: known && nodesBelow(known.values()) };
  const roots = await fetchIndex(snapshot, fetching).catch((error: unknown) => {
    if (!(error instanceof IndexError)) throw error;
    const { file, fault, path } = error;
    throw path === undefined ? malformed(file, fault) : badPath(path, fault);
  });
  const entries = [...entriesBelow(roots.values())];
  checkPaths(entries);
  const bytes = sizeOf(entries);
  if (bytes + sizeOf(nodesBelow(roots.values())) > maxBytes) throw tooLarge("the tree", maxBytes);
  return { roots, entries: entries.toSorted((a, b) => ORDER[a.cache] - ORDER[b.cache]), bytes };
}

function sizeOf(files: Iterable<{ bytes: number }>): number {
  return Array.from(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Files that a rebuild replaces are last: on a slow line the others are complete by then, and stay valid after a replacement. */
const ORDER: Record<IndexEntry["cache"], number> = { immutable: 0, day: 1, minute: 2 };

function checkSections({ id, index }: SnapshotRecord): void {
  const names = new Set<string>();
  for (const section of index) {
    const { name, path, bytes, files } = section;
    if (path !== partFile(section.sha256)) throw badPath(path, `not where the section ${name} belongs`);
    if (names.has(name)) throw badPath(path, `a section of the name ${name} is there already`);
    if (bytes < 0 || files < 0) throw malformed(path, "has a negative size");
    names.add(name);
  }
  const [fault] = indexFaults({ id, index });
  if (fault) throw malformed(SNAPSHOT_FILE, fault);
}

async function fetchIndexFile(origin: Origin, file: IndexFile): Promise<Buffer> {
  let fault: unknown;
  for (const [path, fresh] of placesOf(file)) {
    try {
      return await readIndexFile(origin, { ...file, path }, fresh);
    } catch (error) {
      if (path !== file.path) break;
      if (!mayBeMixed(error)) throw error;
      fault = error;
    }
  }
  throw fault;
}

async function readIndexFile(origin: Origin, { path, bytes, sha256: hash }: IndexFile, fresh: boolean): Promise<Buffer> {
  const text = await readWhole(origin, path, { maxBytes: bytes, fresh });
  if (sha256(text) !== hash) throw wrongHash(path, "is not the one that snapshot.json names");
  return text;
}

/** Also refuses a file that would be the folder of another. */
function checkPaths(entries: readonly IndexEntry[]): void {
  const paths = new Set<string>();
  for (const { path } of entries) {
    const fault = writeFault(path) ?? (paths.has(path) ? "duplicate path" : undefined);
    if (fault) throw badPath(path, fault);
    paths.add(path);
  }
  for (const path of paths) {
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
      if (paths.has(path.slice(0, at))) throw badPath(path, "a file has the name of its folder");
    }
  }
}
