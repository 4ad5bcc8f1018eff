import { NODE_FILE_SYSTEM as fs } from "../../build/platform/file-system.ts";
import { recover } from "../../build/tree/plan.ts";
import { lockedTree, treePaths } from "../../build/tree/tree-paths.ts";

/** What every build and mirror begins with: it completes a plan that was cut short. */
export function recoverTree(out: string): Promise<string | undefined> {
  const places = treePaths(fs, out);
  return lockedTree(fs, places, async () => recover(fs, places));
}
