import type { CacheClass } from "../contract/table/endpoints.ts";
import { type ParameterError, shorten } from "../contract/table/parameters.ts";
import { answerProblem, invalidParameters, PROBLEM_MEDIA_TYPE, type Problem } from "../contract/wire/problem.ts";
import { answerHeaders, commonHeaders, METHODS } from "./headers.ts";
import type { BodyReply, FileReply, Headers } from "./reply.ts";
import type { Snapshot } from "./snapshot.ts";

/** Seconds within which a host usually receives its first tree. */
const RETRY_AFTER = "30";

/** Time for which a browser may cache a preflight, s: one day. */
const PREFLIGHT_MAX_AGE = "86400";

/** A problem document (RFC 9457) as a reply. */
export function problemReply(document: Problem, headers: Headers): BodyReply {
  return {
    kind: "body",
    status: document.status,
    headers: { "content-type": PROBLEM_MEDIA_TYPE, ...headers },
    body: new TextEncoder().encode(JSON.stringify(document)),
  };
}

/** 404. */
export function notFound(snapshot: Snapshot, detail: string): BodyReply {
  return problemReply(answerProblem("not-found", detail), commonHeaders(snapshot, "error"));
}

/** 410. */
export function withdrawn(snapshot: Snapshot, id: string, withdrawnAt: number): BodyReply {
  const detail = `The earthquake ${shorten(id)} was withdrawn on ${new Date(withdrawnAt).toISOString()}.`;
  return problemReply(answerProblem("withdrawn", detail), commonHeaders(snapshot, "error"));
}

/** 400. */
export function invalid(snapshot: Snapshot, errors: readonly ParameterError[]): BodyReply {
  return problemReply(invalidParameters(errors), commonHeaders(snapshot, "error"));
}

/** 204 for OPTIONS. */
export function preflight(snapshot: Parameters<typeof commonHeaders>[0]): BodyReply {
  const headers = {
    ...commonHeaders(snapshot, "never"),
    allow: METHODS,
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": "*",
    "access-control-max-age": PREFLIGHT_MAX_AGE,
  };
  return { kind: "body", status: 204, headers, body: new Uint8Array(0) };
}

/** 405. */
export function methodNotAllowed(snapshot: Snapshot | undefined, method: string): BodyReply {
  const detail = `${shorten(method)} is not allowed; allowed are ${METHODS}.`;
  return problemReply(answerProblem("method-not-allowed", detail), {
    ...commonHeaders(snapshot, "never"),
    allow: METHODS,
  });
}

/** 503. */
export function noTree(): BodyReply {
  const document = answerProblem("no-tree", `This host has no data yet. Ask again in ${RETRY_AFTER} seconds.`);
  return problemReply(document, { ...commonHeaders(undefined, "never"), "retry-after": RETRY_AFTER });
}

/**
 * 308: the same request, with the same method, at the canonical address.
 *
 * @param location path, and query if there is one
 */
export function redirect(snapshot: Snapshot, location: string, cache: CacheClass): BodyReply {
  const headers = { ...commonHeaders(snapshot, cache), location };
  return { kind: "body", status: 308, headers, body: new Uint8Array(0) };
}

/** 200: a file of the tree. @param missing the detail of the 404 if the tree has no such file */
export function fileReply(snapshot: Snapshot, path: string, cache: CacheClass, missing: string): FileReply {
  return { kind: "file", path, headers: answerHeaders(snapshot, cache), ifMissing: () => notFound(snapshot, missing) };
}
