import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { ignoringErrors } from "../platform/lock.ts";
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
  /** Number of its files. */
  files: number;
  /** Their stored keys and paths, as text, which most builds only copy. */
  lines: string;
}

const FORMAT = 4;
const KEY = /^[\x21-\x7e]{0,64}$/;
const NAME = /^[\x21-\x7e]+$/;

/** Begins the line of a group: its key, its name, the number of its files, and the length of their lines, which follow. */
const GROUP = "@";

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

/**
 * Reads the keys of the files of a tree, which are stored beside it. They are used only if they are undamaged and belong to this
 * tree: without them every file is made again, with the same bytes.
 *
 * @param owner identifies the tree and the program that made it
 */
export function readKeys(fs: TreeFileSystem, file: string, owner: string): Keys | undefined {
  if (fs.stat(file)?.kind !== "file") return undefined;
  const bytes = Buffer.from(fs.read(file));
  const end = bytes.indexOf("\n");
  const [line, rest] = [bytes.toString("latin1", 0, end), bytes.subarray(end + 1)];
  const head = headIn(line);
  if (!head || line !== headText({ ...head, owner }, rest)) return undefined;
  const body = rest.toString("latin1");
  const single = body.startsWith(GROUP) ? 0 : body.indexOf(`\n${GROUP}`) + 1 || body.length;
  return { ...head, files: keysIn(body.slice(0, single)), groups: groupsIn(body.slice(single)) };
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

function groupsIn(body: string): Map<string, GroupKeys> {
  const groups = new Map<string, GroupKeys>();
  for (let at = 0; at < body.length; ) {
    const start = body.indexOf("\n", at) + 1;
    const [key = "", name = "", files, length] = body.slice(at + GROUP.length, start - 1).split(" ");
    at = start + Number(length);
    groups.set(name, { key, files: Number(files), lines: body.slice(start, at) });
  }
  return groups;
}

/** The line of a file, as in `GroupKeys.lines`. */
export function keyLine(path: string, stored: string): string {
  return `${stored} ${path}\n`;
}

/** Replaces the file in one step. */
export function writeKeys(fs: TreeFileSystem, file: string, owner: string, keys: Keys): void {
  // Keys, names and paths are ASCII.
  const body = Buffer.from(bodyOf(keys), "latin1");
  const draft = `${file}.next`;
  fs.remove(draft);
  try {
    fs.write(draft, Buffer.concat([Buffer.from(`${headText({ ...keys, owner }, body)}\n`), body]));
    fs.rename(draft, file);
  } catch (error) {
    ignoringErrors(() => fs.remove(draft));
    throw error;
  }
}

/** Whether two trees have the same keys. */
export function areSameKeys(a: Keys, b: Keys): boolean {
  return bodyOf(a) === bodyOf(b);
}

function bodyOf({ files, groups }: Keys): string {
  let body = "";
  for (const [path, key] of files) body += keyLine(path, key);
  for (const [name, { key, files: count, lines }] of groups) body += `${GROUP}${key} ${name} ${count} ${lines.length}\n${lines}`;
  return body;
}

interface Head {
  bytes: number;
  indexFiles: number;
}

function headIn(line: string): Head | undefined {
  try {
    const { bytes, indexFiles } = JSON.parse(line) as Partial<Head>;
    return Number.isSafeInteger(bytes) && Number.isSafeInteger(indexFiles) ? (JSON.parse(line) as Head) : undefined;
  } catch {
    return undefined;
  }
}

function headText({ bytes, indexFiles, owner }: Head & { owner: string }, body: Uint8Array): string {
  return JSON.stringify({ format: FORMAT, owner, bytes, indexFiles, keys: sha256(body) });
}
