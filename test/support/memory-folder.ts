import { accessSync, constants, statfsSync } from "node:fs";

/** The shared memory of Linux: a folder of files that are never written to a disk. */
const FOLDER = "/dev/shm";

/** Far more than the temporary files of two workers. A container has 64 MB unless told otherwise. */
const MIN_FREE = 2e9;

/** The environment in which temporary files are in memory; empty if TMPDIR is set, or there is not enough memory for them. */
export function memoryFolder({ TMPDIR }: NodeJS.ProcessEnv): { TMPDIR?: string } {
  return TMPDIR === undefined && hasRoom(FOLDER) ? { TMPDIR: FOLDER } : {};
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MIN_FREE;
  } catch {
    return false;
  }
}
