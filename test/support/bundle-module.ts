import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** Makes one file of a module and all that it imports: it starts ten times as fast as a hundred TypeScript files. */
export function bundleModule(entry: URL, outfile: string): void {
  const banner = { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' };
  buildSync({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: "node",
    // The other form of jsonc-parser (UMD) loads its parts from where they are not.
    mainFields: ["module", "main"],
    format: "esm",
    banner,
    logLevel: "error",
  });
}
