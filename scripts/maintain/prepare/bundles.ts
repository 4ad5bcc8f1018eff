import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";
import { type Rolldown, build as viteBuild } from "vite";
import { fontFaces } from "../../../build/site/assets/assets.ts";

/** Ends with a slash. */
const BUILD = fileURLToPath(new URL("../../../build/", import.meta.url));

/** Bundled files, and the source files that they were made from: absolute paths, and names of virtual modules. */
export interface Bundled {
  files: Map<string, Uint8Array>;
  inputs: readonly string[];
}

/**
 * The client and the event service, which are modules; the service worker, which must be at the root of a tree to control all of
 * it; and the event service as a script for the service worker, which cannot load modules later.
 */
export async function bundleClients(): Promise<Bundled> {
  const options: BuildOptions = { platform: "browser", charset: "utf8", legalComments: "none" };
  const events = `${BUILD}hosts/browser/event-service.ts`;
  const [modules, script] = await Promise.all([
    bundle({
      ...options,
      entryPoints: {
        "tree/assets/client": `${BUILD}hosts/browser/client.ts`,
        "tree/assets/event-service": events,
        "tree/service-worker": `${BUILD}hosts/browser/offline/service-worker.ts`,
      },
    }),
    bundle({ ...options, entryPoints: { "tree/assets/event-service-worker": events }, format: "iife", globalName: "quaketreeEvents" }),
  ]);
  return { files: new Map([...modules.files, ...script.files]), inputs: [...modules.inputs, ...script.inputs] };
}

/** The Cloudflare Worker as one module without imports. */
export async function bundleWorker(): Promise<Bundled> {
  const { files, inputs } = await bundle({
    stdin: {
      contents: 'import { createWorker } from "../../hosts/worker/worker.ts"; export default createWorker();',
      resolveDir: `${BUILD}publish/worker`,
      loader: "ts",
    },
    platform: "neutral",
  });
  return { files: new Map([...files.values()].map((bytes) => ["worker.js", bytes])), inputs };
}

/** No module of this project does anything when it is loaded, so that tables that nothing uses need not be in a bundle. */
const WITHOUT_EFFECTS: Plugin = {
  name: "modules-without-effects",
  setup: (builder) =>
    builder.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ kind, path, resolveDir }) =>
      kind === "import-statement" ? { path: join(resolveDir, path), sideEffects: false } : undefined,
    ),
};

async function bundle(options: BuildOptions): Promise<Bundled> {
  const { outputFiles, metafile } = await build({
    format: "esm",
    ...options,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    target: "es2022",
    logLevel: "silent",
    plugins: [WITHOUT_EFFECTS],
    absWorkingDir: BUILD,
    outdir: BUILD,
  });
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [relative(BUILD, path).replaceAll("\\", "/"), contents])),
    inputs: Object.keys(metafile.inputs).map((path) => BUILD + path),
  };
}

/**
 * Modules that are loaded together, with all that they import: a file each. A file more costs a page the headers of a response, and what
 * is compressed alone becomes larger. The first group is what the script of every page imports.
 */
const SHARED = [
  {
    name: "common",
    test: new RegExp(
      "/site/(client/(base|page-data|localise|switches|copy|suggest-places)|i18n/languages|addresses)[.]ts$|" +
        "/(fold|memoize)[.]ts$|preload-helper",
    ),
  },
  {
    name: "figures",
    test: /\/(site\/(format\/(dates|numbers|place-text)|charts\/(plot|scale))|contract\/wire\/slug|platform\/lists)\.ts$/,
  },
  { name: "show", test: /\/site\/client\/figure\/(figures|sources|show|marks)\.ts$/ },
  { name: "tool", test: /\/(site\/tools\/(client\/(run|data)|tool|archived)|seismology\/acceleration)\.ts$/ },
  { name: "table", test: /\/site\/earthquakes\/table\.ts$/ },
  { name: "quakes", test: /\/(site\/(map\/quake|i18n\/plate-names)|geo\/sphere)\.ts$/ },
  { name: "maps", test: /\/site\/map\/drawn\/(outlines|local-maps|cells|area-map)\.ts$/ },
  { name: "elements", test: /\/site\/data\/(elements|render-context)\.ts$/ },
  { name: "countries", test: /\/site\/client\/lists\/country-options\.ts$/ },
  { name: "sorting", test: /\/site\/client\/lists\/(sorting|headings)\.ts$/ },
  { name: "list", test: /\/site\/client\/lists\/(list|select)\.ts$/ },
].map((group, at, all) => ({ ...group, priority: all.length - at }));

