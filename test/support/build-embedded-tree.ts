import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { settingsOf } from "../../build/config/config.ts";
import type { ChangeEntry, ChangeList } from "../../build/contract/resources/resources.ts";
import { build } from "../../build/pipeline/build.ts";
import { silentReport } from "../../build/platform/report.ts";
import { memoryFolder } from "./memory-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of a tree built from the embedded data, with the grid; to be read only. */
    embeddedTree: string;
  }
}

/** Builds the tree that `inject("embeddedTree")` names; removed when all is done. */
export async function setup(project: TestProject): Promise<() => void> {
  const dir = mkdtempSync(join(memoryFolder(process.env).TMPDIR ?? tmpdir(), "quaketree-embedded-"));
  const out = join(dir, "tree");
  await build({ out, config: settingsOf({ grid: true }), report: silentReport });
  haveChanged(out);
  project.provide("embeddedTree", out);
  return () => rmSync(dir, { recursive: true, force: true });
}

/** Gives the feed of a tree that was just begun an hour with an entry, so that there is something to ask for. */
function haveChanged(out: string): void {
  const path = join(out, "api/changes.json");
  const list = JSON.parse(readFileSync(path, "utf8")) as ChangeList;
  const { snapshot: to } = list;
  const from = { id: "0".repeat(16), sequence: to.sequence - 1, as_of: "2018-02-07T01:48:14.000Z" };
  const entry: ChangeEntry = { from, to, added: [], revised: [], withdrawn: [], left_window: [] };
  const hour = to.as_of.slice(0, 13);
  mkdirSync(join(out, "api/changes"), { recursive: true });
  writeFileSync(join(out, `api/changes/${hour}.json`), JSON.stringify({ hour, entries: [entry] }));
  const hours = [{ hour, from: from.sequence, to: to.sequence }];
  writeFileSync(path, JSON.stringify({ ...list, hours, entries: [entry] }));
}
