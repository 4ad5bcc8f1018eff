import { readFileSync } from "node:fs";
import type { CacheClass } from "../../contract/table/endpoints.ts";
import { preparedFiles } from "../../platform/prepared-files.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import type { ReadyFile } from "../files.ts";
import { FONT_FILES, fontAddress } from "./fonts.ts";

const FONTS = new URL("../../../data/fonts/", import.meta.url);
const BASE_MAP = new URL("../../../data/base-map/", import.meta.url);

/** What prepared files of a tree begin with, before their path in the tree. */
export const IN_TREE = "tree/";

export interface PageAssets {
  /** Identifies the files that are not of the program. */
  key: string;
  /** Reads the files. */
  files: () => ReadyFile[];
}

/**
 * The page assets that are the same in every tree: the project's own files, the base map, and files generated when the
 * package is built, with their compressed forms.
 */
export async function pageAssets(): Promise<PageAssets> {
  const { key, files } = await preparedFiles();
  return { key, files: () => allAssets(files) };
}

function allAssets(prepared: ReadonlyMap<string, Uint8Array>): ReadyFile[] {
  return [
    ...Object.keys(FONT_FILES).map((name) => ({
      path: fontAddress(name).slice(1),
      bytes: readFileSync(new URL(`${name}.woff2`, FONTS)),
    })),
    { path: "assets/fonts/licence.txt", bytes: readFileSync(new URL("LICENSE", FONTS)) },
    ...["icon.svg", "quaketree.py", "site.webmanifest"].map((name) => ({
      path: `assets/${name}`,
      bytes: readFileSync(new URL(name, import.meta.url)),
    })),
    { path: "assets/map/labels.json", bytes: readFileSync(new URL("labels.json", BASE_MAP)) },
    ...[...prepared.keys()]
      .filter((name) => name.startsWith(IN_TREE) && !isVariant(name))
      .map((name) => {
        const [br, gzip] = [prepared.get(name + VARIANT_SUFFIX.br), prepared.get(name + VARIANT_SUFFIX.gzip)];
        const variants = { ...(br && { br }), ...(gzip && { gzip }) };
        return { path: name.slice(IN_TREE.length), bytes: prepared.get(name) as Uint8Array, variants };
      }),
  ];
}

function isVariant(name: string): boolean {
  return Object.values(VARIANT_SUFFIX).some((suffix) => name.endsWith(suffix));
}

/** How long browsers keep an asset. The bundler puts a hash of the content into the names of the shared ones. */
export function cacheOfAsset(path: string): CacheClass {
  return path.startsWith("assets/pages/shared/") ? "immutable" : "day";
}
