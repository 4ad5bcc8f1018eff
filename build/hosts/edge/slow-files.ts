import { type CacheClass, ENDPOINTS } from "../../contract/table/endpoints.ts";
import { fileOf } from "../../contract/table/paths.ts";
import type { IndexEntry } from "../../contract/wire/snapshot.ts";

/** A regular expression for the addresses of all files of the cache class `day`. */
export function slowPattern(files: Iterable<IndexEntry>): string {
  const slow: CacheClass = "day";
  const endpoints = ENDPOINTS.filter(({ cache }) => cache === slow).flatMap(({ id, path, wholeAnswersBy }) => {
    const own = escaped(fileOf(path)).replace(/\{\w+\}/g, "[^/]+");
    return [`${own}$`, ...(wholeAnswersBy ? [`q/${id}/`] : [])];
  });
  const others = [...files].filter(({ path }) => !/^(?:api|q)[/.]/.test(path));
  const [isSlow, isNot] = [others.filter(({ cache }) => cache === slow), others.filter(({ cache }) => cache !== slow)];
  return `^/(?:${[...endpoints, ...patterns(paths(isSlow), paths(isNot))].join("|")})`;
}

function paths(files: readonly IndexEntry[]): string[] {
  return files.map(({ path }) => path);
}

/** The topmost folders that contain only files of the class `day`: there are hundreds of assets. */
function patterns(slow: readonly string[], others: readonly string[]): string[] {
  const mixed = new Set(others.flatMap(foldersOf));
  const names = slow.map((path) => {
    const folder = foldersOf(path).find((one) => !mixed.has(one));
    return folder === undefined ? `${escaped(path)}$` : escaped(folder);
  });
  return [...new Set(names)];
}

/** `a/b/c` → `a/`, `a/b/`. */
function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

function escaped(path: string): string {
  return path.replaceAll(".", "\\.");
}
