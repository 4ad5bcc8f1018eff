import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];
let ofFile: string | undefined;

/** A new folder. It is removed when the tests of the file that asked for it are done. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-"));
  made.push(dir);
  return dir;
}

/** The folder that helpers of one test file share. */
export function folderOfFile(): string {
  ofFile ??= temporaryFolder();
  return ofFile;
}

/** Removes every folder given out so far. */
export function removeTemporaryFolders(): void {
  ofFile = undefined;
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
}
