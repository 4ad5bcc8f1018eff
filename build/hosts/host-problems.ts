import { PROBLEM_MEDIA_TYPE, type Problem } from "../contract/wire/problem.ts";
import { problem } from "../contract/wire/problem-types.ts";
import { type BodyReply, commonHeaders, type Headers } from "../rewrite/reply.ts";

/** Seconds after which a busy host may have capacity again. */
const BUSY_RETRY_AFTER = "5";

/** A problem of the host that does not depend on its tree. Not cacheable. */
export function hostProblem(document: Problem, more: Headers = {}): BodyReply {
  const headers = { "content-type": PROBLEM_MEDIA_TYPE, ...commonHeaders(undefined, "never"), ...more };
  return { kind: "body", status: document.status, headers, body: new TextEncoder().encode(JSON.stringify(document)) };
}

/** 500. The response does not reveal the error. */
export function internalError(): BodyReply {
  const detail = "The host failed, although the request may be valid. Ask again later.";
  return hostProblem(problem("internal-error", detail));
}

/** 503 for work that the host does only for a few requests at the same time. @param work such as `answering queries` */
export function busy(work: string): BodyReply {
  const detail = `The host is busy ${work}. Ask again in ${BUSY_RETRY_AFTER} seconds.`;
  return hostProblem(problem("busy", detail), { "retry-after": BUSY_RETRY_AFTER });
}
