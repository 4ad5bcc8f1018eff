import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { bundles } from "../bundles/bundles.ts";
import { mapAssets } from "../map/assets.ts";
import type { ReadyFile } from "../ready-file.ts";

const require = createRequire(import.meta.url);

function own(name: string): URL {
  return new URL(name, import.meta.url);
}

function swagger(name: string): string {
  return require.resolve(`swagger-ui-dist/${name}`);
}

/** Files of the pages that are the same in every tree: our own, the reference's program, and those for browsers. */
export async function pageAssets(): Promise<ReadyFile[]> {
  return [
    { path: "assets/style.css", bytes: readFileSync(own("style.css")) },
    { path: "assets/data.css", bytes: readFileSync(own("data.css")) },
    { path: "assets/tools.css", bytes: readFileSync(own("tools.css")) },
    { path: "assets/icon.svg", bytes: readFileSync(own("icon.svg")) },
    ...mapAssets(),
    ...(await bundles()),
    { path: "docs/reference.js", bytes: readFileSync(own("reference.js")) },
    { path: "docs/swagger-ui.css", bytes: readFileSync(swagger("swagger-ui.css")) },
    { path: "docs/swagger-ui-bundle.js", bytes: readFileSync(swagger("swagger-ui-bundle.js")) },
    { path: "docs/swagger-ui-licence.txt", bytes: readFileSync(swagger("LICENSE")) },
  ];
}
