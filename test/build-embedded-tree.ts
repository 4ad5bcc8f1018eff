import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { build } from "../build/commands/build.ts";
import { loadConfig } from "../build/config.ts";
import { silentReport } from "../build/report.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of a tree built from the embedded data, with the grid; to be read only. */
    embeddedTree: string;
  }
}

/** Builds the tree that `inject("embeddedTree")` names; removed when all is done. */
export async function setup(project: TestProject): Promise<() => void> {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-embedded-"));
  const out = join(dir, "tree");
  await build({ out, config: loadConfig(undefined), grid: true, report: silentReport });
  project.provide("embeddedTree", out);
  return () => rmSync(dir, { recursive: true, force: true });
}
