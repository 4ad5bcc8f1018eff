import type { CacheClass } from "../contract/table/endpoints.ts";
import { shorten } from "../contract/table/parameters.ts";
import { decodePercent, splitTarget } from "../contract/table/paths.ts";
import { countryNamed } from "../rewrite/country-names.ts";
import { eventPageReply } from "../rewrite/event-reply.ts";
import { answerHeaders, type BodyReply, type FileReply, notFound, redirect } from "../rewrite/reply.ts";
import { decodeSegment, writeTarget } from "../rewrite/respond.ts";
import type { Snapshot } from "../rewrite/snapshot.ts";
import { BESIDE_INDEX, UNINDEXED } from "../tree/unindexed.ts";
import type { LoadedTree } from "./load-tree.ts";
import { contentType } from "./media-types.ts";

/**
 * The reply for a path outside the API: a page, a shard, the record. Only files of the index exist, so there are no directory
 * listings, no dotfiles and no paths outside the tree. A query is ignored.
 *
 * @param target path and query as received
 * @param accept the Accept header of the request
 */
export function staticReply(tree: LoadedTree, target: string, accept?: string): BodyReply | FileReply {
  const { path: raw, query } = splitTarget(target);
  const path = decode(raw);
  if (path === undefined) return noFile(tree.snapshot, target, accept);
  const name = path.endsWith("/") ? `${path.slice(1)}index.html` : path.slice(1);
  const cache = tree.files.get(name)?.cache ?? cacheBesideIndex(name);
  if (cache !== undefined) return fileReply(tree.snapshot, name, cache, target);
  const page = `${path.slice(1)}/index.html`;
  if (!tree.files.has(page) && !UNINDEXED.status.isFile(page)) return noFile(tree.snapshot, target, accept);
  return redirect(tree.snapshot, writeTarget(`${path}/`.split("/"), query), "day");
}

/** The page for readers who request an address without a file. */
const MISSING_PAGE = "404.html";

/**
 * The reply for a path outside the API without a file: a redirect to the page of the earthquake, or 404 as a page for browsers and
 * as a problem document for all other clients.
 *
 * @param target path and query as received
 * @param accept the Accept header of the request
 */
export function noFile(snapshot: Snapshot, target: string, accept = ""): BodyReply | FileReply {
  const reply = withoutFile(snapshot, target);
  if (reply.status !== 404 || !/\btext\/html\b/i.test(accept)) return reply;
  const headers = { ...reply.headers, "content-type": contentType(MISSING_PAGE) };
  return { kind: "file", status: 404, path: MISSING_PAGE, headers, ifMissing: () => reply };
}

function withoutFile(snapshot: Snapshot, target: string): BodyReply {
  const { path: raw, query } = splitTarget(target);
  // Each segment is decoded alone, because an id may contain encoded slashes.
  const [top, folder, slug, ...rest] = raw.split("/").map(decodeSegment);
  const isEvent = top === "" && folder === "earthquakes" && (rest.length === 0 || (rest.length === 1 && rest[0] === ""));
  const redirected = isEvent && slug ? eventPageReply(snapshot, slug) : undefined;
  if (redirected) return withQuery(redirected, query);
  const isCountry = top === "" && folder === "countries" && rest.every((segment) => segment === "") && rest.length < 2;
  const country = isCountry && slug ? countryNamed(snapshot, slug) : undefined;
  if (country && country.slug !== slug) return withQuery(redirect(snapshot, `/countries/${country.slug}/`, "day"), query);
  const path = decode(raw);
  const missing = path === undefined ? "The path is malformed." : `There is no page or file ${shorten(path)}.`;
  const reply = notFound(snapshot, missing);
  return { ...reply, headers: { ...reply.headers, vary: `${reply.headers["vary"]}, Accept` } };
}

/** Adds the query, such as `?lang=ja`, to a redirect. */
function withQuery(reply: BodyReply, query: string | undefined): BodyReply {
  const { location } = reply.headers;
  if (location === undefined || query === undefined) return reply;
  return { ...reply, headers: { ...reply.headers, location: writeTarget(location.split("/"), query) } };
}

/** The cache class of a file that a host sends although no index names it. */
function cacheBesideIndex(path: string): CacheClass | undefined {
  const cache = BESIDE_INDEX.find((kind) => kind.isFile(path))?.cache;
  return cache === "never" ? "minute" : cache;
}

function fileReply(snapshot: Snapshot, path: string, cache: CacheClass, target: string): FileReply {
  const { "last-modified": modified, ...others } = answerHeaders(snapshot, cache);
  // The status document describes the last run and not the snapshot.
  const time = modified === undefined || UNINDEXED.status.isFile(path) ? {} : { "last-modified": modified };
  const noFeed = () => `There is no feed ${shorten(target)}: the data do not reach back far enough, or hold no such events.`;
  return {
    kind: "file",
    path,
    headers: { ...others, "content-type": contentType(path), ...time },
    ifMissing: () => (UNINDEXED.feeds.isFile(path) ? notFound(snapshot, noFeed()) : withoutFile(snapshot, target)),
  };
}

/** The path in the form of the index; undefined if no tree can have such a path. */
function decode(raw: string): string | undefined {
  try {
    const path = decodePercent(raw);
    // An encoded slash does not separate segments.
    return path.startsWith("/") && path.split("/").length === raw.split("/").length ? path : undefined;
  } catch {
    return undefined;
  }
}
