import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import type { ReadyFile } from "../ready-file.ts";

const BROWSER = fileURLToPath(new URL("../../hosts/browser", import.meta.url));
/** Only a name for paths to be relative to: nothing is written. */
const OUT = "/tree";

let made: ReadyFile[] | undefined;

/**
 * The programs that every tree carries for browsers: the client, a module, and the service worker, which has to lie at the
 * root to speak for all of the tree. The same bytes for the same version of this program.
 */
export function browserBundles(): ReadyFile[] {
  made ??= bundle({
    "assets/client": `${BROWSER}/client.ts`,
    "service-worker": `${BROWSER}/offline/service-worker.ts`,
  });
  return made;
}

function bundle(entryPoints: Record<string, string>): ReadyFile[] {
  const { outputFiles } = buildSync({
    absWorkingDir: BROWSER,
    entryPoints,
    outdir: OUT,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
  });
  return outputFiles.map(({ path, contents }) => ({
    path: relative(OUT, path).replaceAll("\\", "/"),
    bytes: contents,
  }));
}
