import type { IndexEntry } from "../contract/wire/snapshot.ts";
import { entriesBelow, type IndexNode, type IndexRoots } from "./index-node.ts";
import { isSameEntry } from "./make-index.ts";

/** An entry that differs in two indexes, or that only one of them has. */
export interface EntryChange {
  path: string;
  before?: IndexEntry;
  after?: IndexEntry;
}

/** How a section of two indexes differs. */
interface SectionDifference {
  /** By path. */
  entries: readonly EntryChange[];
  /** The files of the section that only one of the two indexes has. */
  files: { before: readonly IndexNode[]; after: readonly IndexNode[] };
}

/** How two indexes differ, by section: those of the newer one first, in its order. */
export type IndexDifference = ReadonlyMap<string, SectionDifference>;

/** Compares two indexes. What has the same hash in both is not read. @throws as `entries` of `IndexNode` */
export function indexDifference(before: IndexRoots, after: IndexRoots): IndexDifference {
  const names = new Set([...after.keys(), ...before.keys()]);
  return new Map([...names].map((name) => [name, sectionDifference(before.get(name), after.get(name))]));
}

function sectionDifference(before: IndexNode | undefined, after: IndexNode | undefined): SectionDifference {
  const [older, newer] = [sideOf(before), sideOf(after)];
  do {
    [older.left, newer.left] = [without(older.left, newer.left), without(newer.left, older.left)];
  } while ([older, newer].map(openLists).some(Boolean));
  const [former, current] = [older, newer].map(({ lists, left }) => [...lists, ...left]) as [IndexNode[], IndexNode[]];
  return {
    entries: entryChanges(entriesBelow(older.left), entriesBelow(newer.left)),
    files: { before: without(former, current), after: without(current, former) },
  };
}

function without(nodes: readonly IndexNode[], others: readonly IndexNode[]): IndexNode[] {
  const keys = new Set(others.map(keyOf));
  return nodes.filter((node) => !keys.has(keyOf(node)));
}

/** One of the two indexes while they are compared. */
interface Side {
  /** Files that the other has not been found to have. */
  left: IndexNode[];
  /** Lists that were replaced by their parts. */
  lists: IndexNode[];
}

function sideOf(root: IndexNode | undefined): Side {
  return { left: root ? [root] : [], lists: [] };
}

/** Replaces the lists by their parts. @returns whether there were any */
function openLists(side: Side): boolean {
  const lists = side.left.filter(({ isList }) => isList);
  side.lists.push(...lists);
  side.left = side.left.flatMap((node) => (node.isList ? node.parts() : [node]));
  return lists.length > 0;
}

function keyOf({ path, bits }: IndexNode): string {
  return `${path} ${bits}`;
}

function entryChanges(before: Iterable<IndexEntry>, after: Iterable<IndexEntry>): EntryChange[] {
  const changes = changesByPath(before, after);
  return changes.filter((change) => !isSameEntry(change.before, change.after)).toSorted(byPath);
}

function changesByPath(before: Iterable<IndexEntry>, after: Iterable<IndexEntry>): EntryChange[] {
  const changes = new Map<string, EntryChange>();
  for (const entry of before) changes.set(entry.path, { path: entry.path, before: entry });
  for (const entry of after) changes.set(entry.path, { ...changes.get(entry.path), path: entry.path, after: entry });
  return [...changes.values()];
}

function byPath(a: EntryChange, b: EntryChange): number {
  return a.path < b.path ? -1 : 1;
}

/** The changes of all sections by path. A file that another section lists now is one change. */
export function pathChanges(difference: IndexDifference): ReadonlyMap<string, EntryChange> {
  const all = [...difference.values()].flatMap(({ entries }) => entries);
  const changes = changesByPath(
    all.flatMap(({ before }) => before ?? []),
    all.flatMap(({ after }) => after ?? []),
  );
  return new Map(changes.map((change) => [change.path, change]));
}
