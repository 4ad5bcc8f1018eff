import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the program is: the checkout, or the installed package. */
export const PROGRAM = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of the code that runs: `build` in a checkout, `compiled` in an installed package. */
export const CODE = basename(fileURLToPath(new URL("../", import.meta.url)));

/** Written when the package is packed: the hash of the compiled program, and of the sources that it was compiled from. */
export const PACKED_HASHES = "prepared/hashes.json";

export interface PackedHashes {
  compiled: string;
  sources: string;
}

/** A build reads no other files of these folders: no backup of an editor, no file of a desktop. */
const READ = /\.(ts|js|json|css|svg|txt|tsv|gz|geojson|html)$|^LICENSE$/;

/**
 * Identifies the program: SHA-256 over the names and the bytes of its files. What the same files made can be used again.
 *
 * @param paths of files and folders, below `root`; one that does not exist counts as empty
 * @throws Error of the file system for a file that cannot be read
 */
export function programHash(paths: readonly string[], root: string = PROGRAM): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((one) => filesBelow(one, root))) {
    const bytes = readFileSync(root + path);
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/**
 * `programHash` over the sources also of an installed package, as long as its files are those that were packed: a checkout and
 * a package of one version then make the same trees.
 *
 * @param pathsOf what to hash, for the name of the folder of the code
 */
export function sourceHash(pathsOf: (code: string) => readonly string[], root: string = PROGRAM, code = CODE): string {
  const own = programHash(pathsOf(code), root);
  if (!existsSync(root + PACKED_HASHES)) return own;
  const { compiled, sources } = JSON.parse(readFileSync(root + PACKED_HASHES, "utf8")) as PackedHashes;
  return own === compiled ? sources : own;
}

/**
 * Whether none of the files was written since, by the clock of the file system.
 *
 * @param instant ms since 1970 UTC
 */
export function unchangedSince(paths: readonly string[], instant: number, root: string = PROGRAM): boolean {
  const files = paths.flatMap((path) => filesBelow(path, root));
  return files.every((path) => statSync(root + path).ctimeMs < instant);
}

/** The files that a build may read, in a fixed order; none for a path that does not exist. */
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
