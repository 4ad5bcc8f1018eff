import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The first file of the program. */
const ENTRY = "build/cli/program.ts";

/** These affect every bundle, besides the files that are bundled. */
const ALWAYS_INPUTS = ["build/checkout.js", "package.json", "package-lock.json", "tsconfig.json"];

const LIBRARIES = "node_modules/";

/** Packages that few commands load: one finds files beside its own ones, the other is large and optional. */
const EXTERNAL = ["http-server", "@aws-sdk/credential-provider-node"];

/** A process that runs may still load parts of its bundle when the next ones are made. */
const KEPT_BUNDLES = 4;

/** Where sources change while they are bundled, so often. */
const MOST_ATTEMPTS = 5;

/**
 * The program of a checkout as JavaScript: one bundle with its libraries, kept in `node_modules/.cache`. To translate each
 * file when it is loaded takes four times as long. The bundle is made again whenever the size, the inode or a time of a file
 * that is in it has changed.
 *
 * @param {string} root folder of the checkout
 * @returns {Promise<string>} URL of the module
 * @throws Error where a source has an error, esbuild is not installed, or the cache cannot be written
 */
export async function bundledProgram(root = fileURLToPath(new URL("../", import.meta.url))) {
  const cache = join(root, "node_modules/.cache/quaketree");
  let key = keyOf(root, readInputs(cache));
  if (key === undefined || !existsSync(entryOf(cache, key))) key = await bundle(root, cache, key);
  return pathToFileURL(entryOf(cache, key)).href;
}

function entryOf(cache, key) {
  return join(cache, key, "program.js");
}

function readInputs(cache) {
  try {
    return JSON.parse(readFileSync(join(cache, "inputs.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/** Names the files and their state; undefined where one is gone, or the files are not known. */
function keyOf(root, inputs) {
  if (inputs === undefined) return undefined;
  const hash = createHash("sha256");
  for (const path of inputs) {
    const state = statSync(join(root, path), { throwIfNoEntry: false });
    if (state === undefined) return undefined;
    // Only the system sets the time of the last change. A link to a file changes it too, and libraries are linked.
    const changedAt = path.startsWith(LIBRARIES) ? "" : state.ctimeMs;
    hash.update(`${path} ${state.size} ${state.ino} ${state.mtimeMs} ${changedAt}\n`);
  }
  return hash.digest("hex").slice(0, 32);
}

/** @param before the key of the files at this moment, where they are known */
async function bundle(root, cache, before) {
  const draft = join(cache, `draft-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  try {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const inputs = await bundleInto(draft, root);
      const after = keyOf(root, inputs);
      // The same files before and after: this is what they say.
      if (after !== undefined && after === before) return keep(cache, draft, inputs, after);
      before = after;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  throw new Error("source files change while they are bundled");
}

/**
 * Writes `program.js` and its parts.
 *
 * @param {string} folder
 * @param {string} root folder of the checkout
 * @param {string} home folder from whose sources the modules find other files, as if `folder` were there
 * @param {object} options of esbuild, besides ours
 * @returns {Promise<string[]>} the files that affect the bundle, relative to `root`
 */
export async function bundleInto(folder, root, home = folder, options = {}) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: [join(root, ENTRY)],
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // The other form of jsonc-parser (UMD) loads its parts at run time, from where they are not.
    mainFields: ["module", "main"],
    sourcemap: "linked",
    sourcesContent: false,
    metafile: true,
    external: EXTERNAL,
    // Of libraries that are CommonJS.
    banner: {
      js: 'import { createRequire as newRequire } from "node:module"; const require = newRequire(import.meta.url);',
    },
    plugins: [asIfIn(home)],
    logLevel: "silent",
    ...options,
  });
  // Otherwise Node reads each module as CommonJS first.
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const files = [...ALWAYS_INPUTS, "node_modules/.package-lock.json", ...Object.keys(metafile.inputs)];
  return [...new Set(files)].filter((path) => existsSync(join(root, path))).toSorted();
}

/** A module of the bundle finds the files beside its source, relative to a folder. */
function asIfIn(folder) {
  return {
    name: "as-if-in",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const place = relative(folder, path).replaceAll("\\", "/");
        const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
        return { loader: "ts", contents: readFileSync(path, "utf8").replaceAll("import.meta.url", url) };
      });
    },
  };
}

/** Other processes may do the same meanwhile. */
function keep(cache, draft, inputs, key) {
  if (!existsSync(entryOf(cache, key))) {
    rmSync(join(cache, key), { recursive: true, force: true });
    renameSync(draft, join(cache, key));
  }
  const list = join(cache, `inputs-${process.pid}.json`);
  writeFileSync(list, JSON.stringify(inputs));
  renameSync(list, join(cache, "inputs.json"));
  const folders = readdirSync(cache, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const aged = folders.map(({ name }) => ({
    name,
    madeAt: statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  const old = aged.toSorted((a, b) => b.madeAt - a.madeAt).slice(KEPT_BUNDLES);
  for (const { name } of old) rmSync(join(cache, name), { recursive: true, force: true });
  return key;
}
