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

function compile(project: string, out: string): void {
  execFileSync(process.execPath, [COMPILER, "-p", join(ROOT, project), "--outDir", out], { stdio: "inherit" });
}

for (const folder of ["compiled", "client"]) rmSync(join(ROOT, folder), { recursive: true, force: true });

compile("build/tsconfig.package.json", join(ROOT, "compiled"));
for (const name of readdirSync(join(ROOT, "build", ASSETS)).filter((file) => !/\.(ts|css)$/.test(file))) {
  copyFileSync(join(ROOT, "build", ASSETS, name), join(ROOT, "compiled", ASSETS, name));
}

mkdirSync(join(ROOT, "client"));
for (const name of ["client.js", "event-service.js"]) {
  writeFileSync(join(ROOT, "client", name), await preparedFile(`tree/assets/${name}`));
}
compile("build/hosts/browser/tsconfig.client.json", join(ROOT, "client/types"));
