import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Config } from "../config/config.ts";
import { SNAPSHOT_FILE } from "../contract/wire/snapshot.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { filesBelow, PROGRAM, stateOf } from "../platform/program.ts";
import { hasRenderer } from "../site/share/renderer.ts";
import type { Derive } from "../store/derive.ts";
import { SIGNATURE_FILE } from "../tree/file.ts";
import { planIn } from "../tree/plan.ts";
import type { Signer } from "../tree/signature.ts";
import { treePaths } from "../tree/tree-paths.ts";
import type { WrittenTree } from "../tree/write-tree.ts";
import { logoState } from "./brand.ts";

/** What determines the tree, besides the program and the store. */
interface Request {
  /** Folder of the tree. */
  out: string;
  config: Config;
  signer?: Pick<Signer, "id"> | undefined;
  needsLive?: boolean | undefined;
}

/** The stored facts of the last build of a store into a folder. */
interface KeptBuild<Report> {
  /** SHA-256 of the record of the tree and of its signature. */
  record: string;
  report: Report;
}

/** Detects that a build would make the same tree again. */
interface SameBuild<Report> {
  /** The report of the last build, if its tree still exists and would be the same; undefined if the tree must be made. */
  last: () => Report | undefined;
  /** Called after the tree was made. */
  keep: (report: Report) => void;
}

/**
 * Finds out whether the tree at `out` was made by the same program with the same configuration from the same store: then a build
 * would make the same tree, and is skipped.
 *
 * @param store folder of the store
 * @param derive the cells beside it
 */
export function sameBuild<Report extends Pick<WrittenTree, "written" | "unchanged" | "removed">>(
  store: string,
  derive: Derive,
  { out, config, signer, needsLive }: Request,
): SameBuild<Report> {
  // A separate kind for each tree: a store may have several, and a build of one does not use the cells of the others.
  const name = `build-${sha256(resolve(out))}`;
  const inputsNow = () => [logoState(config), preparedFiles(), hasRenderer(), storeFiles(store), config, needsLive ?? false, signer?.id];
  const inputs = inputsNow();
  return {
    last: () => {
      const kept = derive.recall(name, inputs) as KeptBuild<Report> | undefined;
      if (!kept || kept.record !== recordHash(out) || !isSettled(out)) return undefined;
      const { written, unchanged } = kept.report;
      return { ...kept.report, written: 0, unchanged: written + unchanged, removed: 0 };
    },
    keep: (report) => {
      const record = recordHash(out);
      // Another process may have changed the store meanwhile.
      if (record === undefined || !isDeepStrictEqual(inputsNow(), inputs)) return;
      derive.put(name, inputs, { record, report } satisfies KeptBuild<Report>);
    },
  };
}

/** Folders of a store that do not affect the result of a build. */
const OTHER_FOLDERS = new Set(["derived", "journal", "kept"]);

function preparedFiles(): unknown[] {
  return filesBelow("prepared/files.bin", PROGRAM).map((path) => stateOf(PROGRAM + path));
}

/** Every file of a store that a build reads. */
function storeFiles(store: string): unknown[] {
  const agencies = entriesOf(store).filter((entry) => entry.isDirectory() && !OTHER_FOLDERS.has(entry.name));
  return agencies.flatMap(({ name }) =>
    readdirSync(join(store, name), { recursive: true, encoding: "utf8" }).map((file) => [name, file, stateOf(join(store, name, file))]),
  );
}

function entriesOf(store: string): Dirent[] {
  return existsSync(store) ? readdirSync(store, { withFileTypes: true }) : [];
}

/** Whether the last plan was carried out. An operator who removed the cells of a tree wants the tree to be compared again. */
function isSettled(out: string): boolean {
  const places = treePaths(NODE_FILE_SYSTEM, out);
  return !planIn(NODE_FILE_SYSTEM, places) && existsSync(places.cells);
}

/** Undefined if there is no tree. */
function recordHash(out: string): string | undefined {
  const [record, signature] = [SNAPSHOT_FILE, SIGNATURE_FILE].map((name) => join(out, name)) as [string, string];
  if (!existsSync(record)) return undefined;
  const files = [record, ...(existsSync(signature) ? [signature] : [])];
  return sha256(JSON.stringify(files.map((file) => readFileSync(file, "utf8"))));
}
