import { invalidParameters, type Problem, type ProblemKind, problem } from "../wire/problem.ts";

/** A problem document of each kind, as a host would send it. */
export const PROBLEM_EXAMPLES: Record<ProblemKind, Problem> = {
  "invalid-parameter": invalidParameters([
    { parameter: "limt", given: "5", allowed: "the parameters limit, hours, min_magnitude", hint: "limit" },
    { parameter: "hours", given: "721", allowed: "an integer from 1 to 720" },
  ]),
  "not-prebuilt": problem(
    "not-prebuilt",
    "This mirror has no answer for hours=25; the nearest that it has is hours=24.",
    [{ parameter: "hours", given: "25", allowed: "one of 1, 6, 24, 168", hint: "24" }],
  ),
  "malformed-request": problem("malformed-request", "The request has no Host header, which HTTP/1.1 requires."),
  "not-found": problem("not-found", "There is no earthquake us0000zzzz."),
  "unknown-snapshot": problem(
    "unknown-snapshot",
    "0123456789abcdef is no snapshot that can be asked here: it is no longer kept, or never was. The current one is 89ab4567cdef0123, as of 2018-02-07T00:00:00.000Z. Those since 2018-01-31T00:00:00.000Z can be asked as well. Without /s/ and the id, /api/ always answers from the current one.",
  ),
  "method-not-allowed": problem("method-not-allowed", "POST is not answered here; GET, HEAD and OPTIONS are."),
  "request-timeout": problem("request-timeout", "The request did not arrive completely in time."),
  withdrawn: problem("withdrawn", "The earthquake us2000abcd was withdrawn on 2018-02-06T21:40:00.000Z."),
  "headers-too-large": problem("headers-too-large", "The request line and the headers are longer than 16 KB together."),
  "internal-error": problem("internal-error", "The answer could not be made. The mistake is ours, not yours."),
  "no-tree": problem("no-tree", "This host has no data yet. Ask again in 30 seconds."),
  busy: problem("busy", "The host is busy opening other snapshots. Ask again in 5 seconds."),
};
