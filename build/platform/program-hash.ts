import { createHash, hash as hashNow } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the program: the checkout, or the installed package. */
export const PROGRAM = fileURLToPath(new URL("../../", import.meta.url));

/** Name of the folder of the running code: `build` in a checkout, `compiled` in an installed package. */
export const CODE = basename(fileURLToPath(new URL("../", import.meta.url)));

/** A build reads no other files of these folders, such as the backup files of an editor. */
const READ = /\.(ts|js|json|css|svg|txt|tsv|gz|geojson|html|md|ttf|woff2|webmanifest)$|^LICENSE$/;

/**
 * Identifies the program: SHA-256 over the names and the bytes of its files. Results of the same files can be reused.
 *
 * @param paths of files and folders, below `root`; a missing one counts as empty
 * @throws Error of the file system for an unreadable file
 */
export function programHash(paths: readonly string[], root: string = PROGRAM): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((one) => filesBelow(one, root))) {
    const bytes = readFileSync(root + path);
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** Inputs of a code key besides modules. */
export interface CodeKeyOptions {
  /** Files and folders below the root that the modules read at run time. */
  data?: readonly string[];
  /** Imports that do not count: for a module that imports several others of which only one matters. */
  without?: (from: string, to: string) => boolean;
  /** Folder of the checkout or the package, with a slash at the end. */
  root?: string;
  /** Folder of the code below the root. */
  code?: string;
  /** Time when the process loaded its modules, ms since 1970 UTC. */
  loadedAt?: number;
}

/**
 * Identifies the behaviour of modules: a hash of their source, of all modules that they import directly or indirectly, and of the
 * versions of the libraries and of Node.js. Types do not count. With the same key, the same arguments give the same results.
 *
 * @param modules paths below the folder of the code, without extension: `site/data/pages`
 * @returns undefined if a file was written after the start of the process, because the loaded code may differ from the file
 * @throws Error of the file system for a missing module
 */
export function codeKey(modules: readonly string[], options: CodeKeyOptions = {}): string | undefined {
  const { data = [], root = PROGRAM, code = CODE, loadedAt = performance.timeOrigin } = options;
  const extension = code === SOURCES ? ".ts" : ".js";
  const files = [
    ...reachable(
      modules.map((name) => root + join(code, name) + extension),
      options,
    ),
    ...["package.json", ...data].flatMap((path) => filesBelow(path, root)).map((path) => root + path),
  ];
  const sources = files.map((file) => [file, sourceOf(file)] as const);
  if (sources.some(([, { changedAt }]) => changedAt >= loadedAt)) return undefined;
  const lines = sources.map(([file, { hash }]) => `${relative(root, file)} ${hash}`);
  return hashOf(`${process.version}\n${lines.join("\n")}`);
}

/**
 * Returns the modules and all their direct and indirect imports, sorted.
 *
 * @param modules absolute paths
 */
export function reachable(
  modules: readonly string[],
  { without = () => false, root = PROGRAM, code = CODE }: CodeKeyOptions = {},
): string[] {
  const folder = root + code;
  const nameOf = (file: string) =>
    relative(folder, file)
      .replaceAll("\\", "/")
      .replace(/\.[jt]s$/, "");
  const found = new Set(modules);
  for (const file of found) {
    for (const other of sourceOf(file).imports) {
      // Only types are imported from the files of texts; the texts themselves are passed as data.
      if (other.startsWith(folder) && !without(nameOf(file), nameOf(other)) && existsSync(other)) found.add(other);
    }
  }
  return [...found].toSorted();
}

/** The key of a result: made from the key of the code and from all inputs, which are JSON. Undefined without a code key. */
export function resultKey(code: string | undefined, inputs: readonly unknown[]): string | undefined {
  if (code === undefined) return undefined;
  const all = [code, ...inputs];
  const text = JSON.stringify(all);
  // A function for each value takes several times as long.
  return hashOf(INEXACT.test(text) ? JSON.stringify(all, exactNumbers) : text);
}

/** What JSON writes for a number that it does not distinguish from another value; also finds some that it does. */
const INEXACT = /[:,[](?:0|null)[,\]}]/;

/** JSON does not distinguish -0 from 0, and writes numbers that are not finite as `null`. */
function exactNumbers(_key: string, value: unknown): unknown {
  if (typeof value !== "number" || (value !== 0 && Number.isFinite(value))) return value;
  return Object.is(value, 0) ? value : `number ${Object.is(value, -0) ? "-0" : value}`;
}

interface Source {
  /** Size, inode and times of the file; every write changes them. */
  state: string;
  hash: string;
  /** Time of the last change, ms since 1970 UTC by the clock of the file system. */
  changedAt: number;
  /** Absolute paths of the imports. */
  imports: readonly string[];
}

/** What processes have read of the files of the program, by absolute path. It is JSON. */
export type KnownSources = Readonly<Record<string, Source>>;

const SOURCES = "build";
const read = new Map<string, Source>();
let known: KnownSources = {};

/** From now on, files that are as an earlier process found them are not read again: only their states are compared. */
export function recallSources(sources: KnownSources): void {
  known = sources;
}

/**
 * What this process knows of the files of the program, for the next one.
 *
 * @param loadedAt time when the process loaded its modules, ms since 1970 UTC
 * @returns undefined if `recallSources` was given the same
 */
export function sourcesToKeep(loadedAt: number = performance.timeOrigin): KnownSources | undefined {
  // A file may have been written twice within one tick of the clock of its file system. Then its state is that of both versions.
  const settled = [...read].filter(([, { changedAt }]) => changedAt < loadedAt);
  return settled.every(([file, { state }]) => known[file]?.state === state) ? undefined : Object.fromEntries(settled);
}

function sourceOf(file: string): Source {
  let source = read.get(file);
  if (!source) {
    // The state is determined before the file is read. If it is written in between, the state that is kept is never met again.
    const { size, ino, mtimeMs, ctimeMs } = statSync(file);
    const state = [size, ino, mtimeMs, ctimeMs].join(" ");
    const earlier = known[file];
    source = earlier?.state === state ? earlier : { state, changedAt: ctimeMs, ...readSource(file) };
    read.set(file, source);
  }
  return source;
}

function readSource(file: string): Pick<Source, "hash" | "imports"> {
  const text = readFileSync(file, "utf8");
  return { hash: hashOf(text), imports: importsOf(file, text) };
}

const TYPE_IMPORT = /\b(?:import|export)\s+type\s+(?:\{[^}"']*\}|\*\s+as\s+\w+|\w+)\s+from\s*["'][^"']+["']/g;

/** The pattern may match too much, such as an import in a comment, but never too little. */
const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

function importsOf(file: string, text: string): string[] {
  const found = text.replaceAll(TYPE_IMPORT, "").matchAll(IMPORT);
  return [...found].map(([, path = ""]) => join(dirname(file), path));
}

function hashOf(text: string): string {
  return hashNow("sha256", text).slice(0, 32);
}

/** The files that a build may read, in a fixed order; none if the path does not exist. */
export function filesBelow(path: string, root: string): string[] {
  const kind = statSync(root + path, { throwIfNoEntry: false });
  if (!kind) return [];
  if (!kind.isDirectory()) return [path];
  const entries = readdirSync(root + path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(inside, root);
    return READ.test(entry.name) ? [inside] : [];
  });
}
