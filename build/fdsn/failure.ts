import { type BodyReply, commonHeaders } from "../rewrite/reply.ts";
import type { Snapshot } from "../rewrite/snapshot.ts";
import { readTarget, SERVICE_PATH, SERVICE_VERSION } from "./path.ts";

const REASONS = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Request Entity Too Large",
  501: "Not Implemented",
  503: "Service Unavailable",
} as const;

/** Seconds after which a host may be able to answer. */
const RETRY_AFTER = "30";

/**
 * The text of an error of FDSN services (earthquake-event-ws, `WebService.class.php`).
 *
 * @param request path and query, and when it was received
 */
export function failureText(status: keyof typeof REASONS, message: string, request: string, received: string): string {
  return [
    `Error ${status}: ${REASONS[status]}`,
    message,
    `Usage details are available from ${SERVICE_PATH}/`,
    `Request:\n${request}`,
    `Request Submitted:\n${received}`,
    `Service version:\n${SERVICE_VERSION}`,
  ].join("\n\n");
}

/**
 * An error of the event service. One with status 503 says when to ask again.
 *
 * @param snapshot undefined if the host has none
 * @param request its target as received, and the time in ms since 1970 UTC
 */
export function failure(
  snapshot: Pick<Snapshot, "record" | "asOf" | "pinned"> | undefined,
  { target, now }: { target: string; now: number },
  status: keyof typeof REASONS,
  message: string,
): BodyReply {
  const { path, query } = readTarget(target);
  const request = (query === "" ? path : `${path}?${query}`).slice(0, 2_000);
  const received = new Date(now).toISOString().replace(/\.\d+Z$/, "+00:00");
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    ...commonHeaders(snapshot, status === 405 || status === 503 ? "never" : "error"),
    ...(status === 503 && { "retry-after": RETRY_AFTER }),
  };
  return { kind: "body", status, headers, body: new TextEncoder().encode(failureText(status, message, request, received)) };
}

/** The host cannot read as much of the archive for one request. Status 413; the message is for the caller. */
export class TooLargeError extends Error {}

/** Why a tree has no archive, for the caller. */
export const NO_ARCHIVE = "This tree has no archive of events: it was made of a store without the USGS.";
