/**
 * Makes the files that need a bundler or a library for browsers, and what follows from the embedded data: npm runs it as `prepare`
 * after `npm ci` in a checkout and before it packs the package. A build in a checkout runs it where sources have changed since.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { compress, SMALLEST_COMPRESSED } from "../../build/platform/compress.ts";
import { writePreparedFiles } from "../../build/platform/prepared-files.ts";
import { PROGRAM, programHash } from "../../build/platform/program.ts";
import { cacheOfAsset, IN_TREE } from "../../build/site/assets/assets.ts";
import { VARIANT_SUFFIX } from "../../build/tree/file.ts";
import { bundleClients, bundleEdgeFunctions, bundlePages, bundleStyles, bundleWorker } from "./prepare/bundles.ts";
import { clientTypes, TYPE_INPUTS } from "./prepare/client-types.ts";
import { FINE_OUTLINES, fineOutlineFile, OUTLINES, outlineFile } from "./prepare/outlines.ts";
import { TOWNS, townFiles } from "./prepare/towns.ts";
import { deriveEmbeddedValues } from "./prepare/values.ts";

const require = createRequire(import.meta.url);

/**
 * MapLibre, which draws the map: byte for byte as published. Two files are named `.js` here, since many hosts of files do not know
 * `.mjs`, and no browser runs a module of an unknown type.
 */
const LIBRARIES = {
  "assets/maplibre/maplibre-gl.js": "maplibre-gl/dist/maplibre-gl.mjs",
  "assets/maplibre/maplibre-gl-worker.js": "maplibre-gl/dist/maplibre-gl-worker.mjs",
  "assets/maplibre/maplibre-gl.css": "maplibre-gl/dist/maplibre-gl.css",
  "assets/maplibre/licence.txt": "maplibre-gl/LICENSE.txt",
};

/** Decides how files are compressed. */
const CODE_OF_VARIANTS = ["build/platform/compress.ts", "build/site/assets/assets.ts"];

function libraryFiles(): [string, Uint8Array][] {
  return Object.entries(LIBRARIES).map(([path, name]) => [`tree/${path}`, readFileSync(packageFile(name))]);
}

/** The compressed forms of the files of a tree, which are the same in every tree. */
async function variants(files: ReadonlyMap<string, Uint8Array>): Promise<[string, Uint8Array][]> {
  const found: [string, Uint8Array][] = [];
  for (const [name, bytes] of files) {
    if (!name.startsWith(IN_TREE) || bytes.length < SMALLEST_COMPRESSED) continue;
    const path = name.slice(IN_TREE.length);
    const { br, gzip } = await compress(path, bytes, cacheOfAsset(path));
    if (br) found.push([name + VARIANT_SUFFIX.br, br]);
    if (gzip) found.push([name + VARIANT_SUFFIX.gzip, gzip]);
  }
  return found;
}

/** By way of `package.json`: a package may export nothing else but modules. */
function packageFile(name: string): string {
  const library = name.slice(0, name.indexOf("/"));
  return join(dirname(require.resolve(`${library}/package.json`)), name.slice(library.length));
}

const before = programHash(["build"]);
const bundled = await Promise.all([bundleClients(), bundlePages(), bundleStyles(), bundleWorker(), bundleEdgeFunctions()]);
// Otherwise files that were made from the sources before would count as made from those after.
if (programHash(["build"]) !== before) throw new Error("source files changed while they were bundled: run it again");
// Virtual modules are not files, and the lock file identifies the libraries.
const inputs = bundled
  .flatMap((one) => one.inputs)
  .filter((path) => !path.includes("/node_modules/") && existsSync(path))
  .map((path) => relative(PROGRAM, path).replaceAll("\\", "/"));
const others = [...clientTypes(), ...townFiles(), outlineFile(), fineOutlineFile(), ...libraryFiles()];
const files = new Map([...bundled.flatMap((one) => [...one.files]), ...others]);
const all = new Map([...files, ...(await variants(files))]);
writePreparedFiles(all, [...new Set([...inputs, ...TYPE_INPUTS, TOWNS, OUTLINES, FINE_OUTLINES, ...CODE_OF_VARIANTS])].toSorted());
await deriveEmbeddedValues();
