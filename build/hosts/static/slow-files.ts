import { type CacheClass, ENDPOINTS } from "../../contract/endpoints.ts";
import { fileOf } from "../../contract/paths.ts";
import type { IndexEntry } from "../../contract/snapshot.ts";

/** Files that change with the slow parts of the catalogue only. */
export interface SlowFiles {
  /** Of endpoints, by the contract: regular expressions for their paths without the leading slash. */
  endpoints: readonly string[];
  /** Others, as the index says; paths without a leading slash. */
  others: readonly string[];
}

export function slowFiles(files: Iterable<IndexEntry>): SlowFiles {
  const slow: CacheClass = "day";
  const endpoints = ENDPOINTS.filter(({ cache }) => cache === slow).flatMap(({ id, path, wholeAnswersBy }) => {
    const own = escaped(fileOf(path)).replace(/\{\w+\}/g, "[^/]+");
    return [`${own}$`, ...(wholeAnswersBy ? [`q/${id}/`] : [])];
  });
  const others = [...files].filter(({ path, cache }) => cache === slow && !/^(?:api|q)[/.]/.test(path));
  return { endpoints, others: others.map(({ path }) => path) };
}

function escaped(path: string): string {
  return path.replaceAll(".", "\\.");
}

/** One regular expression for all of them, with a leading slash. */
export function slowPattern(files: Iterable<IndexEntry>): string {
  const { endpoints, others } = slowFiles(files);
  return `^/(?:${[...endpoints, ...others.map((path) => `${escaped(path)}$`)].join("|")})`;
}
