import { basename, join } from "node:path";
import { sha256 } from "../platform/hash.ts";
import type { IndexDifference } from "./index-difference.ts";
import { type IndexNode, type IndexRoots, nodesBelow } from "./index-node.ts";
import { linkOrCopy, type Staging } from "./staging.ts";

/** What a new index is written from. */
export interface IndexChange {
  index: IndexRoots;
  /** How the index of the previous tree differs from it. */
  difference: IndexDifference;
  /** How many files that index consists of; undefined if this is unknown. */
  filesBefore: number | undefined;
}

/**
 * Writes the files of the index. Those that the tree before has are linked.
 *
 * @returns how many files the index consists of
 */
export function writeIndex({ fs, dir, before }: Staging, change: IndexChange): number {
  const folder = join(dir, "index");
  fs.makeFolder(folder);
  const served = new Set(before === undefined || !fs.stat(join(before, "index")) ? [] : fs.list(join(before, "index")));
  const named = namesOf(change, served);
  const there = new Set(fs.list(folder));
  for (const name of there) if (!named.has(name)) fs.remove(join(folder, name));
  for (const [name, node] of named) {
    const [from, to] = [join(before ?? "", "index", name), join(folder, name)];
    // Others may have changed a file of the older tree.
    if (there.has(name) && served.has(name) && fs.isSame(from, to)) continue;
    if (there.has(name)) fs.remove(to);
    const isServed = served.has(name) && (!node || sha256(fs.read(from)) === node.sha256);
    if (isServed) linkOrCopy(fs, from, to);
    else if (node) fs.write(to, node.text());
  }
  return named.size;
}

/** The files of the index by name; without the node where the tree before has the file. */
function namesOf({ index, difference, filesBefore }: IndexChange, served: ReadonlySet<string>): ReadonlyMap<string, IndexNode | undefined> {
  const named = new Map<string, IndexNode | undefined>();
  // With another number of files, somebody has added or removed one.
  const isKnown = served.size === filesBefore;
  if (isKnown) for (const name of served) named.set(name, undefined);
  const changes = isKnown ? [...difference.values()].map(({ files }) => files) : [];
  for (const name of changes.flatMap(({ before }) => before).map(nameOf)) named.delete(name);
  for (const node of isKnown ? changes.flatMap((files) => files.after) : nodesBelow(index.values())) named.set(nameOf(node), node);
  // Sections without entries have the same file.
  for (const root of index.values()) if (!named.has(nameOf(root))) named.set(nameOf(root), root);
  return named;
}

function nameOf({ path }: IndexNode): string {
  return basename(path);
}