/** The scripts of the pages, as `assets/pages/{name}.js`, and what they share. */
export async function bundlePages(): Promise<Bundled> {
  const inputs: string[] = [];
  const output = (await viteBuild({
    configFile: false,
    root: `${BUILD}site/`,
    logLevel: "error",
    publicDir: false,
    plugins: [
      {
        // Vite's loader of modules would preload style sheets and what the module imports. The pages need neither.
        name: "plain-imports",
        enforce: "pre",
        load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
      },
      {
        name: "collect-inputs",
        buildEnd() {
          inputs.push(...this.getModuleIds());
        },
      },
    ],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: pageScripts(),
        output: {
          entryFileNames: "assets/pages/[name].js",
          chunkFileNames: "assets/pages/shared/[name]-[hash].js",
          codeSplitting: { groups: SHARED },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const files = output.output
    .map((file): [string, Uint8Array] => [
      `tree/${file.fileName}`,
      new TextEncoder().encode(file.type === "chunk" ? file.code : String(file.source)),
    ])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { files: new Map(files), inputs };
}

/** The style sheets of the pages, as `assets/{name}.css`. That of every page begins with the rules of the typeface. */
export async function bundleStyles(): Promise<Bundled> {
  const folder = `${BUILD}site/assets/`;
  const names = readdirSync(folder).filter((name) => name.endsWith(".css"));
  const minified = async (name: string): Promise<[string, Uint8Array]> => {
    const text = readFileSync(folder + name, "utf8");
    const rules = name === "style.css" ? fontFaces() + text : text;
    const { code } = await transform(rules, { loader: "css", minify: true, charset: "utf8" });
    return [`tree/assets/${name}`, new TextEncoder().encode(code)];
  };
  const files = new Map(await Promise.all(names.map(minified)));
  return { files, inputs: [...names, "fonts.ts"].map((name) => folder + name) };
}

/** The script of each kind of page, by its name in the tree. */
function pageScripts(): Record<string, string> {
  const client = ["page", "start", "data-page", "results", "reference", "status"].map((name) => [name, `${BUILD}site/client/${name}.ts`]);
  const tools = readdirSync(`${BUILD}site/tools`, { withFileTypes: true })
    .filter((entry) => existsSync(`${BUILD}site/tools/${entry.name}/browser.ts`))
    .map(({ name }) => [`tool-${name}`, `${BUILD}site/tools/${name}/browser.ts`]);
  return Object.fromEntries([
    ...client,
    ["map", `${BUILD}site/map/client/main.ts`],
    ["earthquakes", `${BUILD}site/earthquakes/client/main.ts`],
    ...tools,
  ]);
}

/**
 * CloudFront Functions run ECMAScript 5.1 and some of what came later (developer guide, "JavaScript runtime 2.0 features"); of
 * that we use these. esbuild translates any other syntax, or reports an error where it cannot.
 */
const CLOUDFRONT = { target: "es5", supported: { "const-and-let": true, arrow: true } } as const;

/** The functions for the edge, without the table of a tree, which they expect as `TABLE`. */
export async function bundleEdgeFunctions(): Promise<Bundled> {
  const path = (name: string) => `${BUILD}hosts/edge/functions/${name}.js`;
  const mapping = readFileSync(path("mapping"), "utf8");
  const minified = async (name: string, syntax: typeof CLOUDFRONT | { target: "es2022" }): Promise<[string, Uint8Array]> => {
    const text = readFileSync(path(name), "utf8");
    const head = text.slice(0, text.indexOf("\n\n") + 1);
    // Without `treeShaking` esbuild keeps functions that nothing calls.
    const { code } = await transform(`${text}\n${mapping}`, { minify: true, charset: "utf8", ...syntax });
    return [`edge/${name}.js`, new TextEncoder().encode(`${head}\n${code}`)];
  };
  const functions = [minified("cloudfront", CLOUDFRONT), minified("netlify", { target: "es2022" })];
  return { files: new Map(await Promise.all(functions)), inputs: ["mapping", "cloudfront", "netlify"].map(path) };
}
