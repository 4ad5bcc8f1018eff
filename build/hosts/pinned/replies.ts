import { shorten } from "../../contract/table/parameters.ts";
import { PROBLEM_MEDIA_TYPE } from "../../contract/wire/problem.ts";
import { problem } from "../../contract/wire/problem-types.ts";
import { type BodyReply, commonHeaders, type Headers, notFound } from "../../rewrite/reply.ts";
import type { Snapshot } from "../../rewrite/respond.ts";

/** A target under `/s/`. */
export interface PinnedTarget {
  /** The requested snapshot; undefined if it is not a valid id. */
  id: string | undefined;
  /** The target without the pin. */
  target: string;
}

const PIN = /^\/s\/([0-9a-f]{16})(?=[/?]|$)/;

/**
 * Removes `/s/{snapshot id}` from a request target, in origin form or in absolute form; undefined for other targets. An id has only
 * one spelling: 16 lower-case digits, not percent-encoded.
 */
export function readPin(target: string): PinnedTarget | undefined {
  // Nearly all targets begin with a slash and then something other than `s/`.
  if (target.startsWith("/") && !target.startsWith("s/", 1)) return undefined;
  const origin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  if (!origin.startsWith("/s/")) return undefined;
  const id = PIN.exec(origin)?.[1];
  return id === undefined ? { id, target: origin } : { id, target: origin.slice("/s/".length + id.length) };
}

/** The address of a target under a pin. @param target path and query, with the first slash */
function underPin(id: string, target: string): string {
  return `/s/${id}${target}`;
}

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
    since === undefined ? "No other is available here." : `Those since ${new Date(since).toISOString()} are available as well.`;
  const detail =
    `${shorten(requested)} is not available here: it is no longer kept, or never existed. The current one is ` +
    `${id}, as of ${asOf}. ${others} Without /s/ and the id, /api/ always answers from the current one.`;
  const document = problem("unknown-snapshot", detail);
  const headers = { "content-type": PROBLEM_MEDIA_TYPE, ...commonHeaders(current, "error") };
  return { kind: "body", status: document.status, headers, body: new TextEncoder().encode(JSON.stringify(document)) };
}

/** 404 for a page or a file. */
export function pinnedFileNotFound(snapshot: Snapshot): BodyReply {
  return notFound(snapshot, "Only the API of a snapshot is available: /s/, its id, and a path that begins with /api/.");
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
