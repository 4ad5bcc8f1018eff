import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { ignoringErrors } from "../platform/lock.ts";
import type { TreeFile } from "./file.ts";

/** Stored keys of the files of a tree, by path. */
export type Keys = ReadonlyMap<string, string>;

const FORMAT = 1;
const KEY = /^[\x21-\x7e]{0,64}$/;

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

/**
 * Reads the keys of the files of a tree, which are stored beside it. They are used only if they are undamaged and belong to this
 * record: without them every file is made again, with the same bytes.
 *
 * @param record SHA-256 of the `snapshot.json` of the tree
 */
export function readKeys(fs: TreeFileSystem, file: string, record: string): Keys {
  if (fs.stat(file)?.kind !== "file") return new Map();
  const text = Buffer.from(fs.read(file)).toString("utf8");
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  if (text.slice(0, end) !== headOf(record, body)) return new Map();
  const keys = new Map<string, string>();
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(" ", at);
    const next = body.indexOf("\n", space);
    keys.set(body.slice(space + 1, next), body.slice(at, space));
    at = next + 1;
  }
  return keys;
}

/** Replaces the file in one step. */
export function writeKeys(fs: TreeFileSystem, file: string, record: string, keys: Keys): void {
  let body = "";
  for (const [path, key] of keys) body += `${key} ${path}\n`;
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

function headOf(record: string, body: string): string {
  return JSON.stringify({ format: FORMAT, record, keys: sha256(body) });
}
