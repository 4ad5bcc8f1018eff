/**
 * What a package has ready: the module that its user imports as `quaketree/client`, without dependencies, with its types; and
 * the bundles of every tree, which the first build would make otherwise.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundles } from "../../build/site/bundles/bundles.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUT = join(ROOT, "client");

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
for (const { path, bytes } of await bundles()) {
  if (path === "assets/client.js") writeFileSync(join(OUT, "client.js"), bytes);
}
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const project = join(ROOT, "build/hosts/browser/tsconfig.client.json");
execFileSync(process.execPath, [compiler, "-p", project, "--outDir", join(OUT, "types")], { stdio: "inherit" });
