import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { preparedFiles } from "../../platform/prepared-files.ts";
import type { ReadyFile } from "../files.ts";

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
    ...[
      "style.css",
      "start.css",
      "data.css",
      "tools.css",
      "lists.css",
      "map.css",
      "reference.css",
      "icon.svg",
      "site.webmanifest",
    ].map((name) => ({
      path: `assets/${name}`,
      bytes: readFileSync(new URL(name, import.meta.url)),
    })),
    ...["coarse", "fine"].map((name) => ({
      path: `assets/map/${name}.json`,
      bytes: gunzipSync(readFileSync(new URL(`${name}.json.gz`, BASE_MAP))),
    })),
    { path: "assets/map/labels.json", bytes: readFileSync(new URL("labels.json", BASE_MAP)) },
    ...prepared,
  ];
}
