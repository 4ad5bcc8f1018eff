import { identityOf } from "../hosts/load-tree.ts";
import { UserError } from "../platform/error.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { planIn } from "../tree/plan.ts";
import { treePaths } from "../tree/tree-paths.ts";
import { replaced } from "./origin.ts";
import type { VerifyReport } from "./verify.ts";

/** Maximum number of attempts. */
const ROUNDS = 5;
/** The time for a build to carry out its plan, ms. */
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
    if (before === after && !isPlanned(dir)) {
      if ("error" in checked) throw checked.error;
      return checked;
    }
    if (round >= ROUNDS) {
      if (after === undefined && "error" in checked && checked.error instanceof UserError) throw checked.error;
      throw replaced(dir, ROUNDS);
    }
    if (isPlanned(dir)) await sleep(WAIT_MS);
    again();
  }
}

/** Whether a plan is being carried out, or was interrupted: then files of the next tree are at their paths. */
function isPlanned(dir: string): boolean {
  return planIn(NODE_FILE_SYSTEM, treePaths(NODE_FILE_SYSTEM, dir));
}
