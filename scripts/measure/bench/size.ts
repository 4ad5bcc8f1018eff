/**
 * The budgets of what travels to the edge and to readers of pages: `npm run size`. Prints what each is made of, and ends with 1 if
 * one exceeds its limit.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { edgeFunction } from "../../../build/hosts/edge/edge-function.ts";
import { loadTree } from "../../../build/hosts/load-tree.ts";
import { pageBytes } from "./page-weight.ts";
import { figure, table } from "./table.ts";

/** Bytes of a kilobyte, as CloudFront counts its 10 KB (quotas of CloudFront Functions: 10 KB of code). */
const KB = 1024;

interface Budget {
  what: string;
  bytes: number;
  /** What is aimed at. */
  goal: number;
  /** What is refused: the goal, or where it has not been reached what must not grow any more. */
  limit: number;
}

interface Part {
  file: string;
  /** Minified, in the bundle. */
  bytes: number;
}

/** A host opens a snapshot, and answers requests from it. */
const REWRITE = 'export { openSnapshot } from "./snapshot.ts"; export { respond } from "./respond.ts";';

/** The rewrite as a host without anything but JavaScript loads it, minified and gzipped; all its modules are ours. */
async function rewriteBundle(): Promise<{ budget: Budget; parts: Part[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: REWRITE, resolveDir: "build/rewrite" },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: "neutral",
    format: "esm",
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }));
  const foreign = inputs.filter(({ file }) => !file.startsWith("build/") && file !== "<stdin>");
  if (foreign.length > 0 || (output?.imports.length ?? 0) > 0) {
    throw new Error(`the rewrite depends on ${foreign.map(({ file }) => file).join(", ") || "modules outside the bundle"}`);
  }
  const bytes = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  return {
    budget: { what: "rewrite bundle, minified and gzipped", bytes, goal: 8 * KB, limit: 24.75 * KB },
    parts: inputs.toSorted((a, b) => b.bytes - a.bytes),
  };
}

/** Limits of pages (`pageBytes`), KB: hardly more than what they are. A larger page loads something that its readers may not need. */
const PAGES: Readonly<Record<string, number>> = {
  "": 21.25,
  "map/": 62,
  "search/": 29.75,
  "tools/": 17,
  "tools/timeline/": 39.25,
  "tools/travel-times/": 40,
  "tools/near-me/": 39.25,
  "tools/plate-motion/": 37.25,
  "tools/gutenberg-richter/": 38,
  "earthquakes/": 44.5,
  "countries/": 37.25,
  "countries/japan/": 23.5,
  "plates/": 21.25,
  "plates/pacific/": 27,
  "glossary/": 33.5,
  "glossary/magnitude/": 17.25,
  "docs/": 22,
  "docs/reference/": 45,
  "methods/": 25.75,
};

/** Of a tree with the whole grid: the CloudFront Function as it is uploaded, whose table grows with what is prebuilt, and the pages. */
async function budgetsOfTree(): Promise<Budget[]> {
  const folder = mkdtempSync(join(tmpdir(), "quaketree-size-"));
  try {
    const tree = join(folder, "tree");
    execFileSync(process.execPath, ["build/quaketree.js", "build", "--grid", "--out", tree], { stdio: ["ignore", "ignore", "inherit"] });
    const bytes = Buffer.byteLength(await edgeFunction(await loadTree(tree), "cloudfront"));
    const pages = Object.entries(PAGES).map(([page, kb]) => ({
      what: `/${page}, compressed, without fonts and data`,
      bytes: pageBytes(tree, `${page}index.html`),
      goal: kb * KB,
      limit: kb * KB,
    }));
    return [{ what: "CloudFront Function", bytes, goal: 10 * KB, limit: 10 * KB }, ...pages];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { budget, parts } = await rewriteBundle();
const budgets = [budget, ...(await budgetsOfTree())];
const rows = budgets.map(({ what, bytes, goal, limit }) => [
  what,
  figure(bytes),
  figure(goal),
  bytes <= goal ? "yes" : `no, ${figure(bytes - goal)} over`,
  figure(limit),
]);
process.stdout.write(
  `${table(
    ["module of the rewrite, minified", "bytes"],
    parts.map(({ file, bytes }) => [file, figure(bytes)]),
  )}\n\n`,
);
process.stdout.write(`${table(["bytes", "is", "goal", "reached", "limit"], rows)}\n`);
process.exitCode = budgets.every(({ bytes, limit }) => bytes <= limit) ? 0 : 1;
