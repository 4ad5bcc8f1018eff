import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { preparedFiles } from "../../platform/prepared-files.ts";
import type { ReadyFile } from "../files.ts";
import { FONT_FILES, fontAddress } from "./fonts.ts";

const FONTS = new URL("../../../data/fonts/", import.meta.url);
const BASE_MAP = new URL("../../../data/base-map/", import.meta.url);

/**
 * The page assets that are the same in every tree: the project's own files, the base map, and files generated when the
 * package is built.
 */
export async function pageAssets(): Promise<ReadyFile[]> {
  const prepared = [...(await preparedFiles())]
    .filter(([name]) => name.startsWith("tree/"))
    .map(([name, bytes]) => ({ path: name.slice("tree/".length), bytes }));
  return [
    ...Object.keys(FONT_FILES).map((name) => ({
      path: fontAddress(name).slice(1),
      bytes: readFileSync(new URL(`${name}.woff2`, FONTS)),
    })),
    { path: "assets/fonts/licence.txt", bytes: readFileSync(new URL("LICENSE", FONTS)) },
    ...["icon.svg", "site.webmanifest"].map((name) => ({
      path: `assets/${name}`,
      bytes: readFileSync(new URL(name, import.meta.url)),
    })),
    { path: "assets/map/fine.json", bytes: gunzipSync(readFileSync(new URL("fine.json.gz", BASE_MAP))) },
    { path: "assets/map/labels.json", bytes: readFileSync(new URL("labels.json", BASE_MAP)) },
    ...prepared,
  ];
}
