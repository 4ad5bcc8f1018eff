import type { CacheClass } from "../../contract/table/endpoints.ts";
import { answerHeaders } from "../../rewrite/headers.ts";
import type { LoadedTree } from "../load-tree.ts";

/** The platform's limit for the number of rules. */
const MAX_RULES = 100;

/**
 * The `_headers` file: headers that the platform adds to the files that it serves itself. The platform sets its own content type
 * and ETag.
 */
export function assetHeaders({ snapshot, files }: Pick<LoadedTree, "snapshot" | "files">): string {
  const { "content-type": _, ...common } = answerHeaders(snapshot, "minute");
  const lines = Object.entries(common).map(([name, value]) => `  ${name}: ${value}`);
  const immutable = ["shards", "index", "archive", "assets/pages/shared"].map((folder) =>
    cacheRule(`/${folder}/*`, "immutable"),
  );
  const rules = [`/*\n${lines.join("\n")}`, ...immutable];
  const slow = [...files.values()].filter(({ path, cache }) => cache === "day" && !/^(?:api|q)\//.test(path));
  rules.push(...slow.slice(0, MAX_RULES - rules.length).map(({ path }) => cacheRule(`/${path}`, "day")));
  return `${rules.join("\n")}\n`;

  function cacheRule(path: string, cache: CacheClass): string {
    const value = answerHeaders(snapshot, cache)["cache-control"];
    // Without the first line, the platform would join the values of two rules.
    return `${path}\n  ! cache-control\n  cache-control: ${value}`;
  }
}
