import type { PageAssets } from "../../build/site/assets/assets.ts";
import type { FileGroup, TreeFile } from "../../build/tree/file.ts";

/** The files of a tree, those of groups among them. */
export function allFiles(files: Iterable<TreeFile | FileGroup>): TreeFile[] {
  return [...files].flatMap((one) => ("files" in one ? [...one.files()] : one));
}

/** For trees without assets of pages. */
export const NO_ASSETS: PageAssets = { key: "", files: () => [] };
