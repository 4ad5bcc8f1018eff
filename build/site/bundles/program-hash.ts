import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where the program lies: the checkout, or the installed package. */
export const PROGRAM = fileURLToPath(new URL("../../../", import.meta.url));

/** Nothing else of these folders is read by a build: no backup of an editor, no file of a desktop. */
const READ = /\.(ts|js|json|css|svg|txt|tsv|gz|geojson|html)$|^LICENSE$/;

/**
 * What the program is: SHA-256 over the names and the bytes of its files. Whatever was made by the same files can be used
 * again; what was made by others cannot be known to be the same.
 *
 * @param paths of files and folders, below `root`; one that is not there counts as empty
 * @throws Error of the file system for a file that cannot be read
 */
export function programHash(paths: readonly string[], root: string = PROGRAM): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((one) => filesIn(root, one))) {
    const bytes = readFileSync(root + path);
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * Whether none of the files was written since, by the clock of the file system.
 *
 * @param instant ms since 1970 UTC
 */
export function unchangedSince(paths: readonly string[], instant: number, root: string = PROGRAM): boolean {
  const files = paths.flatMap((path) => filesIn(root, path));
  return files.every((path) => statSync(root + path).ctimeMs < instant);
}

function filesIn(root: string, path: string): string[] {
  const kind = statSync(root + path, { throwIfNoEntry: false });
  if (!kind) return [];
  if (!kind.isDirectory()) return [path];
  const entries = readdirSync(root + path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(root, inside);
    return READ.test(entry.name) ? [inside] : [];
  });
}
