import { shorten } from "../../contract/table/parameters.ts";
import { PROBLEM_MEDIA_TYPE, problem } from "../../contract/wire/problem.ts";
import { commonHeaders } from "../../rewrite/headers.ts";
import { notFound } from "../../rewrite/problems.ts";
import type { BodyReply, Headers } from "../../rewrite/reply.ts";
import type { Snapshot } from "../../rewrite/respond.ts";
import { underPin } from "./path.ts";

/** The snapshot that a pin names as one whose answers may be kept for ever. */
export function pinned(snapshot: Snapshot): Snapshot {
  return { ...snapshot, pinned: true };
}

/** A redirect stays under the pin; links are relative anyway. */
export function insidePin(id: string, headers: Headers): Headers {
  const { location } = headers;
  return location === undefined ? headers : { ...headers, location: underPin(id, location) };
}

/**
 * 404 for a snapshot that cannot be asked. Whether it has been, and is gone, cannot be known: nothing of it is left.
 *
 * @param current what there is now
 * @param asked the id, or what stood in its place
 * @param since from when on snapshots can be asked, `as_of` in ms since 1970 UTC; undefined: the current one alone
 */
export function unknownSnapshot(current: Snapshot, asked: string, since: number | undefined): BodyReply {
  const { id, as_of: asOf } = current.record;
  const others =
    since === undefined
      ? "No other can be asked here."
      : `Those since ${new Date(since).toISOString()} can be asked as well.`;
  const detail = `${shorten(asked)} is no snapshot that can be asked here: it is no longer kept, or never was. The current one is ${id}, as of ${asOf}. ${others} Without /s/ and the id, /api/ always answers from the current one.`;
  const document = problem("unknown-snapshot", detail);
  const headers = { "content-type": PROBLEM_MEDIA_TYPE, ...commonHeaders(current, "error") };
  return { kind: "body", status: document.status, headers, body: new TextEncoder().encode(JSON.stringify(document)) };
}

/** 404 for a page or a file. */
export function apiAlone(snapshot: Snapshot): BodyReply {
  return notFound(snapshot, "Of a snapshot only the API can be asked: /s/, its id, and a path that begins with /api/.");
}

/** 404 for the change feed, which follows from the history of trees and belongs to no snapshot. */
export function changesAlone(snapshot: Snapshot): BodyReply {
  return notFound(snapshot, "What has changed is not part of a snapshot: ask /api/changes/.");
}

/** What follows `/s/`, for people. */
export function askedSnapshot(target: string): string {
  return target.slice("/s/".length).split(/[/?]/, 1)[0] || "Nothing";
}
