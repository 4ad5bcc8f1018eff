import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { buildSync } from "esbuild";

/** Within node_modules, so that packages that are not bundled are found. */
const FOLDER = "node_modules/.cache/quaketree-bench";

/**
 * A program of `scripts/measure/bench/run` as plain JavaScript, as a deployment would run it. What loads TypeScript at run time keeps
 * the names of functions by calls of its own, which would be measured too.
 *
 * @returns absolute path of the file
 */
export function bundle(name: string): string {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = resolve(FOLDER, `${name}.mjs`);
  buildSync({
    entryPoints: [`scripts/measure/bench/run/${name}.ts`],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile,
    logLevel: "error",
  });
  return outfile;
}
