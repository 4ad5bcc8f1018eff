import { UserError } from "../error.ts";
import { locked } from "../lock.ts";
import type { TreeFileSystem } from "./file-system.ts";
import type { Places } from "./places.ts";

/**
 * Keeps a second planting away while `work` runs.
 *
 * @throws UserError `build-running`
 */
export function lockedTree<T>(fs: TreeFileSystem, places: Places, work: () => Promise<T>): Promise<T> {
  return locked(fs, places.lock, () => running(places), work);
}

function running(places: Places): UserError {
  const hint = `wait for it; if there is none, delete ${places.lock}`;
  return new UserError("build-running", `another build is writing ${places.out}`, hint);
}
