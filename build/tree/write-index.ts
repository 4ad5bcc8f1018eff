import { join } from "node:path";
import { sha256 } from "../platform/hash.ts";
import type { IndexDifference } from "./index-difference.ts";
import { type IndexNode, type IndexRoots, nodesBelow } from "./index-node.ts";
import { type Staging, stage } from "./staging.ts";

/** What a new index is written from. */
interface IndexChange {
  index: IndexRoots;
  /** How the index of the previous tree differs from it. */
  difference: IndexDifference;
  /** How many files the folder of that index has; undefined if this is unknown. */
  filesBefore: number | undefined;
}

/** Stages the files of the index that the tree does not have. */
export function stageIndex(staging: Staging, { index, difference, filesBefore }: IndexChange): void {
  const { fs, places, staged } = staging;
  // Another number of files shows that one was added or removed.
  const isKnown = filesBefore !== undefined && filesBefore === countIndex(staging);
  const changed = isKnown ? [...difference.values()].flatMap(({ files }) => files.after) : nodesBelow(index.values());
  for (const node of [...changed, ...index.values()]) if (!staged.has(node.path) && !isThere(node)) write(node);

  function isThere({ path, sha256: hash }: IndexNode): boolean {
    const file = join(places.out, path);
    return fs.stat(file)?.kind === "file" && sha256(fs.read(file)) === hash;
  }

  function write(node: IndexNode): void {
    const text = node.text();
    stage(staging, node.path, node.sha256, (to) => fs.write(to, text));
  }
}

/** How many files the folder of the index has. */
export function countIndex({ fs, places }: Pick<Staging, "fs" | "places">): number {
  const folder = join(places.out, "index");
  return fs.stat(folder)?.kind === "folder" ? fs.list(folder).length : 0;
}
