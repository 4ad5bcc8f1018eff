import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../../shared/corpus/", import.meta.url);

/** Whether the corpus of real agency data lies beside the project. Tests that need it are skipped without it. */
export const corpusPresent: boolean = existsSync(ROOT);

/** Absolute path of a file or folder of the corpus. */
export function corpus(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

/**
 * @param report takes one line, which says whether the corpus is present
 * @throws Error where it is absent and the environment variable `REQUIRE_CORPUS` is set
 */
export function reportCorpus(env: NodeJS.ProcessEnv, report: (line: string) => void, isPresent: boolean = corpusPresent): void {
  if (isPresent) return report("corpus of real captures: present");
  if (env["REQUIRE_CORPUS"]) throw new Error("REQUIRE_CORPUS is set, and ../shared/corpus is absent");
  report("SKIPPED: the tests of real captures (corpus of real captures: absent from ../shared/corpus)");
}
