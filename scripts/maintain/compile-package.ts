/**
 * Makes the JavaScript that only an installed package has, before npm packs it: the program, compiled to `compiled/`, and the
 * modules `quaketree/client` and `quaketree/event-service` with their types, in `client/`.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { preparedFile } from "../../build/platform/prepared-files.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMPILER = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
/** Files that the program reads beside its own code. */
const ASSETS = "site/assets";

for (const folder of ["compiled", "client"]) rmSync(join(ROOT, folder), { recursive: true, force: true });

const project = join(ROOT, "build/tsconfig.package.json");
execFileSync(process.execPath, [COMPILER, "-p", project, "--outDir", join(ROOT, "compiled")], { stdio: "inherit" });
for (const name of readdirSync(join(ROOT, "build", ASSETS)).filter((file) => !/\.(ts|css)$/.test(file))) {
  copyFileSync(join(ROOT, "build", ASSETS, name), join(ROOT, "compiled", ASSETS, name));
}

mkdirSync(join(ROOT, "client"));
for (const name of ["client.js", "client.d.ts", "event-service.js", "event-service.d.ts"]) {
  writeFileSync(join(ROOT, "client", name), await preparedFile(`tree/assets/${name}`));
}
