import { join } from "node:path";
import { type IndexEntry, SNAPSHOT_FILE } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import type { TreeFileSystem } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { SIGNATURE_FILE, VARIANT_SUFFIX } from "./file.ts";
import { entriesBelow, type IndexRoots, nodesBelow } from "./index-node.ts";
import { lastPlan } from "./plan.ts";
import { readRecord } from "./read.ts";
import { variantsOf } from "./staging.ts";
import type { TreePaths } from "./tree-paths.ts";
import { reservedFor, STAGED } from "./unindexed.ts";

interface Folder {
  dir: string;
  index: IndexRoots;
}

/**
 * Looks at every byte of every file.
 *
 * @returns paths of damaged files
 * @throws Error for a damaged file of the index
 */
export function damagedFiles(fs: TreeFileSystem, { dir, index }: Folder): Set<string> {
  const damaged = new Set<string>();
  for (const entry of entriesBelow(index.values())) if (!isWhole(fs, dir, entry)) damaged.add(entry.path);
  return damaged;
}

/** Whether a file that the last plan has moved is not as it was: after a power cut, or where a plan was given up. */
export function hasSuspects(fs: TreeFileSystem, places: TreePaths): boolean {
  const { moves = [] } = lastPlan(fs, places) ?? {};
  return moves.some(([path, hash]) => hash && path !== SNAPSHOT_FILE && !hasHash(fs, join(places.out, path), hash));
}

function hasHash(fs: TreeFileSystem, file: string, hash: string): boolean {
  try {
    return fs.stat(file)?.kind === "file" && sha256(fs.read(file)) === hash;
  } catch {
    return false;
  }
}

/** Paths of files in the folder that do not belong to a tree with this index. */
export function foreignFiles(fs: TreeFileSystem, dir: string, index: IndexRoots): string[] {
  const named = new Set<string>([SNAPSHOT_FILE, SIGNATURE_FILE]);
  for (const { path } of nodesBelow(index.values())) named.add(path);
  for (const entry of entriesBelow(index.values())) for (const path of [entry.path, ...variantsOf(entry)]) named.add(path);
  const isOurs = (path: string) =>
    named.has(path) || [path, path.replace(/\.(?:br|gz)$/, "")].some((one) => reservedFor(one) !== undefined);
  return filesBelow(fs, dir, "").filter((path) => !isOurs(path));
}

/** Paths of all files; those of empty folders too. */
function filesBelow(fs: TreeFileSystem, dir: string, folder: string): string[] {
  const names = fs.list(join(dir, folder));
  if (names.length === 0) return folder === "" ? [] : [folder];
  return names.flatMap((name) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    return fs.stat(join(dir, path))?.kind === "folder" ? filesBelow(fs, dir, path) : [path];
  });
}

/** Refuses a folder that is not a tree, before anything in it is changed. @throws UserError `out-not-a-tree` */
export async function refuseForeign(fs: TreeFileSystem, dir: string): Promise<void> {
  const stat = fs.stat(dir);
  if (!stat || (stat.kind === "folder" && fs.list(dir).length === 0)) return;
  // A first tree whose plan was interrupted has no record yet.
  const isBegun = () => fs.list(dir).join() === "replaced" || fs.stat(join(dir, STAGED)) !== undefined;
  if (stat.kind === "folder" && isBegun()) return;
  const fault = stat.kind === "folder" ? await recordFault(dir) : "is not a folder";
  if (fault !== undefined) throw new UserError("out-not-a-tree", `${dir} ${fault}`, "choose another folder, or move it away");
}

/** Undefined for a tree. */
async function recordFault(dir: string): Promise<string | undefined> {
  try {
    await readRecord(dir);
    return undefined;
  } catch (error) {
    const isRead = error instanceof UserError && error.code === "tree-damaged";
    return isRead ? `holds files that are not a tree: ${error.message}` : "holds files that are not a tree";
  }
}

function isThere(fs: TreeFileSystem, dir: string, { path, bytes, encodings }: IndexEntry): boolean {
  const stat = fs.stat(join(dir, path));
  if (stat?.kind !== "file" || stat.size !== bytes) return false;
  return encodings.every((encoding) => (fs.stat(join(dir, path + VARIANT_SUFFIX[encoding]))?.size ?? 0) > 0);
}

export function isWhole(fs: TreeFileSystem, dir: string, entry: IndexEntry): boolean {
  try {
    return isThere(fs, dir, entry) && sha256(fs.read(join(dir, entry.path))) === entry.sha256;
  } catch {
    // A file that cannot be read is written again.
    return false;
  }
}
