import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { ignoringErrors } from "../platform/lock.ts";
import type { FileGroup, TreeFile } from "./file.ts";

/** What the files of a tree were made of. */
export interface Keys {
  /** Stored keys of all files, by path. */
  files: ReadonlyMap<string, string>;
  /** Groups that have a key, by name. */
  groups: ReadonlyMap<string, GroupKeys>;
}

export interface GroupKeys {
  key: string;
  /** Paths of its files. */
  paths: readonly string[];
}

const NO_KEYS: Keys = { files: new Map(), groups: new Map() };

const FORMAT = 2;
const KEY = /^[\x21-\x7e]{0,64}$/;
const NAME = /^[\x21-\x7e]+$/;

/** Begins the line of a group. The lines of its files follow it. */
const GROUP = "@";

/**
 * The stored text of a file: its key, if it has one, and whether its variants were made. The index does not distinguish a file
 * that was never compressed from one that compression does not make smaller.
 *
 * @throws Error for an invalid key
 */
export function storedKey({ path, key = "", compress }: TreeFile): string {
  if (!KEY.test(key)) throw new Error(`the key of ${path} is not one of at most 64 characters without spaces`);
  return `${compress ? "+" : "-"}${key}`;
}

export function wasCompressed(stored: string | undefined): boolean {
  return stored?.startsWith("+") === true;
}

/** @throws Error if the name or the key of a group cannot be stored */
export function checkGroup({ name, key = "" }: FileGroup): void {
  if (!NAME.test(name)) throw new Error(`the name of the group ${JSON.stringify(name)} is not one without spaces`);
  if (!KEY.test(key))
    throw new Error(`the key of the group ${name} is not one of at most 64 characters without spaces`);
}

/**
 * Reads the keys of the files of a tree, which are stored beside it. They are used only if they are undamaged and belong to this
 * record: without them every file is made again, with the same bytes.
 *
 * @param record SHA-256 of the `snapshot.json` of the tree
 */
export function readKeys(fs: TreeFileSystem, file: string, record: string): Keys {
  if (fs.stat(file)?.kind !== "file") return NO_KEYS;
  const text = Buffer.from(fs.read(file)).toString("utf8");
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  if (text.slice(0, end) !== headOf(record, body)) return NO_KEYS;
  const files = new Map<string, string>();
  const groups = new Map<string, { key: string; paths: string[] }>();
  let group: { key: string; paths: string[] } | undefined;
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(" ", at);
    const next = body.indexOf("\n", space);
    const [key, name] = [body.slice(at, space), body.slice(space + 1, next)];
    if (key.startsWith(GROUP)) {
      group = { key: key.slice(GROUP.length), paths: [] };
      groups.set(name, group);
    } else {
      files.set(name, key);
      group?.paths.push(name);
    }
    at = next + 1;
  }
  return { files, groups };
}

/** Replaces the file in one step. */
export function writeKeys(fs: TreeFileSystem, file: string, record: string, keys: Keys): void {
  const body = bodyOf(keys);
  const draft = `${file}.next`;
  fs.remove(draft);
  try {
    fs.write(draft, `${headOf(record, body)}\n${body}`);
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

/** Files without a group come first, so that no line says where a group ends. */
function bodyOf({ files, groups }: Keys): string {
  const grouped = new Set([...groups.values()].flatMap(({ paths }) => paths));
  let body = "";
  for (const [path, key] of files) if (!grouped.has(path)) body += `${key} ${path}\n`;
  for (const [name, { key, paths }] of groups) {
    body += `${GROUP}${key} ${name}\n`;
    for (const path of paths) body += `${files.get(path)} ${path}\n`;
  }
  return body;
}

function headOf(record: string, body: string): string {
  return JSON.stringify({ format: FORMAT, record, keys: sha256(body) });
}
