import type { CacheClass } from "../../contract/table/endpoints.ts";
import type { IndexEntry } from "../../contract/wire/snapshot.ts";
import { commonHeaders } from "../../rewrite/reply.ts";
import { map, type Piece, pattern, quoted } from "./nginx-queries.ts";
import { type OwnReplies, ownHeaders, slowPattern } from "./prebuilt.ts";

const cacheControl = (cache: Parameters<typeof commonHeaders>[1]) => quoted(commonHeaders(undefined, cache)["cache-control"] as string);

/** Cache-Control by status and file. */
export function cacheMaps(files: Iterable<IndexEntry>): Piece[] {
  return [
    map("$uri", "quaketree_file_cache", cacheControl("minute"), [
      [pattern("^/(?:shards|index|archive|assets/pages/shared)/"), cacheControl("immutable")],
      [pattern(slowPattern(files)), cacheControl("day")],
    ]),
    // Of the redirects from one address with a closing slash to another, those of events change with the catalogue.
    map("$uri", "quaketree_redirect_cache", cacheControl("day"), [[pattern("^/api/v1/earthquakes/.*/$"), cacheControl("minute")]]),
    map("$status", "quaketree_cache", cacheControl("error"), [
      ...["200", "206", "304"].map((status) => [status, "$quaketree_file_cache"] as const),
      ["308", "$quaketree_redirect_cache"],
      ...["204", "405", "412", "416"].map((status) => [status, cacheControl("never")] as const),
      [pattern("^5"), cacheControl("never")],
    ]),
  ];
}

/**
 * Whether a reader gets the page for an address without a file, and the Vary header. The header contains Accept if Accept decides
 * between the page and the problem document. Below /api/ and for feeds, every error is a problem document.
 */
export function missingPageMaps(): Piece[] {
  return [
    map("$http_accept", "quaketree_reads_html", '""', [['"~*\\btext/html\\b"', "1"]]),
    map('"$quaketree_reads_html$uri"', "quaketree_missing_page", '""', [[pattern("^1(?!/(?:api|earthquakes/feed)(?:/|$))"), "1"]]),
    map('"$status $request"', "quaketree_vary", quoted("Accept-Encoding"), [
      [pattern("^404 \\S+ (?!/(?:api|earthquakes/feed)(?:[/? ]|$))"), quoted("Accept-Encoding, Accept")],
    ]),
  ];
}

/** Headers for a location that serves files of one cache class. */
export function fileHeaderLines(cache: CacheClass): string[] {
  return Object.entries(commonHeaders(undefined, cache)).map(([name, value]) => `add_header ${title(name)} ${quoted(value)};`);
}

/** Headers of every response, whatever its status. */
export function headerLines({ preflight, noTree }: OwnReplies): string[] {
  const { "cache-control": _, vary: __, ...common } = commonHeaders(undefined, "minute");
  const always = Object.entries(common).map(([name, value]) => `add_header ${title(name)} ${quoted(value)} always;`);
  const { allow: ___, ...preflightOnly } = ownHeaders(preflight);
  return [
    "add_header Cache-Control $quaketree_cache always;",
    "add_header Vary $quaketree_vary always;",
    ...always,
    "add_header Allow $quaketree_allow always;",
    ...Object.keys(preflightOnly).map((name) => `add_header ${title(name)} $quaketree_${name.replaceAll("-", "_")} always;`),
    ...("retry-after" in noTree.headers ? ["add_header Retry-After $quaketree_retry_after always;"] : []),
  ];
}

/** Headers for some statuses only. nginx does not send an empty header. */
export function statusHeaderMaps({ preflight, noTree }: OwnReplies): Piece[] {
  const { allow = "", ...others } = ownHeaders(preflight);
  return [
    only("quaketree_allow", ["204", "405"], allow),
    ...Object.entries(others).map(([name, value]) => only(`quaketree_${name.replaceAll("-", "_")}`, ["204"], value)),
    only("quaketree_retry_after", ["503"], noTree.headers["retry-after"] ?? ""),
  ];
}

function title(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function only(variable: string, statuses: readonly string[], value: string): Piece {
  const entries = statuses.map((status) => [status, quoted(value)] as const);
  return map("$status", variable, '""', entries);
}
