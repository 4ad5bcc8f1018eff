import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../../shared/corpus/", import.meta.url);

/** Whether the corpus of real agency data lies beside the project. Tests that need it are skipped without it. */
export const corpusPresent: boolean = existsSync(ROOT);

/** Absolute path of a file or folder of the corpus. */
export function corpus(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}
