import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder, and those that it lies in. Not by `recursive: true`: where a folder is there but nothing can be made in
 * it (`/proc`), Node then tries for ever.
 *
 * @throws Error with the system's code: `EACCES`, `ENOENT`, `ENOTDIR`, `EROFS`, …
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
