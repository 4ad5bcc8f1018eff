/**
 * The cells of a tree: what its files were made of. They lie beside it, and count only with its record: a tree may be replaced by
 * another. Without them every file is made again, with the same bytes.
 */
import { UserError } from "../platform/error.ts";
import { once } from "../platform/lists.ts";
import type { Derive } from "../store/derive.ts";
import type { FileGroup, Section, TreeFile } from "./file.ts";

/** What the files of a tree were made of. */
export interface Keys {
  /** Size of all files of the tree, without variants and index. */
  bytes: number;
  /** How many files its index consists of. */
  indexFiles: number;
  /** Stored keys of the files that are in no group with a key, by path. */
  files: ReadonlyMap<string, string>;
  /** Groups that have a key, by name. */
  groups: ReadonlyMap<string, GroupKeys>;
}

export interface GroupKeys {
  key: string;
  files: number;
  /** Their stored keys and paths, as text. Read on first use. */
  lines: () => string;
}

const KEY = /^[\x21-\x7e]{0,64}$/;
const NAME = /^[\x21-\x7e]+$/;

/**
 * The stored text of a file: whether its variants were made, its cache class, its section and its key, if it has one. The index does
 * not distinguish a file that was never compressed from one that compression does not make smaller.
 *
 * @throws Error for an invalid key
 */
export function storedKey({ path, section, cache, key = "", compress }: TreeFile): string {
  if (!KEY.test(key)) throw new Error(`the key of ${path} is not one of at most 64 characters without spaces`);
  return `${compress ? "+" : "-"}${cache[0]}${section}:${key}`;
}

export function wasCompressed(stored: string | undefined): boolean {
  return stored?.startsWith("+") === true;
}

/** The section of a file with this stored key. */
export function storedSection(stored: string): Section {
  return stored.slice(2, stored.indexOf(":")) as Section;
}

/** @throws Error if the name or the key of a group cannot be stored */
export function checkGroup({ name, key = "" }: FileGroup): void {
  if (!NAME.test(name)) throw new Error(`the name of the group ${JSON.stringify(name)} is not one without spaces`);
  if (!KEY.test(key)) throw new Error(`the key of the group ${name} is not one of at most 64 characters without spaces`);
}

/** The cell of a tree. */
interface StoredTree extends Pick<Keys, "bytes" | "indexFiles"> {
  files: string;
  groups: Record<string, [key: string, files: number]>;
}

const TREE = "tree";
const groupCell = (name: string) => `group/${name}`;

/** @param record SHA-256 of the record of the tree */
export function readKeys(cells: Derive, record: string): Keys | undefined {
  const stored = cells.recall(TREE, [record]) as StoredTree | undefined;
  if (!stored || !Object.keys(stored.groups).every((name) => cells.spare(groupCell(name)))) return undefined;
  const linesOf = (name: string, key: string) => once(() => (cells.recall(groupCell(name), [key]) as string | undefined) ?? lost(name));
  const groups = Object.entries(stored.groups).map(([name, [key, files]]) => [name, { key, files, lines: linesOf(name, key) }] as const);
  return { ...stored, files: keysIn(stored.files), groups: new Map(groups) };
}

/** @throws UserError after which the whole tree is made again */
function lost(name: string): never {
  throw new UserError("tree-damaged", `the keys of ${name} are lost`);
}

/** Stored keys by path. */
export function keysIn(lines: string): Map<string, string> {
  const keys = new Map<string, string>();
  for (let at = 0; at < lines.length; ) {
    const space = lines.indexOf(" ", at);
    const next = lines.indexOf("\n", space);
    keys.set(lines.slice(space + 1, next), lines.slice(at, space));
    at = next + 1;
  }
  return keys;
}

/** The line of a file, as in `GroupKeys.lines`. */
export function keyLine(path: string, stored: string): string {
  return `${stored} ${path}\n`;
}

/** Keeps the cells of a tree, those of groups that were taken over as they are. @returns a warning if they cannot be written */
export function keepKeys(
  cells: Derive,
  record: string,
  { bytes, indexFiles, files, groups }: Keys,
  before: Keys | undefined,
): string | undefined {
  for (const [name, group] of groups) {
    if (before?.groups.get(name) !== group) cells.put(groupCell(name), [group.key], group.lines());
  }
  const stored = Object.fromEntries(Array.from(groups, ([name, group]) => [name, [group.key, group.files]]));
  const lines = Array.from(files, ([path, key]) => keyLine(path, key)).join("");
  cells.put(TREE, [record], { bytes, indexFiles, files: lines, groups: stored });
  return cells.save();
}
