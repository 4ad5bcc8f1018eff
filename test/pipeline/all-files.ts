import { sourceRecord } from "../../build/answers/service.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { type TreeOptions, treeFiles } from "../../build/pipeline/tree-files.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import type { PageAssets } from "../../build/site/assets/assets.ts";
import { isoTime } from "../../build/store/civil-time.ts";
import type { FileGroup, TreeFile } from "../../build/tree/file.ts";
import { type WriteTreeOptions, type WrittenTree, writeTree } from "../../build/tree/write-tree.ts";

/** The files of a tree, those of groups among them. */
export function allFiles(files: Iterable<TreeFile | FileGroup>): TreeFile[] {
  return [...files].flatMap((one) => ("files" in one ? [...one.files()] : one));
}

/** For trees without assets of pages. */
export const NO_ASSETS: PageAssets = { key: "", files: () => [] };

/** Writes the whole tree of a catalogue into a folder. */
export function plantWhole(
  out: string,
  catalogue: Catalogue,
  { assets = NO_ASSETS, steps = [], ...options }: TreeOptions & Pick<WriteTreeOptions, "steps"> & { assets?: PageAssets } = {},
): Promise<WrittenTree> {
  const { files, manifest: shards } = makeShards(shardInput(catalogue, options.packBelow));
  const snapshot = { as_of: isoTime(catalogue.asOf), sources: catalogue.sources.map(sourceRecord), shards };
  return writeTree({ out, files: treeFiles(catalogue, files, assets, options), snapshot, steps });
}
