import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { locked } from "../platform/lock.ts";
import type { TreePaths } from "./tree-paths.ts";

/**
 * Prevents other builds and mirrors of the same tree while `work` runs.
 *
 * @throws UserError `build-running`
 */
export function lockedTree<T>(fs: TreeFileSystem, places: TreePaths, work: () => Promise<T>): Promise<T> {
  return locked(fs, places.lock, (holder) => running(places, holder), work);
}

function running(places: TreePaths, holder: string): UserError {
  const hint = `wait for it; if no build runs on any machine, delete ${holder}`;
  return new UserError("build-running", `another build is writing ${places.out}`, hint);
}
