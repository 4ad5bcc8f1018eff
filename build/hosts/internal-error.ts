import { PROBLEM_MEDIA_TYPE, problem } from "../contract/problem.ts";
import { commonHeaders } from "../rewrite/headers.ts";
import type { BodyReply } from "../rewrite/reply.ts";

/** 500. The client is told that there is a mistake, not which. */
export function internalError(): BodyReply {
  const detail = "The host could not answer this request. It may well be right: ask again later.";
  const document = problem("internal-error", detail);
  const headers = { "content-type": PROBLEM_MEDIA_TYPE, ...commonHeaders(undefined, "never") };
  return { kind: "body", status: document.status, headers, body: new TextEncoder().encode(JSON.stringify(document)) };
}
