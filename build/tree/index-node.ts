import { hashOfPath, startsWithBits } from "../contract/wire/index-part.ts";
import type { IndexEntry, SnapshotRecord } from "../contract/wire/snapshot.ts";
import { once } from "../platform/lists.ts";
import { createPool } from "../platform/pool.ts";
import { fileOfPart, fileOfSection, type IndexFile, indexFileKey, isList, parseFile } from "./index-section.ts";

/** A file of an index. What it lists is read and checked when it is first needed. */
export interface IndexNode extends IndexFile {
  /** Whether it lists parts, and not files of the tree. */
  isList: boolean;
  /** The listed files of the tree, by path; none if it lists parts. @throws Error as `read` of `openIndex`, IndexError */
  entries: () => readonly IndexEntry[];
  /** The listed parts, by bits; none if it lists files of the tree. @throws as `entries` */
  parts: () => readonly IndexNode[];
  /** The content of the file. @throws as `read` of `openIndex` */
  text: () => string | Uint8Array;
}

/** The files of the sections of an index by name, in the order of the record. */
export type IndexRoots = ReadonlyMap<string, IndexNode>;

export const NO_ROOTS: IndexRoots = new Map();

/**
 * The index that a record names.
 *
 * @param read the bytes of a file, which have the hash that the file is named by; throws Error if there is no such file
 * @param known files that need not be read, by `indexFileKey`
 */
export function openIndex(
  { index }: Pick<SnapshotRecord, "index">,
  read: (file: IndexFile) => Uint8Array,
  known: ReadonlyMap<string, IndexNode> = new Map(),
): IndexRoots {
  const nodeOf = (file: IndexFile): IndexNode => {
    const there = known.get(indexFileKey(file));
    if (there) return there;
    const lines = once(() => parseFile(file, read(file)));
    const parts = once(() => {
      const given = lines();
      return "parts" in given ? given.parts.map((part) => nodeOf(fileOfPart(file.section, part))) : [];
    });
    const entries = () => {
      const given = lines();
      return "entries" in given ? given.entries : [];
    };
    return { ...file, isList: isList(file), entries, parts, text: () => read(file) };
  };
  return new Map(index.map((section) => [section.name, nodeOf(fileOfSection(section))]));
}

/** How the files of an index are fetched. */
interface IndexFetching {
  /** The bytes of a file. They have the hash that the file is named by. */
  fetch: (file: IndexFile) => Promise<Uint8Array>;
  atATime: number;
  /** Files of another index that has been read; they are not fetched. */
  known?: Iterable<IndexNode> | undefined;
}

/** Fetches and checks every file of the index that a record names. @throws IndexError, and as `fetch` */
export async function fetchIndex(
  snapshot: Pick<SnapshotRecord, "index">,
  { fetch, atATime, known = [] }: IndexFetching,
): Promise<IndexRoots> {
  const texts = new Map<string, Uint8Array>();
  const here = new Map(Array.from(known, (node) => [indexFileKey(node), node]));
  const roots = openIndex(snapshot, ({ sha256 }) => texts.get(sha256) ?? new Uint8Array(), here);
  for (let level = [...roots.values()]; level.length > 0; level = level.flatMap((node) => node.parts())) {
    const pool = createPool(atATime);
    const fetchNode = async (node: IndexNode) => {
      texts.set(node.sha256, await fetch(node));
      node.entries();
    };
    try {
      for (const node of level) if (!here.has(indexFileKey(node))) await pool.add(() => fetchNode(node));
    } finally {
      await pool.drain();
    }
  }
  return roots;
}

/** The list of files in which a path is, or would be. Empty if there is none. */
export function entriesNear(root: IndexNode | undefined, path: string): readonly IndexEntry[] {
  const hash = hashOfPath(path);
  let node = root;
  while (node?.isList) node = node.parts().find(({ bits }) => startsWithBits(hash, bits));
  return node?.entries() ?? [];
}

/** The entry of a path in a section. */
export function entryIn(root: IndexNode | undefined, path: string): IndexEntry | undefined {
  return entriesNear(root, path).find((entry) => entry.path === path);
}

/** The section that has a path, and its entry there. */
export function findIn(roots: Iterable<[string, IndexNode]>, path: string): { section: string; entry: IndexEntry } | undefined {
  for (const [section, root] of roots) {
    const entry = entryIn(root, path);
    if (entry) return { section, entry };
  }
  return undefined;
}

/** The given files of the index and all parts of them, at any depth. */
export function* nodesBelow(nodes: Iterable<IndexNode>): Generator<IndexNode> {
  for (const node of nodes) {
    yield node;
    if (node.isList) yield* nodesBelow(node.parts());
  }
}

/** All files of the tree that the given files of the index list. */
export function* entriesBelow(nodes: Iterable<IndexNode>): Generator<IndexEntry> {
  for (const node of nodesBelow(nodes)) yield* node.entries();
}
