import { join } from "node:path";
import { type StatusDocument, statusSchema } from "../contract/wire/status.ts";
import { UserError } from "../platform/error.ts";
import { explain, NODE_FILE_SYSTEM, type TreeFileSystem } from "../platform/file-system.ts";
import type { Fault } from "./file.ts";
import { readInsideSync } from "./read.ts";
import type { Transition } from "./transition.ts";
import { lockedTree, treePaths } from "./tree-paths.ts";
import { STATUS_FILE, STATUS_PAGE, UNINDEXED, unindexedFiles } from "./unindexed.ts";

/**
 * Writes the two files about the last run into a tree, each in one step. They are not in its index, so a run that changes nothing
 * else leaves the snapshot as it is.
 *
 * @param out folder of the tree
 * @throws UserError `build-running`, or for a folder that cannot be written
 */
export async function writeStatusFiles(out: string, files: { json: string; page: string }): Promise<void> {
  const fs = NODE_FILE_SYSTEM;
  try {
    const places = treePaths(fs, out);
    await lockedTree(fs, places, async () => {
      // A folder with only these files would prevent every build.
      if (!fs.stat(places.out)) return;
      fs.makeFolder(join(places.out, "status"));
      const draft = `${places.out}.status`;
      replace(fs, join(places.out, STATUS_FILE), draft, files.json);
      replace(fs, join(places.out, STATUS_PAGE), draft, files.page);
    });
  } catch (error) {
    throw explain(error, out);
  }
}

/**
 * The draft is beside the tree: after a crash, a draft inside the tree would be a foreign file. Its name is always the same, so that
 * the next run replaces it.
 */
function replace(fs: TreeFileSystem, path: string, draft: string, text: string): void {
  fs.remove(draft);
  fs.write(draft, text);
  fs.rename(draft, path);
}

/** Keeps the files of the previous tree, until the run that writes the next tree has written its own. */
export function keepStatusFiles({ fs, before, keep }: Transition): void {
  if (before) for (const path of unindexedFiles(fs, before.dir, UNINDEXED.status)) keep(path);
}

/** The status of the last run of `rebuild`; null if there is none. @throws UserError `status-malformed` */
export function readStatus(dir: string): StatusDocument | null {
  const bytes = readInsideSync(dir, STATUS_FILE);
  if (!bytes) return null;
  try {
    return statusSchema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new UserError("status-malformed", `${join(dir, STATUS_FILE)} is malformed`, "the next rebuild replaces it");
  }
}

/** The faults of the status files, if they exist. */
export function statusFaults(dir: string): Fault[] {
  const json = readInsideSync(dir, STATUS_FILE);
  const page = readInsideSync(dir, STATUS_PAGE);
  const faults: Fault[] = [];
  const addFault = (path: string, message: string) => faults.push({ path, kind: "content", message });
  const fault = json && documentFault(json);
  if (fault) addFault(STATUS_FILE, fault);
  if (page && !/^<!doctype html>[^]*<\/html>\s*$/.test(page.toString("utf8"))) addFault(STATUS_PAGE, "is not a complete page");
  return faults;
}

function documentFault(bytes: Buffer): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    return "is not JSON";
  }
  const checked = statusSchema.safeParse(value);
  const issue = checked.error?.issues[0];
  return issue && `${issue.path.join(".") || "the whole"}: ${issue.message}`;
}
