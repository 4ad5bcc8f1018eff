import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOfValues } from "./hash.ts";

/** Folder of the program: the checkout, or the installed package. */
export const PROGRAM = fileURLToPath(new URL("../../", import.meta.url));

/** Name of the folder of the code: `build` in a checkout, whose bundle says so, and `compiled` in an installed package. */
const CODE = basename(fileURLToPath(new URL("../", import.meta.url)));

/** A build reads no other files of these folders, such as the backup files of an editor. */
const READ = /\.(ts|js|json|css|svg|txt|tsv|gz|geojson|html|md|py|ttf|woff2|webmanifest)$|^LICENSE$/;

/**
 * SHA-256 over the names and the bytes of files of the program.
 *
 * @param paths of files and folders, below `root`; a missing one counts as empty
 * @throws Error of the file system for an unreadable file
 */
export function programHash(paths: readonly string[], root: string = PROGRAM): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((one) => filesBelow(one, root))) {
    const bytes = readFileSync(root + path);
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** Code, data and libraries of the program. Prepared files have a key of their own. */
const PARTS = [CODE, "data", "package.json"];

/**
 * The key of the program, and so of every result: its files by size, inode and times, since reading them takes longer, and the
 * versions of Node.js and its libraries. After an upgrade everything is made once, with the same bytes unless the upgrade changes
 * them.
 *
 * @param loadedAt time when the process loaded its modules, ms since 1970 UTC
 * @returns a key that never comes again if a file was written later, because the loaded code may differ from the file
 */
export function programKey(root: string = PROGRAM, loadedAt: number = performance.timeOrigin, parts: readonly string[] = PARTS): string {
  const files = parts.flatMap((part) => filesBelow(part, root)).map((path) => ({ path, ...stateOf(root + path) }));
  const isLoaded = files.every(({ changed }) => changed < loadedAt);
  return isLoaded ? hashOfValues([root, process.versions, files]) : randomUUID();
}

/** Identifies a version of a file: every write changes the time `ctime`, which only the system sets. Times are ms since 1970 UTC. */
export function stateOf(file: string): { size: number; inode: number; modified: number; changed: number } {
  const { size, ino, mtimeMs, ctimeMs } = statSync(file);
  return { size, inode: ino, modified: mtimeMs, changed: ctimeMs };
}

/** The files that a build may read, in a fixed order; none if the path does not exist. */
export function filesBelow(path: string, root: string): string[] {
  const kind = statSync(root + path, { throwIfNoEntry: false });
  if (!kind) return [];
  if (!kind.isDirectory()) return [path];
  const entries = readdirSync(root + path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(inside, root);
    return READ.test(entry.name) ? [inside] : [];
  });
}

/** The version of this program, from its package. */
export const { version: VERSION } = createRequire(import.meta.url)("../../package.json") as { version: string };

/** The name of this program with its version, as in `User-Agent`. */
export const PROGRAM_AND_VERSION: string = `quaketree/${VERSION}`;
