import { STATUS_CODES } from "node:http";
import { problem } from "../../contract/wire/problem.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { hostProblem } from "./host-problems.ts";

/** 400 for an HTTP/1.1 request without a Host header (RFC 9112, section 3.2). */
export function withoutHost(): BodyReply {
  return hostProblem(problem("malformed-request", "The request has no Host header, which HTTP/1.1 requires."));
}

/** The reply to a request that could not be parsed. @param code of the error of `node:http` */
export function parseRefusal(code: string | undefined): BodyReply {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return hostProblem(
        problem("headers-too-large", "The request line and the headers are longer than 16 KB together."),
      );
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return hostProblem(problem("request-timeout", "The request did not arrive completely in time."));
    default:
      return hostProblem(
        problem("malformed-request", "The request does not follow the syntax of HTTP/1.1 (RFC 9112)."),
      );
  }
}

/** A reply as the bytes of a final response, for a connection for which `node:http` has no response object. */
export function lastResponse({ status, headers, body }: BodyReply, date: Date): Uint8Array {
  const all = { date: date.toUTCString(), connection: "close", ...headers, "content-length": String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
}
