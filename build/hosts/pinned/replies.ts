import { shorten } from "../../contract/table/parameters.ts";
import { PROBLEM_MEDIA_TYPE } from "../../contract/wire/problem.ts";
import { problem } from "../../contract/wire/problem-types.ts";
import { commonHeaders } from "../../rewrite/headers.ts";
import { notFound } from "../../rewrite/problems.ts";
import type { BodyReply, Headers } from "../../rewrite/reply.ts";
import type { Snapshot } from "../../rewrite/respond.ts";
import { underPin } from "./path.ts";

/** Marks a snapshot as pinned, so that its answers may be cached forever. */
export function pinned(snapshot: Snapshot): Snapshot {
  return { ...snapshot, pinned: true };
}

/** Keeps redirects under the pin. Links are relative anyway. */
export function insidePin(id: string, headers: Headers): Headers {
  const { location } = headers;
  return location === undefined ? headers : { ...headers, location: underPin(id, location) };
}

/**
 * 404 for an unknown snapshot. The host cannot know whether it ever existed, because nothing of it remains.
 *
 * @param current the current snapshot
 * @param requested the requested id, or the invalid text in its place
 * @param since `as_of` of the oldest available snapshot, ms since 1970 UTC; undefined if only the current one is available
 */
export function unknownSnapshot(current: Snapshot, requested: string, since: number | undefined): BodyReply {
  const { id, as_of: asOf } = current.record;
  const others =
    since === undefined
      ? "No other can be asked here."
      : `Those since ${new Date(since).toISOString()} can be asked as well.`;
  const detail =
    `${shorten(requested)} is no snapshot that can be asked here: it is no longer kept, or never was. The current one is ` +
    `${id}, as of ${asOf}. ${others} Without /s/ and the id, /api/ always answers from the current one.`;
  const document = problem("unknown-snapshot", detail);
  const headers = { "content-type": PROBLEM_MEDIA_TYPE, ...commonHeaders(current, "error") };
  return { kind: "body", status: document.status, headers, body: new TextEncoder().encode(JSON.stringify(document)) };
}

/** 404 for a page or a file. */
export function pinnedFileNotFound(snapshot: Snapshot): BodyReply {
  return notFound(snapshot, "Of a snapshot only the API can be asked: /s/, its id, and a path that begins with /api/.");
}

/** 404 for the change feed: it describes the history of trees and belongs to no snapshot. */
export function pinnedChangesNotFound(snapshot: Snapshot): BodyReply {
  return notFound(snapshot, "What has changed is not part of a snapshot: ask /api/changes/.");
}

/** 404 for a window of times: only the current snapshot has an archive. */
export function pinnedArchiveNotFound(snapshot: Snapshot): BodyReply {
  return notFound(snapshot, "The archive is not part of a snapshot: ask /api/v1/earthquakes/ without /s/ and the id.");
}

/** The part after `/s/`, for messages. */
export function requestedSnapshot(target: string): string {
  return target.slice("/s/".length).split(/[/?]/, 1)[0] || "Nothing";
}
