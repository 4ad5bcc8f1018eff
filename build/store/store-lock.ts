import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { UserError } from "../platform/error.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { locked } from "../platform/lock.ts";
import { TEMPORARY, unwritable } from "./store.ts";

/**
 * Runs `work` with the lock of a store, whose folder is created if it is missing. Reading needs no lock. Temporary files of
 * interrupted runs are removed first.
 *
 * @throws UserError `store-in-use` if another run holds the lock, `store-unwritable`
 */
export async function lockedStore<T>(dir: string, work: () => Promise<T>): Promise<T> {
  // A store has one lock, whatever path leads to it.
  const store = existsSync(dir) ? NODE_FILE_SYSTEM.resolve(dir) : path.resolve(dir);
  let working = false;
  try {
    return await locked(
      NODE_FILE_SYSTEM,
      path.join(store, "lock"),
      (holder) => inUse(dir, holder),
      async () => {
        removeDrafts(store);
        working = true;
        const result = await work();
        working = false;
        return result;
      },
    );
  } catch (error) {
    if (working || error instanceof UserError) throw error;
    throw unwritable(dir, error);
  }
}

function inUse(dir: string, holder: string): UserError {
  const hint = `its result will be there when it has ended; if no run is left on any machine, delete ${holder}`;
  return new UserError("store-in-use", `another run is writing the store ${dir}`, hint);
}

const DRAFT = new RegExp(`\\${TEMPORARY}\\d+$`);

function removeDrafts(store: string): void {
  const files = readdirSync(store, { recursive: true, encoding: "utf8" });
  for (const file of files) {
    // Writers hold the lock, so these files are from runs that have ended.
    if (DRAFT.test(file)) NODE_FILE_SYSTEM.remove(path.join(store, file));
  }
}
