import { UserError } from "../error.ts";
import { locked } from "../lock.ts";
import type { TreeFileSystem } from "./file-system.ts";
import type { Places } from "./places.ts";

/**
 * Keeps other builds and mirrors of the same tree away while `work` runs.
 *
 * @throws UserError `build-running`
 */
export function lockedTree<T>(fs: TreeFileSystem, places: Places, work: () => Promise<T>): Promise<T> {
  return locked(fs, places.lock, (holder) => running(places, holder), work);
}

function running(places: Places, holder: string): UserError {
  const hint = `wait for it; if no build runs on any machine, delete ${holder}`;
  return new UserError("build-running", `another build is writing ${places.out}`, hint);
}
