import { etagMatches, etagOf } from "../contract/etag.ts";
import { parseQuery } from "../contract/parameters.ts";
import { matchPath, type PathMatch, wholeAnswerFile } from "../contract/paths.ts";
import { bodyOf, type Part } from "./body.ts";
import { eventReply } from "./event-reply.ts";
import { fileReply, pathFileReply } from "./file-reply.ts";
import { answerHeaders, commonHeaders, METHODS } from "./headers.ts";
import { earthquakesBody, earthquakesPage, type Query, recentBody } from "./lists.ts";
import { invalid, methodNotAllowed, noTree, notFound, shown } from "./problems.ts";
import { redirect } from "./redirect.ts";
import type { ApiRequest, BodyReply, Headers, Reply } from "./reply.ts";
import { type ApiTarget, readTarget, writeTarget } from "./request-target.ts";
import { combinedSearchBody, searchBody } from "./searches.ts";
import type { Snapshot } from "./snapshot.ts";

export { SnapshotError, type TreeReader } from "./read-shard.ts";
export type { ApiRequest, BodyReply, FileReply, Reply } from "./reply.ts";
export { openSnapshot, preload, type Snapshot } from "./snapshot.ts";

/** A browser may remember for a day that it may ask from another origin, in seconds. */
const PREFLIGHT_MAX_AGE = "86400";

/**
 * Answers a request from one snapshot. A function of its arguments: no clock, no state but the records that the snapshot
 * has read.
 *
 * @param snapshot undefined while the host has no tree
 * @throws SnapshotError where a record shard that is read only now is missing or malformed
 */
export async function respond(snapshot: Snapshot | undefined, request: ApiRequest): Promise<Reply> {
  const target = readTarget(request.target);
  if (!target) return { kind: "pass" };
  if (request.method === "OPTIONS") return preflight(snapshot);
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed(snapshot, request.method);
  if (!snapshot) return noTree();
  const match = target.path === undefined ? undefined : matchPath(target.path);
  if (!match) return elsewhere(snapshot, target);
  const query = parseQuery(match.endpoint, target.query ?? "");
  if (!query.ok) return invalid(snapshot, query.errors);
  return answer(snapshot, match, query, request.ifNoneMatch);
}

function preflight(snapshot: Snapshot | undefined): BodyReply {
  const headers = {
    ...commonHeaders(snapshot, "never"),
    allow: METHODS,
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": "*",
    "access-control-max-age": PREFLIGHT_MAX_AGE,
  };
  return { kind: "body", status: 204, headers, body: new Uint8Array(0) };
}

/** A path that is no endpoint: without its closing slash it is redirected, otherwise not there. */
function elsewhere(snapshot: Snapshot, { path, query }: ApiTarget): BodyReply {
  if (path === undefined) {
    return notFound(
      snapshot,
      "The path is malformed: dot segments, NUL, encoded slashes, or not percent-encoded UTF-8.",
    );
  }
  if (matchPath(`${path}/`)) return redirect(snapshot, writeTarget(`${path}/`, query), "day");
  return notFound(snapshot, `There is no endpoint ${shown(path)}; the index of all is at /api/.`);
}

async function answer(
  snapshot: Snapshot,
  { endpoint, path }: PathMatch,
  query: Query,
  ifNoneMatch: string | undefined,
): Promise<Reply> {
  const file = wholeAnswerFile(endpoint, query.given);
  const missing = `This tree has no file ${file}.`;
  const headers = answerHeaders(snapshot, endpoint.cache);
  switch (endpoint.id) {
    case "recent":
      if (file !== undefined) return fileReply(snapshot, endpoint, file, missing);
      return bodyReply(headers, await recentBody(snapshot, query), ifNoneMatch);
    case "earthquakes": {
      const { selection, link } = earthquakesPage(snapshot, endpoint, query);
      if (file === undefined)
        return bodyReply({ ...headers, link }, await earthquakesBody(snapshot, selection), ifNoneMatch);
      return { ...fileReply(snapshot, endpoint, file, missing), headers: { ...headers, link } };
    }
    case "search":
      return bodyReply(headers, await searchBody(snapshot, String(query.values.q)), ifNoneMatch);
    case "combined-search":
      return bodyReply(headers, await combinedSearchBody(snapshot, String(query.values.q)), ifNoneMatch);
    case "earthquake":
      return eventReply(snapshot, path.slug ?? "");
    default:
      if (Object.keys(path).length > 0) return pathFileReply(snapshot, endpoint, path);
      // All other parameters are choices, so every valid combination has its file.
      return fileReply(snapshot, endpoint, file as string, missing);
  }
}

function bodyReply(headers: Headers, parts: readonly Part[], ifNoneMatch: string | undefined): BodyReply {
  const body = bodyOf(parts);
  const etag = etagOf(body);
  if (ifNoneMatch === undefined || !etagMatches(ifNoneMatch, etag)) {
    return { kind: "body", status: 200, headers: { ...headers, etag }, body };
  }
  const { "content-type": _, ...kept } = headers;
  return { kind: "body", status: 304, headers: { ...kept, etag }, body: new Uint8Array(0) };
}
