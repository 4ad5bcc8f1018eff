/**
 * Makes the JavaScript that only an installed package has, before npm packs it: the program, bundled into `compiled/` without its
 * libraries, and the modules `quaketree/client` and `quaketree/event-service` with their types, in `client/`.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleInto } from "../../build/checkout.js";
import { preparedFile } from "../../build/platform/prepared-files.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const [BUILD, COMPILED, CLIENT] = ["build", "compiled", "client"].map((name) => join(ROOT, name)) as [string, string, string];
/** Files that the program reads beside its own code. */
const ASSETS = "site/assets";

for (const folder of [COMPILED, CLIENT]) rmSync(folder, { recursive: true, force: true });

// A module in `compiled/` finds what a source in `build/` does: both are beside `data/`.
await bundleInto(COMPILED, ROOT, BUILD, { packages: "external", sourcemap: false });
cpSync(join(BUILD, ASSETS), join(COMPILED, ASSETS), { recursive: true, filter: (file) => !/\.(ts|css)$/.test(file) });

mkdirSync(CLIENT);
for (const name of ["client.js", "client.d.ts", "event-service.js", "event-service.d.ts"]) {
  writeFileSync(join(CLIENT, name), await preparedFile(`tree/assets/${name}`));
}
