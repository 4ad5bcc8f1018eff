import { identityOf } from "../hosts/load-tree.ts";
import { UserError } from "../platform/error.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { treePaths } from "../tree/tree-paths.ts";
import { replaced } from "./origin.ts";
import type { VerifyReport } from "./verify.ts";

/** Maximum number of attempts. */
const ROUNDS = 5;
/** The time for a build to put the next tree in place, which takes two renames, ms. */
const WAIT_MS = 200;

export interface OneSnapshot {
  /** Checks the current tree. */
  check: () => Promise<VerifyReport>;
  sleep: (ms: number) => Promise<void>;
  /** Called before each new attempt. */
  again: () => void;
}

/**
 * Checks a tree that a build may replace meanwhile. A result counts only if the tree was the same from the beginning to the end of
 * the check; otherwise the check starts again. Takes no lock and changes nothing.
 *
 * @throws UserError `tree-replaced` if the tree was replaced during every attempt; and what `check` throws
 */
export async function checkOneSnapshot(dir: string, { check, sleep, again }: OneSnapshot): Promise<VerifyReport> {
  for (let round = 1; ; round++) {
    const before = await identityOf(dir);
    const checked = await check().catch((error: unknown) => ({ error }));
    if ("ok" in checked && checked.ok) return checked;
    const after = await identityOf(dir);
    const isGone = after === undefined;
    if (before === after && !(isGone && isBetweenRenames(dir))) {
      if ("error" in checked) throw checked.error;
      return checked;
    }
    if (round >= ROUNDS) {
      if (isGone && "error" in checked && checked.error instanceof UserError) throw checked.error;
      throw replaced(dir, ROUNDS);
    }
    if (isGone) await sleep(WAIT_MS);
    again();
  }
}

function isBetweenRenames(dir: string): boolean {
  return NODE_FILE_SYSTEM.stat(treePaths(NODE_FILE_SYSTEM, dir).old) !== undefined;
}
