import { dirname } from "node:path";
import { UserError } from "../error.ts";
import type { TreeFileSystem } from "./file-system.ts";
import { isOtherProcess, type Places } from "./places.ts";

/** Trees that this process is planting; the lock file alone cannot tell two plantings of one process apart. */
const planting = new Set<string>();

/**
 * Keeps a second planting away while `work` runs. A lock whose process is gone counts for nothing.
 *
 * @throws UserError `build-running`
 */
export async function locked<T>(fs: TreeFileSystem, places: Places, work: () => Promise<T>): Promise<T> {
  if (planting.has(places.out)) throw running(places);
  planting.add(places.out);
  try {
    fs.makeFolder(dirname(places.out));
    takeLock(fs, places);
    // Not in a finally: where the work has failed its error is the one to tell.
    const result = await work().catch((error: unknown) => {
      tryTo(() => fs.remove(places.lock));
      throw error;
    });
    fs.remove(places.lock);
    return result;
  } finally {
    planting.delete(places.out);
  }
}

function takeLock(fs: TreeFileSystem, places: Places): void {
  if (fs.look(places.lock)) {
    // Without the end of its line it was cut short, and the number may be that of anybody.
    const holder = /^(\d+)\n$/.exec(new TextDecoder().decode(fs.read(places.lock)))?.[1];
    if (isOtherProcess(Number(holder))) throw running(places);
    fs.remove(places.lock);
  }
  try {
    fs.write(places.lock, `${process.pid}\n`);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? running(places) : error;
  }
}

/** For cleaning up after an error, where a second one would hide the first. */
export function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // What is left is cleaned up by the next run.
  }
}

function running(places: Places): UserError {
  const hint = `wait for it; if there is none, delete ${places.lock}`;
  return new UserError("build-running", `another build is writing ${places.out}`, hint);
}
