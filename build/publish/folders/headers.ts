import type { CacheClass } from "../../contract/table/endpoints.ts";
import { contentType } from "../../hosts/content-type.ts";
import type { LoadedTree } from "../../hosts/load-tree.ts";
import { answerHeaders, commonHeaders } from "../../rewrite/headers.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import { UNINDEXED } from "../../tree/unindexed.ts";
import type { Cache } from "../send.ts";
import type { ObjectHeaders } from "../target.ts";

/** The headers of a file of the tree in an object store. A variant has the type of its unpacked content. */
export function publishHeaders(path: string, cache: Cache): ObjectHeaders {
  const encoding = UNINDEXED.data.isFile(path) ? undefined : (["br", "gzip"] as const).find((one) => path.endsWith(VARIANT_SUFFIX[one]));
  const plain = encoding ? path.slice(0, -VARIANT_SUFFIX[encoding].length) : path;
  return {
    contentType: contentType(plain),
    cacheControl: commonHeaders(undefined, cache)["cache-control"] ?? "no-store",
    ...(encoding && { contentEncoding: encoding }),
  };
}

/** The platform's limit for the number of rules. */
const MAX_RULES = 100;

/**
 * The `_headers` file: headers that the platform adds to the files that it serves itself. The platform sets its own content type
 * and ETag.
 */
export function assetHeaders({ snapshot, files }: Pick<LoadedTree, "snapshot" | "files">): string {
  const { "content-type": _, ...common } = answerHeaders(snapshot, "minute");
  const lines = Object.entries(common).map(([name, value]) => `  ${name}: ${value}`);
  const immutable = ["shards", "index", "archive", "assets/pages/shared"].map((folder) => cacheRule(`/${folder}/*`, "immutable"));
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
