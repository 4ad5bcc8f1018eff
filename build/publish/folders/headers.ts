import { contentType } from "../../hosts/content-type.ts";
import { commonHeaders } from "../../rewrite/headers.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import { UNINDEXED } from "../../tree/unindexed.ts";
import type { Cache } from "../send.ts";
import type { ObjectHeaders } from "../target.ts";

/** The headers of a file of the tree in an object store. A variant has the type of its unpacked content. */
export function publishHeaders(path: string, cache: Cache): ObjectHeaders {
  const encoding = UNINDEXED.data.isFile(path)
    ? undefined
    : (["br", "gzip"] as const).find((one) => path.endsWith(VARIANT_SUFFIX[one]));
  const plain = encoding ? path.slice(0, -VARIANT_SUFFIX[encoding].length) : path;
  return {
    contentType: contentType(plain),
    cacheControl: commonHeaders(undefined, cache)["cache-control"] ?? "no-store",
    ...(encoding && { contentEncoding: encoding }),
  };
}
